/** Explains a signed transaction that is not one of its escrow's offers: what changed in it, and when. */

import { transactionDifferences } from '../../actions/transaction-differences.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError, ERROR_CATALOGUE } from '../../errors/errors.ts';
import { hasSigned } from '../../signatures/check-signatures.ts';
import type { DeskContext } from '../context.ts';
import type { Handle } from '../store/offers.ts';

/** How it differs from the offer that was signed, if a signature shows which that was; else from the newest offer. */
export function changedTransaction(
  { network }: Pick<DeskContext, 'network'>,
  read: ReadTransaction,
  { offers }: Handle,
): CountersignError {
  const originals = offers.map(({ unsignedXdr }) => readTransaction(unsignedXdr, network.passphrase));
  const signed = originals.find(({ source, hash }) => hasSigned(read, source, hash));
  const original = signed ?? originals[0];
  if (original === undefined) return new CountersignError('TRANSACTION_CHANGED');
  const when =
    signed !== undefined
      ? 'It was signed as prepared and changed afterwards, so its signature is no longer valid.'
      : hasSigned(read, original.source, read.hash)
        ? 'It was changed before it was signed.'
        : undefined;
  return new CountersignError('TRANSACTION_CHANGED', {
    ...(when === undefined ? {} : { message: `${ERROR_CATALOGUE.TRANSACTION_CHANGED.message} ${when}` }),
    differences: transactionDifferences(original, read, network),
  });
}
