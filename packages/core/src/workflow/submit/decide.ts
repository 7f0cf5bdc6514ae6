/**
 * Whether a signed transaction is sent, and why not. Pure: `gates.ts` reads the facts, one gate after the other, and
 * `send.ts` acts. That its sender may send it, and that it is signed and unchanged, is checked before (`submit.ts`).
 */
import type { CountersignError } from '../../errors/errors.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import { mayBeSent, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import type { Verdict } from '../model/reverify.ts';
import type { RiskAgain } from '../risk/risk-again.ts';
import type { Claim } from '../store/store.ts';

/** What each gate found. It is read only when all before it are open; until then it is absent. */
export type Gates = {
  /** The limit that it would exceed. */
  readonly limits?: 'within' | CountersignError;
  /** Blocking warnings that were not confirmed. */
  readonly confirmations?: readonly BlockingWarning[];
  /** What is different now from when it was prepared: its escrow, or the risk. */
  readonly riskAgain?: RiskAgain;
  /** Where its sequence number is: `ahead` if the account has not reached it after a while. */
  readonly turn?: 'next' | 'ahead' | 'used';
  /** The outcome once its sequence number is used; `unknown` where the ledger does not show by what. */
  readonly usedBy?: KeptSettlement;
  /** `isSeen`: whether the caller may see the request; also true for a transaction that was prepared elsewhere. */
  readonly claim?: Exclude<Claim, { readonly kind: 'refused' }> | RefusedClaim;
};
export type Gate = keyof Gates;

type RefusedClaim = { readonly kind: 'refused'; readonly because: OtherOrSame; readonly isSeen: boolean };
/** The transaction that was sent or decided. */
type OtherOrSame = Pick<PreparedTransaction, 'hash' | 'state' | 'settlement'>;

export type SendingFacts = Gates & {
  readonly transaction: Pick<PreparedTransaction, 'hash' | 'state' | 'expiresAt'>;
  /** Whether its request was replaced, declined or discarded. */
  readonly hasEnded: boolean;
  /** Its comparison with its request; undefined if it was prepared elsewhere and compared in this call. */
  readonly verdict: Verdict | undefined;
  /** An equal request that settled although it had ended: what is requested is done already. */
  readonly doneBefore: PreparedRequest | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type SendingOutcome =
  /** It can no longer be sent. A wallet may have sent it while it could. */
  | { readonly kind: 'late' }
  /** Another transaction of its account used its sequence number. */
  | { readonly kind: 'displaced' }
  /** Its row is not what was compared when it was prepared. */
  | { readonly kind: 'changed' }
  /** Today's settings do not allow it. */
  | { readonly kind: 'not-now' }
  | { readonly kind: 'done'; readonly by: PreparedRequest }
  | { readonly kind: 'limit-reached'; readonly error: CountersignError }
  /** `isNew`: the risk has changed since it was prepared. */
  | { readonly kind: 'to-confirm'; readonly blockers: readonly BlockingWarning[]; readonly isNew: boolean }
  | { readonly kind: 'escrow-changed'; readonly error: CountersignError }
  /** Another transaction of its account is to be sent first. */
  | { readonly kind: 'not-its-turn' }
  /** The ledger has not shown yet which transaction used its sequence number; it may be this one. */
  | { readonly kind: 'sequence-used' }
  /** Its outcome is known and final. */
  | { readonly kind: 'decided'; readonly settlement: KeptSettlement }
  /** Its request has ended in the meantime. */
  | { readonly kind: 'ended'; readonly claim: Extract<Claim, { readonly kind: 'ended' }> }
  /** Nothing is shown of the other transaction: the caller may not see the request. */
  | { readonly kind: 'not-theirs' }
  /** The ledger can never include it. */
  | { readonly kind: 'dead' }
  /** Another transaction of its request was sent, and may settle. */
  | { readonly kind: 'other-was-sent' }
  /** Another call sent it: the ledger is read. */
  | { readonly kind: 'learn'; readonly settlement: KeptSettlement }
  | { readonly kind: 'being-sent' }
  /** For the first time; or again, even late, to learn the outcome of one that may have been sent. */
  | { readonly kind: 'send'; readonly claim: Extract<Claim, { readonly kind: 'granted' }> };

/** `read`: all gates before this one are open. */
export type SendingDecision = SendingOutcome | { readonly kind: 'read'; readonly gate: Gate };

export function decideSending(facts: SendingFacts): SendingDecision {
  const { transaction, hasEnded, verdict, doneBefore, now } = facts;
  const isAgain = mayBeSent(transaction);
  if (!isAgain && (hasEnded || transaction.expiresAt <= now)) return { kind: 'late' };
  if (transaction.state === 'dead') return { kind: 'displaced' };
  if (verdict === 'changed') return { kind: 'changed' };
  if (isAgain) return decideClaim(facts);
  if (verdict === 'not-now') return { kind: 'not-now' };
  if (doneBefore !== undefined) return { kind: 'done', by: doneBefore };
  return decideRequested(facts) ?? decideTurn(facts) ?? decideClaim(facts);
}

/** What may have changed since it was prepared: limits, confirmations, the escrow, the risk. */
function decideRequested({ limits, confirmations, riskAgain }: SendingFacts): SendingDecision | undefined {
  if (limits === undefined) return { kind: 'read', gate: 'limits' };
  if (limits !== 'within') return { kind: 'limit-reached', error: limits };
  if (confirmations === undefined) return { kind: 'read', gate: 'confirmations' };
  if (confirmations.length > 0) return { kind: 'to-confirm', blockers: confirmations, isNew: false };
  if (riskAgain === undefined) return { kind: 'read', gate: 'riskAgain' };
  if ('change' in riskAgain) return { kind: 'escrow-changed', error: riskAgain.change };
  const { unconfirmed } = riskAgain;
  return unconfirmed.length > 0 ? { kind: 'to-confirm', blockers: unconfirmed, isNew: true } : undefined;
}

function decideTurn({ turn, usedBy }: SendingFacts): SendingDecision | undefined {
  if (turn === undefined) return { kind: 'read', gate: 'turn' };
  if (turn === 'ahead') return { kind: 'not-its-turn' };
  if (turn === 'next') return undefined;
  return usedBy === undefined ? { kind: 'read', gate: 'usedBy' } : decideUsed(usedBy);
}

/** @param usedBy the outcome, as far as the ledger shows it */
export function decideUsed(usedBy: KeptSettlement): SendingOutcome {
  if (usedBy.status === 'expired' || usedBy.status === 'displaced') return { kind: 'displaced' };
  return usedBy.status === 'unknown' ? { kind: 'sequence-used' } : { kind: 'decided', settlement: usedBy };
}

function decideClaim({ transaction, claim }: SendingFacts): SendingDecision {
  switch (claim?.kind) {
    case undefined:
      return { kind: 'read', gate: 'claim' };
    case 'granted':
      return { kind: 'send', claim };
    case 'renewed':
      return { kind: 'late' };
    case 'ended':
      return { kind: 'ended', claim };
    case 'refused':
      return decideRefused(claim, claim.because.hash !== transaction.hash);
  }
}

function decideRefused({ because, isSeen }: RefusedClaim, isOther: boolean): SendingOutcome {
  const { settlement } = because;
  if (isOther && !isSeen) return { kind: 'not-theirs' };
  if (settlement !== undefined && !mayBeSent(because)) return { kind: 'decided', settlement };
  if (because.state === 'dead') return { kind: 'dead' };
  if (isOther) return { kind: 'other-was-sent' };
  if (because.state === 'sending' || settlement === undefined) return { kind: 'being-sent' };
  return { kind: 'learn', settlement };
}
