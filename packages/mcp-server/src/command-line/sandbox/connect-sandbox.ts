/**
 * The sandbox whose ledger a wallet command acts on: the one at ESCROW_API_URL, or the embedded one on the data folder
 * (which other processes may have open at the same time).
 */
import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import type { Settings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';

export type SandboxLedger = {
  /** Of its service. */
  readonly url: string;
  readonly rpcUrl: string;
  readonly friendbotUrl: string;
  close(): Promise<void>;
};

/** @throws CountersignError SANDBOX_MISMATCH, SERVICE_UNREACHABLE, STORE_UNUSABLE */
export async function connectSandbox(settings: Settings): Promise<SandboxLedger> {
  if (settings.network.name !== 'sandbox') {
    throw new CountersignError('SETTING_INVALID', {
      message: 'The wallet signs on the sandbox alone, and STELLAR_NETWORK is set to a real network.',
    });
  }
  const { dataDir, network } = settings;
  if (settings.serviceUrl === undefined) return await startSandbox({ dataDir, network });
  const sandbox = await readSandbox(settings.serviceUrl);
  if (sandbox['networkPassphrase'] !== NETWORKS.sandbox.passphrase) throw new CountersignError('SANDBOX_MISMATCH');
  return {
    url: settings.serviceUrl,
    rpcUrl: String(sandbox['rpcUrl']),
    friendbotUrl: String(sandbox['friendbotUrl']),
    close: async () => {},
  };
}

async function readSandbox(serviceUrl: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(new URL('/sandbox', serviceUrl), {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    return (await response.json()) as Record<string, unknown>;
  } catch (cause) {
    throw new CountersignError('SERVICE_UNREACHABLE', { cause });
  }
}

/** Asks the friendbot for money. @throws CountersignError INPUT_INVALID, NETWORK_REFUSED with the friendbot’s answer */
export async function fund(ledger: SandboxLedger, address: string): Promise<void> {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  const response = await fetch(`${ledger.friendbotUrl}?addr=${address}`, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) {
    const detail = await response.text();
    if (detail.includes('createAccountAlreadyExist')) {
      throw new CountersignError('NETWORK_REFUSED', {
        message: 'This account exists and is funded already.',
        remedy: 'Use it as it is.',
      });
    }
    throw new CountersignError('NETWORK_REFUSED', {
      message: 'The sandbox’s friendbot did not fund the account.',
      remedy: 'Read its answer, then try again.',
      detail,
    });
  }
}
