/** A running sandbox for the tests of the sandbox's wallets, whose service is called directly. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { onTestFinished } from 'vitest';

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS;

export const ORDINARY_ROLES = {
  approver: client.address,
  serviceProvider: provider.address,
  platformAddress: platform.address,
  release: client.address,
  disputeResolver: arbiter.address,
  receiver: provider.address,
};

export async function startService(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  /** @returns the unsigned deploy of an escrow whose signer is the client, for 10.5 USDC */
  const deploy = async (roles: Record<string, string> = ORDINARY_ROLES, platformFee = 5): Promise<string> => {
    const response = await fetch(`${sandbox.url}/deployer/multi-release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SANDBOX_CREDENTIALS.accessToken}` },
      body: JSON.stringify({
        ...{ signer: client.address, engagementId: 'e-1', title: 'A title', description: 'A description' },
        ...{ roles, platformFee },
        milestones: [{ description: 'One', amount: 10.5 }],
        trustline: { address: NETWORKS.sandbox.tokens[0].address, decimals: 10_000_000 },
      }),
    });
    return String(((await response.json()) as Record<string, unknown>)['unsignedTransaction']);
  };
  return { ...sandbox, deploy };
}
