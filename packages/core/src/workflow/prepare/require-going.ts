import { CountersignError } from '../../errors/errors.ts';
import type { DeskWords } from '../../words/desk-words.ts';
import type { Handle } from '../store/offers.ts';
import { requireUnsent } from '../submit/require-unsent.ts';

/**
 * Refuses to continue with a handle that was sent or has ended.
 * @throws CountersignError ALREADY_SETTLED, ADDRESS_TAKEN, OUTCOME_UNKNOWN; SUPERSEDED, DECLINED, TRANSACTION_EXPIRED
 */
export function requireGoing(handle: Pick<Handle, 'id' | 'action' | 'offers' | 'end'>, words: DeskWords): void {
  requireUnsent(handle, words);
  const error = endedError(handle, words);
  if (error !== undefined) throw error;
}

const visitorWords = ({ DECLINED_BY_VISITOR: { message, next } }: DeskWords) => ({ message, remedy: next });

export function endedError({ end }: Pick<Handle, 'end'>, words: DeskWords): CountersignError | undefined {
  switch (end?.as) {
    case 'superseded':
      return new CountersignError('SUPERSEDED');
    case 'declined':
      return new CountersignError('DECLINED', {
        ...(end.reason === undefined ? {} : { detail: end.reason }),
        ...(end.byVisitor ? { ...visitorWords(words), language: words.language } : {}),
      });
    case 'discarded':
      return new CountersignError('TRANSACTION_EXPIRED', { ...words.DISCARDED, language: words.language });
    default:
      return undefined;
  }
}
