/** The error where Stellar RPC built no transaction. */
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { Built } from '../../ledger/ledger.ts';

type WouldFail = Extract<Built, { kind: 'would-fail' }>;

/** @param wouldFail what a failed simulation means for this action */
export function notBuilt(
  built: Exclude<Built, { kind: 'built' }>,
  signer: string,
  network: Network,
  wouldFail: (refusal: WouldFail) => CountersignError,
): CountersignError {
  switch (built.kind) {
    case 'no-account':
      return new CountersignError('SIGNER_NOT_FOUND', {
        message: `The account ${signer} does not exist on ${network.name}.`,
      });
    case 'no-answer':
      return new CountersignError('SERVICE_UNREACHABLE', {
        message: 'Stellar RPC could not be reached. Nothing was sent.',
        remedy: 'Ask again in a minute.',
      });
    case 'would-fail':
      return wouldFail(built);
  }
}
