/** The errors of adding an offer, shared by both engines. */
import { CountersignError } from '../../errors/errors.ts';

export function offeredBefore(): CountersignError {
  const message =
    'The service answered with a transaction that it gave before, for another request or with no success. It is not given out.';
  return new CountersignError('TRANSACTION_MISMATCH', { message });
}

export function addressOfOthers(): CountersignError {
  const message =
    'The service gave this escrow an address that it gave before for other terms. Both could settle, and only one would be what was asked for. It is not given out.';
  return new CountersignError('TRANSACTION_MISMATCH', { message });
}
