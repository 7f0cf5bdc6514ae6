/**
 * What a new transaction may meet: other transactions of its request, and other versions of the same escrow. Two with
 * the same sequence number exclude each other on the ledger. Any other rival must be known to be dead, or the person is
 * asked. Pure; the facts are read by `gather.ts`.
 */
import { checkTerms } from '../../actions/deploy/check-deploy.ts';
import { Differences } from '../../actions/differences.ts';
import type { Difference } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import { escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import {
  type ActionRequest,
  isUndecided,
  mayBeSent,
  type NewTransaction,
  type PreparedRequest,
  type PreparedTransaction,
  type TransactionState,
} from '../model/requests.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { paidStop, timeOf } from './repetition.ts';

/** As the ledger has them now. */
export type Others = {
  /** The request that the new transaction belongs to or repeats, if there is one. */
  readonly existing: PreparedRequest | undefined;
  /** Equal requests that ended, or were followed by another round. */
  readonly previous: readonly PreparedRequest[];
  /** Requests of the same escrow, payment or step with other terms. */
  readonly versions: readonly PreparedRequest[];
};

export type RivalFacts = Others & {
  readonly request: ActionRequest;
  readonly built: Pick<NewTransaction, 'hash' | 'sequence'>;
  readonly network: Network;
  readonly hasLedger: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type RivalDecision =
  /** `rival` may still settle next to the new one until its time is over: nothing is handed out. */
  | { readonly kind: 'wait'; readonly rival: PreparedTransaction }
  | {
      readonly kind: 'add';
      /** What the person is asked before anything is handed out. */
      readonly stops: readonly BlockingWarning[];
      /** Earlier versions that were never sent, newest first: the new one ends them. */
      readonly replaced: readonly PreparedRequest[];
      readonly differences: readonly Difference[];
      readonly seenRivals: ReadonlyMap<string, TransactionState>;
    };

export function decideRivals(facts: RivalFacts): RivalDecision {
  const { request, built, existing, versions, network, now } = facts;
  const rivals = rivalsOf(facts, built);
  const rival = rivals.find(({ expiresAt }) => expiresAt > now);
  if (rival !== undefined) return { kind: 'wait', rival };
  // A version made after the request that is being renewed is newer, and is not replaced.
  const earlier = versions.filter(({ madeAt }) => existing === undefined || madeAt <= existing.madeAt);
  const replaced = earlier.filter((version) => version.end === undefined && isUnsent(version));
  const opened = earlier.filter((version) => isUnsent(version) && isBeforeSomebody(version, now));
  // A step that was already taken is no other version: the ledger shows its effect.
  const isStep = 'state' in request.request;
  const settled = isStep
    ? []
    : versions.flatMap(({ transactions }) => transactions.filter(({ state }) => state === 'settled'));
  const [newest] = replaced;
  return {
    kind: 'add',
    stops: [
      ...settled.map((before): BlockingWarning => {
        if (request.action === 'fund') return paidStop(network, request.request, timeOf(before));
        return { code: 'ANOTHER_VERSION_SETTLED', params: { contractId: before.contractId } };
      }),
      ...opened.map((version): BlockingWarning => {
        const params = { id: version.id, differences: differencesFrom(network, version, request) };
        return { code: 'REPLACES_OPENED', params };
      }),
      ...uncoveredStop(rivals, facts.hasLedger),
    ],
    replaced,
    differences: newest === undefined ? [] : differencesFrom(network, newest, request),
    seenRivals: new Map(
      allOf(facts).flatMap(({ transactions }) => transactions.map(({ hash, state }) => [hash, state] as const)),
    ),
  };
}

/** Earlier transactions that could settle next to the built one, for all that is known. */
export function rivalsOf(others: Others, { hash, sequence }: RivalFacts['built']): readonly PreparedTransaction[] {
  return allOf(others)
    .flatMap(({ transactions }) => transactions)
    .filter((earlier) => isUndecided(earlier) || isDeathDoubtful(earlier))
    .filter((earlier) => !earlier.isGivenUp && earlier.hash !== hash && earlier.sequence !== sequence);
}

const allOf = ({ existing, previous, versions }: Others): readonly PreparedRequest[] => [
  ...(existing === undefined ? [] : [existing]),
  ...previous,
  ...versions,
];

/** Their time is over, and no ledger has confirmed that they did not settle. */
function uncoveredStop(rivals: readonly PreparedTransaction[], hasLedger: boolean): readonly BlockingWarning[] {
  if (rivals.length === 0) return [];
  const transactions = rivals.map(({ hash }) => hash).sort();
  return [{ code: hasLedger ? 'NOT_COVERED' : 'NO_LEDGER_TO_ASK', params: { transactions } }];
}

/** Whether a person has its page open with something to sign, even if it was discarded meanwhile. */
function isBeforeSomebody({ openedAt, end, transactions }: PreparedRequest, now: number): boolean {
  if (openedAt === undefined || (end !== undefined && end.as !== 'discarded')) return false;
  return (
    end === undefined || transactions.some((transaction) => isUndecided(transaction) && transaction.expiresAt > now)
  );
}

function isUnsent({ transactions }: PreparedRequest): boolean {
  return !transactions.some(
    (transaction) =>
      transaction.state === 'settled' ||
      transaction.state === 'taken' ||
      (mayBeSent(transaction) && !transaction.isGivenUp),
  );
}

/** Of two versions; `asked` is the newer one's. */
export function differencesFrom(network: Network, before: ActionRequest, request: ActionRequest): Difference[] {
  if (before.action !== 'deploy' || request.action !== 'deploy') return [];
  const differences = new Differences();
  checkTerms(escrowOnChain(before.request, network), request.request, network, differences);
  return [...differences.list];
}
