import { CountersignError } from '../../errors/errors.ts';
import { type DeskWords, ENGLISH } from '../../words/all.ts';
import { decidingTransaction, type PreparedRequest } from './requests.ts';

/**
 * Refuses to change a request with a transaction that was sent, or may have been.
 * @param words of the reader's language; default: English
 * @throws CountersignError ALREADY_SETTLED (also if only the service says so), ADDRESS_TAKEN, OUTCOME_UNKNOWN
 */
export function requireUnsent(prepared: PreparedRequest, words: DeskWords = ENGLISH): void {
  const error = sentError(prepared, words);
  if (error !== undefined) throw error;
}

/** Why nothing more is done for a request with a transaction that was sent, or may have been. */
export function sentError(prepared: PreparedRequest, words: DeskWords): CountersignError | undefined {
  const transaction = decidingTransaction(prepared);
  if (transaction === undefined) return undefined;
  const { state, hash, contractId, settlement } = transaction;
  const { language } = words;
  switch (state) {
    case 'settled':
      return new CountersignError('ALREADY_SETTLED', {
        ...words.settledAlready(prepared.action, contractId, hash),
        language,
      });
    case 'taken':
      return new CountersignError('ADDRESS_TAKEN', { differences: settlement?.differences });
    case 'accepted':
      return new CountersignError('ALREADY_SETTLED', { message: words.acceptedAlready(hash), language });
    default:
      return new CountersignError('OUTCOME_UNKNOWN', { message: words.sentAlready(hash, prepared.id), language });
  }
}

/**
 * Refuses to continue with a request that was sent or has ended.
 * @throws CountersignError ALREADY_SETTLED, ADDRESS_TAKEN, OUTCOME_UNKNOWN; SUPERSEDED, DECLINED, TRANSACTION_EXPIRED
 */
export function assertNotOver(prepared: PreparedRequest, words: DeskWords): void {
  const error = sentError(prepared, words) ?? endedError(prepared, words);
  if (error !== undefined) throw error;
}

/** Of a visitor's decline; undefined for one of the owner's, which has the usual words. */
export const visitorsDecline = (end: PreparedRequest['end'], words: DeskWords) =>
  end?.bySigner ? words.DECLINED_BY_SIGNER : end?.byVisitor ? words.DECLINED_BY_VISITOR : undefined;

export function endedError({ end }: Pick<PreparedRequest, 'end'>, words: DeskWords): CountersignError | undefined {
  switch (end?.as) {
    case 'superseded':
      return new CountersignError('SUPERSEDED');
    case 'declined': {
      const declined = visitorsDecline(end, words);
      return new CountersignError('DECLINED', {
        detail: end.reason,
        ...(declined && { message: declined.message, remedy: declined.next, language: words.language }),
      });
    }
    case 'discarded':
      return new CountersignError('TRANSACTION_EXPIRED', { ...words.DISCARDED, language: words.language });
    default:
      return undefined;
  }
}
