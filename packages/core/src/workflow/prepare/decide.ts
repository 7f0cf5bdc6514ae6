/** What becomes of a request: decided by facts that were read before (`gather.ts`). Pure. */
import type { NamedAddress } from '../../words/names.ts';
import {
  type ActionRequest,
  decidingTransaction,
  isDecided,
  type PreparedRequest,
  type PreparedTransaction,
} from '../model/requests.ts';

export type RequestFacts = {
  readonly request: ActionRequest;
  /** Another escrow with the same terms was asked for. */
  readonly wantsAnother: boolean;
  /** The id of a prepared request was given, to prepare it again. */
  readonly isRenewal: boolean;
  readonly existing: PreparedRequest | undefined;
  /** Equal requests that ended or were followed by another round, as the ledger has them now; the latest round first. */
  readonly previous: readonly PreparedRequest[];
  /** The names by which the addresses were given this time. */
  readonly names: readonly NamedAddress[];
  /** The next one of the signer's account; undefined where the ledger was not asked, or did not say. */
  readonly nextSequence: bigint | 'no-account' | undefined;
  /** Whether the newest transaction of `existing` still is what its request asks for, by today's settings. */
  readonly isIntact: boolean;
  /** Whether some of several signers have signed that transaction. */
  readonly isPartlySigned: boolean;
  readonly hasLedger: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type RequestDecision =
  /** It was sent, is decided, or has ended: nothing is prepared. */
  | { readonly kind: 'over'; readonly existing: PreparedRequest }
  /** The transaction that was prepared before is handed out again. */
  | { readonly kind: 'reuse'; readonly existing: PreparedRequest; readonly transaction: PreparedTransaction }
  /** A new transaction is built. `existing`: the request that it belongs to, or repeats; absent for a new one. */
  | {
      readonly kind: 'build';
      readonly existing: PreparedRequest | undefined;
      readonly round: number;
      /** What was done already is to be done again, and the person is asked whether they want that. */
      readonly isRepetition: boolean;
    };

export function decideRequest(facts: RequestFacts): RequestDecision {
  const existing = currentOf(facts);
  const repetition = repetitionRound(facts, existing);
  if (repetition !== undefined) return { kind: 'build', existing, round: repetition, isRepetition: true };
  if (existing === undefined) {
    const round = Math.max(0, ...facts.previous.map((each) => each.round));
    return { kind: 'build', existing, round, isRepetition: false };
  }
  if (decidingTransaction(existing) !== undefined || existing.end !== undefined) return { kind: 'over', existing };
  const transaction = reusableIn(facts, existing);
  if (transaction !== undefined) return { kind: 'reuse', existing, transaction };
  return { kind: 'build', existing, round: existing.round, isRepetition: false };
}

/** A wallet may have sent a previous one that had ended: once it settled, it counts before anything prepared since. */
function currentOf({ existing, previous }: RequestFacts): PreparedRequest | undefined {
  return previous.find((each) => each.round >= (existing?.round ?? 0) && isDecided(each)) ?? existing;
}

/** The round in which it would be done again; undefined where it is no repetition. */
function repetitionRound(
  { request, wantsAnother, isRenewal, hasLedger }: RequestFacts,
  existing: PreparedRequest | undefined,
): number | undefined {
  const state = existing && decidingTransaction(existing)?.state;
  if (existing === undefined || state === undefined) return undefined;
  const next = existing.round + 1;
  // The ledger would accept an equal payment twice, and equal instalments are normal. A settled trustline may have been
  // removed since, which its carrier checks.
  if (request.action !== 'deploy') return state === 'settled' && !isRenewal ? next : undefined;
  // Without a ledger the service's word is the last that there will be.
  const isDone = state === 'settled' || state === 'taken' || (state === 'accepted' && !hasLedger);
  return wantsAnother && isDone ? next : undefined;
}

/** A transaction with less life left than this is built again rather than handed out again. */
export const MIN_REUSED_LIFE_MS = 30_000;

function reusableIn(facts: RequestFacts, existing: PreparedRequest): PreparedTransaction | undefined {
  const [newest] = existing.transactions;
  if (newest?.state !== 'offered' || !facts.isIntact) return undefined;
  // Those who signed already would have to sign again.
  const least = facts.isPartlySigned ? 0 : MIN_REUSED_LIFE_MS;
  const isAlive = newest.expiresAt - facts.now > least;
  if (!isAlive || !isNext(newest, facts.nextSequence)) return undefined;
  if (isOutdated(facts.request, existing) || !isNamedAlike(existing, facts.names)) return undefined;
  // Its rivals may be decided by now, which only a new look finds out.
  return existing.risk.stops.some(({ code }) => UNTIL_READ_AGAIN.includes(code)) ? undefined : newest;
}

const UNTIL_READ_AGAIN: readonly string[] = ['NOT_COVERED', 'NO_LEDGER_TO_ASK'];

/** Whether the ledger would take it next, for all that is known. */
function isNext({ sequence }: PreparedTransaction, next: RequestFacts['nextSequence']): boolean {
  return next === undefined || sequence === undefined || (next !== 'no-account' && next === BigInt(sequence));
}

/** Whether the escrow has moved on since this payment or step was asked for. */
function isOutdated(request: ActionRequest, existing: ActionRequest): boolean {
  if (request.action === 'fund' && existing.action === 'fund') {
    return request.request.code !== existing.request.code || request.request.expected !== existing.request.expected;
  }
  if (!('state' in request.request) || !('state' in existing.request)) return false;
  return request.request.state !== existing.request.state || request.request.held !== existing.request.held;
}

/** Whether the names are unchanged: new names, or new entries for them, are judged again. */
function isNamedAlike(existing: PreparedRequest, names: readonly NamedAddress[]): boolean {
  return names.length === 0 || JSON.stringify(names) === JSON.stringify(existing.names);
}
