/** The real thing on loopback: sandbox, desk and signing page, with a clock that can be set and a road that can fail. */
import { createDesk, createEscrowClient, createSecretScanner, type Desk, openSqliteStore } from '@countersign/core';
import type { StepInput } from '@countersign/core/actions';
import type { DeployInput, StepName } from '@countersign/core/escrow';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { serveSigningPage } from '@countersign/signing-page';
import { signAndSend } from '../desk/sign-and-send.ts';
import { policy } from '../desk/test-desk.ts';
import { startFaultyService } from '../service/faulty-service.ts';

export type PageSetup = Awaited<ReturnType<typeof openScene>>;

/** @param folder of the desk's store; absent: in memory */
export async function openScene(folder?: string) {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const sandbox = await startSandbox({ rateLimit: 0, now });
  const road = await startFaultyService(sandbox.url);
  const store = openSqliteStore(folder, 'sandbox', now);
  const ledger = openLedger([sandbox.rpcUrl], NETWORKS.sandbox.passphrase);
  let page = await serveSigningPage({ desk: () => desk, now });
  const desk: Desk = createDesk({
    service: createEscrowClient({ ...sandbox, baseUrl: road.url, requestsPerMinute: 1_000, now }),
    store,
    network: NETWORKS.sandbox,
    policy: { ...policy, feeStop: 2_000, limits: [] },
    ledger,
    scanner: createSecretScanner(),
    now,
    signUrl: page.signUrl,
    proofUrl: page.proofUrl,
    ...(page.listUrl === undefined ? {} : { listUrl: page.listUrl }),
  });
  return {
    desk,
    road,
    ledger,
    /** Milliseconds that the clock of desk, service and ledger is ahead of the machine's. */
    clock,
    url: page.url,
    rpcUrl: sandbox.rpcUrl,
    stopPage: () => page.close(),
    /** Serves the page again, on the same port. */
    startPage: async () => {
      page = await serveSigningPage({ desk: () => desk, now, port: page.port });
    },
    close: async () => {
      await page.close();
      await desk.close();
      await road.close();
      await sandbox.close();
    },
  };
}

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS;

export { client, platform, provider, signAndSend };

let count = 0;

/** What the page of a deploy is headed by while it can be signed: the deal. */
export const DEAL = /^Agree terms with .+: 5.?000 USDC, nothing to pay now$/;

/** A request of its own each time: the same one would give the same request. */
export function deployInput(changes: Readonly<Record<string, unknown>> = {}): DeployInput & Record<string, unknown> {
  count += 1;
  return {
    signer: client.address,
    engagementId: `ENG-2026-${String(count).padStart(3, '0')}`,
    title: 'Website for the harbour museum',
    description: 'Design, build and launch of a bilingual site.\nPayment by milestone.',
    roles: {
      approver: client.address,
      serviceProvider: provider.address,
      platformAddress: platform.address,
      release: client.address,
      disputeResolver: arbiter.address,
      receiver: provider.address,
    },
    platformFee: 2.5,
    milestones: [
      { description: 'Design approved by the museum', amount: '1200' },
      { description: 'Site built and on the test address', amount: '2800.50' },
      { description: 'Launch', amount: '999.5' },
    ],
    trustline: { address: NETWORKS.sandbox.tokens[0].address, decimals: 10_000_000 },
    ...changes,
  };
}

type Preparing = Pick<Desk, 'prepare' | 'submit'>;

/** @returns the address of a new escrow that is funded in full */
export async function fundedEscrow(desk: Preparing, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const deploy = await desk.prepare('deploy', deployInput(changes));
  await signAndSend(desk, 'client', deploy);
  await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
  return deploy.contractId;
}

/** The life of an escrow at a desk: steps that the sandbox's people take, each prepared, signed and sent. */
export async function take(desk: Preparing, who: DemoAccountName, step: StepName, input: StepInput): Promise<void> {
  await signAndSend(desk, who, await desk.prepare(step, input));
}
