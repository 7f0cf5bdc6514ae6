import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { SignOrder } from './way.ts';

type Signer = Pick<SignOrder, 'networkPassphrase' | 'signer'>;

/** The name of the demo account that must sign, if it is one: only on the sandbox. */
export function demoAccountOf({ networkPassphrase, signer }: Signer): string | undefined {
  if (networkPassphrase !== NETWORKS.sandbox.passphrase) return undefined;
  return SANDBOX_ACCOUNTS.find(({ address }) => address === signer)?.name;
}
