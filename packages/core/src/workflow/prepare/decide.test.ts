/**
 * Every combination of what may be known when something is asked for: the kept request, the states of its transactions,
 * equal requests before it, the account, and what the person wants.
 */
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { expect, onTestFinished, test } from 'vitest';
import type { ActionName } from '../../actions/action.ts';
import type { DeskContext } from '../context.ts';
import {
  type ActionRequest,
  type End,
  type PreparedRequest,
  type PreparedTransaction,
  TRANSACTION_STATES,
} from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { decideRivals, type RivalFacts } from '../risk/rivals.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { decideRequest, MIN_REUSED_LIFE_MS, type RequestFacts } from './decide.ts';
import { refreshRivals } from './gather.ts';

const NOW = 1_900_000_000_000;
const NEXT = 8n;
/** Left to live: long enough to be handed out again, too short for that, over. */
const LIVES = [MIN_REUSED_LIFE_MS + 1, MIN_REUSED_LIFE_MS, -1];
const ENDS: readonly (End | undefined)[] = [
  undefined,
  { as: 'superseded', at: NOW },
  { as: 'declined', at: NOW },
  { as: 'discarded', at: NOW },
];

let made = 0;
const newHash = (): string => {
  made += 1;
  return `${made}`;
};
const transaction = (more: Partial<PreparedTransaction>): PreparedTransaction => ({
  hash: newHash(),
  action: 'deploy',
  requestId: 'a',
  unsignedXdr: '',
  contractId: 'C',
  sequence: `${NEXT}`,
  offeredAt: NOW - 60_000,
  expiresAt: NOW + 60_000,
  reasons: [],
  state: 'offered',
  isGivenUp: false,
  isCounted: true,
  ...more,
});

const request = (
  action: ActionName,
  transactions: readonly PreparedTransaction[],
  more: Partial<PreparedRequest> = {},
): PreparedRequest =>
  ({
    action,
    request: ASKED[action],
    id: 'a',
    requestKey: 'k',
    round: 1,
    madeAt: NOW - 60_000,
    risk: { stops: [], warnings: [], facts: [] },
    names: [],
    transactions,
    ...more,
  }) as unknown as PreparedRequest;

const ASKED = {
  deploy: { engagementId: 'E' },
  fund: { escrow: 'C', amount: '5', trustline: { address: 'T', decimals: 7 }, code: 'c', expected: 'e' },
  approve: { escrow: 'C', milestone: 1, code: 'c', state: 's', held: '5' },
} as unknown as Record<ActionName, ActionRequest['request']>;
const ACTIONS = ['deploy', 'fund', 'approve'] as const;
const asked = (action: ActionName) => ({ action, request: ASKED[action] }) as ActionRequest;

const BOOLEANS = [false, true] as const;
const maySettle = ({ state, isGivenUp }: PreparedTransaction) =>
  !isGivenUp && (state === 'sending' || state === 'unknown' || state === 'accepted');
const isDone = ({ state }: PreparedTransaction) => state === 'settled' || state === 'taken';

/** The transactions of a kept request: the newest in each state, and one before it that is over or may not be. */
function* transactionsOf(): Generator<readonly PreparedTransaction[]> {
  for (const state of TRANSACTION_STATES) {
    for (const left of LIVES) {
      for (const sequence of [`${NEXT}`, `${NEXT - 1n}`]) {
        const newest = { state, expiresAt: NOW + left, sequence };
        yield [transaction(newest)];
        for (const before of TRANSACTION_STATES) {
          for (const isGivenUp of BOOLEANS) {
            const earlier = { state: before, isGivenUp, sequence: `${NEXT - 2n}`, expiresAt: NOW - 1 };
            yield [transaction(newest), transaction(earlier)];
          }
        }
      }
    }
  }
}

/** What is known next to the kept request. */
function* circumstances(): Generator<Omit<RequestFacts, 'existing' | 'previous'>> {
  for (const action of ACTIONS)
    for (const wantsAnother of BOOLEANS)
      for (const isRenewal of BOOLEANS)
        for (const nextSequence of [NEXT, NEXT + 1n, 'no-account', undefined] as const)
          for (const isIntact of BOOLEANS)
            for (const isPartlySigned of BOOLEANS)
              for (const hasLedger of BOOLEANS)
                yield {
                  request: asked(action),
                  wantsAnother,
                  isRenewal,
                  names: [],
                  nextSequence,
                  isIntact,
                  isPartlySigned,
                  hasLedger,
                  now: NOW,
                };
}

