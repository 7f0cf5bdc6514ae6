/** Whether a signed transaction is sent, and what is said where it is not: decided by facts that were read. Pure. */
import { mayBeSent, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import type { Verdict } from '../model/reverify.ts';

export type SendingFacts = {
  readonly transaction: Pick<PreparedTransaction, 'state' | 'expiresAt'>;
  /** Whether its request was replaced, declined or discarded. */
  readonly hasEnded: boolean;
  /** Its comparison with its request; undefined if it was prepared elsewhere and compared in this call. */
  readonly verdict: Verdict | undefined;
  /** An equal request that settled although it had ended: what is asked for is done already. */
  readonly doneBefore: PreparedRequest | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type SendingDecision =
  /** It can no longer be sent. A wallet may have sent it by itself while it could. */
  | { readonly kind: 'late' }
  /** Another transaction of its account used its sequence number. */
  | { readonly kind: 'displaced' }
  /** Its row is not what was compared when it was prepared. */
  | { readonly kind: 'changed' }
  /** Today's settings do not allow it. */
  | { readonly kind: 'not-now' }
  | { readonly kind: 'done'; readonly by: PreparedRequest }
  /** It may have been sent: the same is sent once more to learn its outcome, even late. */
  | { readonly kind: 'send-again' }
  /** Once limits, confirmations, the state of its escrow and its turn allow it. */
  | { readonly kind: 'send' };

export function decideSending({ transaction, hasEnded, verdict, doneBefore, now }: SendingFacts): SendingDecision {
  const isAgain = mayBeSent(transaction);
  if (!isAgain && (hasEnded || transaction.expiresAt <= now)) return { kind: 'late' };
  if (transaction.state === 'dead') return { kind: 'displaced' };
  if (verdict === 'changed') return { kind: 'changed' };
  if (isAgain) return { kind: 'send-again' };
  if (verdict === 'not-now') return { kind: 'not-now' };
  return doneBefore === undefined ? { kind: 'send' } : { kind: 'done', by: doneBefore };
}

/** Why the store did not give the right to send, and what the caller may know of that. */
export type RefusalFacts = {
  /** The transaction that was sent or decided. */
  readonly because: Pick<PreparedTransaction, 'state' | 'settlement'>;
  readonly isOther: boolean;
  /** Whether the caller may see the request; also true for a transaction that was prepared elsewhere. */
  readonly isSeen: boolean;
};

export type RefusalDecision =
  /** Nothing is said of the other one: the caller may not see the request. */
  | 'not-theirs'
  /** Its stored outcome is final. */
  | 'decided'
  | 'displaced'
  | 'other-was-sent'
  /** It was sent: the ledger is asked. */
  | 'learn'
  | 'being-sent';

export function decideRefusal({ because, isOther, isSeen }: RefusalFacts): RefusalDecision {
  if (isOther && !isSeen) return 'not-theirs';
  if (because.settlement !== undefined && !mayBeSent(because)) return 'decided';
  if (because.state === 'dead') return 'displaced';
  if (isOther) return 'other-was-sent';
  return because.state !== 'sending' && because.settlement !== undefined ? 'learn' : 'being-sent';
}
