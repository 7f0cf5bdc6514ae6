import type { ActionName } from '../../actions/action.ts';
import { CountersignError, type ErrorOptions } from '../../errors/errors.ts';
import { everyStep } from '../../escrow/steps.ts';
import { decidingOffer, type Handle, type Offer } from './offers.ts';

/**
 * Ends a call that would change a handle of which a transaction was sent, or may have been.
 * @throws CountersignError ALREADY_SETTLED (also by the service's word alone), ADDRESS_TAKEN, OUTCOME_UNKNOWN
 */
export function requireUnsent(handle: Pick<Handle, 'id' | 'action' | 'offers'>): void {
  const offer = decidingOffer(handle);
  if (offer === undefined) return;
  if (offer.state === 'settled') throw new CountersignError('ALREADY_SETTLED', SETTLED[handle.action](offer));
  if (offer.state === 'taken') {
    const differences = offer.settlement?.differences;
    throw new CountersignError('ADDRESS_TAKEN', differences === undefined ? {} : { differences });
  }
  if (offer.state === 'accepted') {
    throw new CountersignError('ALREADY_SETTLED', {
      message: `The service says that this settled already (transaction ${offer.hash}); the ledger has not said so.`,
    });
  }
  throw new CountersignError('OUTCOME_UNKNOWN', {
    message: `Transaction ${offer.hash} was sent for this request (id ${handle.id}) and its outcome is not known yet, so no second one is prepared.`,
  });
}

const SETTLED: Readonly<Record<ActionName, (offer: Offer) => Pick<ErrorOptions, 'message' | 'remedy'>>> = {
  deploy: ({ contractId, hash }) => ({
    message: `This escrow is settled already, at ${contractId} (transaction ${hash}).`,
  }),
  fund: ({ contractId, hash }) => ({
    message: `This payment to ${contractId} is settled already (transaction ${hash}).`,
    remedy: 'Read the escrow’s balance.',
  }),
  ...everyStep(({ contractId, hash }: Offer) => ({
    message: `This step of ${contractId} was taken already (transaction ${hash}).`,
    remedy: 'Read the escrow to see whose turn it is now.',
  })),
  trust: ({ hash }) => ({
    message: `This trustline was added already (transaction ${hash}).`,
    remedy: 'Nothing needs to be done: the account can hold the token.',
  }),
};