test('reuses a stored request where possible, and never builds it again while another one may settle', () => {
  const counts = { over: 0, reuse: 0, build: 0 };
  const broken: unknown[] = [];
  for (const around of circumstances()) {
    const { action } = around.request;
    for (const transactions of transactionsOf()) {
      for (const end of ENDS) {
        const existing = request(action, transactions, end === undefined ? {} : { end });
        const facts = { ...around, existing, previous: [] };
        const decision = decideRequest(facts);
        counts[decision.kind] += 1;
        const [newest] = transactions as [PreparedTransaction];
        const isLive = newest.expiresAt - NOW > (facts.isPartlySigned ? 0 : MIN_REUSED_LIFE_MS);
        const isNext = facts.nextSequence === undefined || `${facts.nextSequence}` === newest.sequence;
        const isFree = end === undefined && !transactions.some((each) => isDone(each) || maySettle(each));
        const canBeReused = isFree && newest.state === 'offered' && isLive && isNext && facts.isIntact;
        const settled = transactions.some(({ state }) => state === 'settled');
        const taken = !settled && transactions.some(({ state }) => state === 'taken');
        const isTheServices = !settled && !taken && transactions.find(maySettle)?.state === 'accepted';
        const isRepeated =
          action === 'deploy'
            ? facts.wantsAnother && (settled || taken || (isTheServices && !facts.hasLedger))
            : settled && !facts.isRenewal;
        const expected = isRepeated ? 'build' : !isFree ? 'over' : canBeReused ? 'reuse' : 'build';
        const isRound = decision.kind !== 'build' || decision.round === existing.round + (isRepeated ? 1 : 0);
        const isAsked = decision.kind !== 'build' || decision.isRepetition === isRepeated;
        if (decision.kind !== expected || !isRound || !isAsked) broken.push({ facts, decision, expected });
      }
    }
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(Object.values(counts).every((count) => count > 1_000)).toBe(true);
});

test('a kept request is built again where names, escrow or an open question differ', () => {
  const transactions = [transaction({})];
  const facts = (action: ActionName, of: Partial<PreparedRequest>, more: Partial<RequestFacts> = {}): RequestFacts => ({
    request: asked(action),
    wantsAnother: false,
    isRenewal: false,
    existing: request(action, transactions, of),
    previous: [],
    names: [],
    nextSequence: NEXT,
    isIntact: true,
    isPartlySigned: false,
    hasLedger: true,
    now: NOW,
    ...more,
  });
  const named = [{ field: 'roles.approver', name: 'Ana', address: 'G' }] as unknown as PreparedRequest['names'];
  const changed = (action: ActionName, field: string) =>
    ({ request: { ...ASKED[action], [field]: 'other' } }) as unknown as Partial<PreparedRequest>;
  for (const action of ACTIONS) {
    expect(decideRequest(facts(action, {})).kind).toBe('reuse');
    expect(decideRequest(facts(action, { names: named })).kind).toBe('reuse');
    expect(decideRequest(facts(action, { names: named }, { names: named })).kind).toBe('reuse');
    expect(decideRequest(facts(action, {}, { names: named })).kind).toBe('build');
    for (const code of ['NOT_COVERED', 'NO_LEDGER_TO_ASK']) {
      const risk = { stops: [{ code, params: { transactions: [] } }], warnings: [], facts: [] };
      expect(decideRequest(facts(action, { risk } as unknown as Partial<PreparedRequest>)).kind).toBe('build');
    }
  }
  for (const field of ['code', 'expected'])
    expect(decideRequest(facts('fund', changed('fund', field))).kind).toBe('build');
  for (const field of ['state', 'held']) {
    expect(decideRequest(facts('approve', changed('approve', field))).kind).toBe('build');
  }
});

test('a previous request that settled after it had ended counts before what was prepared since', () => {
  const broken: unknown[] = [];
  for (const around of circumstances()) {
    const { action } = around.request;
    for (const state of TRANSACTION_STATES) {
      for (const round of [0, 1, 2]) {
        for (const kept of [undefined, request(action, [transaction({})])]) {
          const before = request(action, [transaction({ state })], {
            id: 'b',
            round,
            end: { as: 'discarded', at: NOW },
          });
          const decision = decideRequest({ ...around, existing: kept, previous: [before] });
          const counts = isDone({ state } as PreparedTransaction) && round >= (kept?.round ?? 0);
          if (counts && decision.existing !== before) broken.push({ state, round, decision });
          if (!counts && decision.existing !== kept) broken.push({ state, round, decision });
          // The round of a new request is never one that was used.
          const isNew = decision.kind === 'build' && decision.existing === undefined;
          if (isNew && decision.round !== round) broken.push({ state, round, decision });
        }
      }
    }
  }
  expect(broken.slice(0, 3)).toEqual([]);
});

/** As it is stored with what was read as dead twice. */
const FINAL_DEATH = {
  settlement: { death: { kind: 'dead', ledger: 9, isFinal: true } } as unknown as KeptSettlement,
};

const rivalFacts = (more: Partial<RivalFacts>): RivalFacts => ({
  request: asked('approve'),
  built: { hash: 'new', sequence: `${NEXT}` },
  existing: undefined,
  previous: [],
  versions: [],
  network: {} as RivalFacts['network'],
  hasLedger: true,
  now: NOW,
  ...more,
});

test('never gives out a second transaction that could also settle without a confirmation', () => {
  const broken: unknown[] = [];
  let waits = 0;
  let asks = 0;
  for (const state of TRANSACTION_STATES) {
    for (const left of LIVES) {
      for (const isGivenUp of BOOLEANS) {
        for (const sequence of [`${NEXT}`, `${NEXT - 1n}`, `${NEXT + 1n}`, undefined]) {
          for (const where of ['existing', 'previous', 'versions'] as const) {
            for (const [hasLedger, isFinal] of BOOLEANS.flatMap((one) =>
              BOOLEANS.map((other) => [one, other] as const),
            )) {
              for (const end of ENDS) {
                const of = { state, isGivenUp, expiresAt: NOW + left, ...(isFinal ? FINAL_DEATH : {}) };
                const { sequence: _, ...rest } = transaction(of);
                const other = sequence === undefined ? rest : { ...rest, sequence };
                const prepared = request('approve', [other], end === undefined ? {} : { end });
                const facts = rivalFacts({ [where]: where === 'existing' ? prepared : [prepared], hasLedger });
                const decision = decideRivals(facts);
                // Two with one sequence number exclude each other; what was read as dead twice cannot settle any more.
                const isUndecided = state === 'offered' || maySettle({ ...other, isGivenUp: false });
                const isReadOnce = (state === 'dead' || state === 'rejected') && !isFinal;
                const couldBothSettle = (isUndecided || isReadOnce) && !isGivenUp && sequence !== `${NEXT}`;
                const isInTime = left > 0;
                if (couldBothSettle && isInTime) waits += 1;
                if (couldBothSettle && !isInTime) asks += 1;
                const isAsked =
                  decision.kind === 'add' &&
                  decision.stops.some(
                    ({ code, params }) =>
                      code === (hasLedger ? 'NOT_COVERED' : 'NO_LEDGER_TO_ASK') &&
                      JSON.stringify(params) === JSON.stringify({ transactions: [other.hash] }),
                  );
                const isRight = couldBothSettle
                  ? isInTime
                    ? decision.kind === 'wait' && decision.rival === other
                    : isAsked
                  : decision.kind === 'add' && !isAsked && decision.seenRivals.get(other.hash) === state;
                if (!isRight) broken.push({ state, left, isGivenUp, sequence, where, end, decision });
              }
            }
          }
        }
      }
    }
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(waits).toBeGreaterThan(100);
  expect(asks).toBeGreaterThan(100);
});

test('a version ends only earlier ones that were never sent, and asks where a person has one before them', () => {
  const broken: unknown[] = [];
  for (const state of TRANSACTION_STATES) {
    for (const isGivenUp of BOOLEANS) {
      for (const end of ENDS) {
        for (const openedAt of [undefined, NOW - 1_000]) {
          for (const madeAt of [NOW - 120_000, NOW - 60_000, NOW - 1]) {
            for (const existing of [undefined, request('approve', [])]) {
              // The same sequence number, so that it is no rival.
              const other = transaction({ state, isGivenUp });
              const version = request('approve', [other], {
                id: 'v',
                madeAt,
                ...(end === undefined ? {} : { end }),
                ...(openedAt === undefined ? {} : { openedAt }),
              });
              const decision = decideRivals(rivalFacts({ existing, versions: [version] }));
              if (decision.kind !== 'add') throw new Error('no other one could settle');
              const isUnsent = !isDone(other) && !maySettle(other);
              const isEarlier = existing === undefined || madeAt <= existing.madeAt;
              const isReplaced = isEarlier && isUnsent && end === undefined;
              const isSignable =
                end === undefined ||
                (end.as === 'discarded' &&
                  (state === 'offered' || (isGivenUp && maySettle({ ...other, isGivenUp: false }))));
              const isAsked = isEarlier && isUnsent && openedAt !== undefined && isSignable;
              const asks = decision.stops.some(({ code }) => code === 'REPLACES_OPENED');
              if (decision.replaced.includes(version) !== isReplaced || asks !== isAsked) {
                broken.push({ state, isGivenUp, end, openedAt, madeAt, decision });
              }
            }
          }
        }
      }
    }
  }
  expect(broken.slice(0, 3)).toEqual([]);
});

test('reads each rival again as what it is: the request itself, an equal one before it, another version', async () => {
  const store = openSqliteStore(undefined, 'sandbox', () => NOW);
  onTestFinished(() => store.close());
  const rival = (id: string) => request('deploy', [transaction({ sequence: '1' })], { id });
  const others = { existing: rival('existing'), previous: [rival('previous')], versions: [rival('version')] };
  const context = { store, patience: HURRY, now: () => NOW } as unknown as DeskContext;
  const built = { ...transaction({}), hash: 'new' };
  expect(await refreshRivals(context, others, built as never, () => ({}))).toEqual(others);
});
