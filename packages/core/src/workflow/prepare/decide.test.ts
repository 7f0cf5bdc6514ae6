/**
 * Every combination of what may be known when something is asked for: the kept request, the states of its transactions,
 * equal requests before it, the account, and what the person wants.
 */
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { expect, onTestFinished, test } from 'vitest';
import type { ActionName } from '../../actions/action.ts';
import type { RunningContext } from '../context.ts';
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

type Choices = Readonly<Record<string, readonly unknown[]>>;
type Chosen<All extends Choices> = { [Name in keyof All]: All[Name][number] };

/** Every combination of one value of each list. */
function* combinations<All extends Choices>(all: All): Generator<Chosen<All>> {
  const [first, ...others] = Object.entries(all);
  if (first === undefined) yield {} as Chosen<All>;
  else
    for (const chosen of combinations(Object.fromEntries(others)))
      for (const value of first[1]) yield { [first[0]]: value, ...chosen } as Chosen<All>;
}

const maySettle = ({ state, isGivenUp }: PreparedTransaction) =>
  !isGivenUp && (state === 'sending' || state === 'unknown' || state === 'accepted');
const isDone = ({ state }: PreparedTransaction) => state === 'settled' || state === 'taken';

/** The transactions of a kept request: the newest in each state, and one before it that is over or may not be. */
function* transactionsOf(): Generator<readonly PreparedTransaction[]> {
  const sequences = [`${NEXT}`, `${NEXT - 1n}`];
  for (const { state, left, sequence } of combinations({
    state: TRANSACTION_STATES,
    left: LIVES,
    sequence: sequences,
  })) {
    const newest = { state, expiresAt: NOW + left, sequence };
    yield [transaction(newest)];
    for (const before of combinations({ state: TRANSACTION_STATES, isGivenUp: BOOLEANS })) {
      yield [transaction(newest), transaction({ ...before, sequence: `${NEXT - 2n}`, expiresAt: NOW - 1 })];
    }
  }
}

/** What is known next to the kept request. */
function* circumstances(): Generator<Omit<RequestFacts, 'existing' | 'previous'>> {
  for (const { action, ...facts } of combinations({
    action: ACTIONS,
    wantsAnother: BOOLEANS,
    isRenewal: BOOLEANS,
    nextSequence: [NEXT, NEXT + 1n, 'no-account', undefined] as const,
    isIntact: BOOLEANS,
    isPartlySigned: BOOLEANS,
    hasLedger: BOOLEANS,
  })) {
    yield { ...facts, request: asked(action), names: [], now: NOW };
  }
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

test('counts a previous request that settled after it had ended before what was prepared since', () => {
  const broken: unknown[] = [];
  for (const around of circumstances()) {
    const kept = [undefined, request(around.request.action, [transaction({})])];
    for (const { state, round, existing } of combinations({
      state: TRANSACTION_STATES,
      round: [0, 1, 2],
      existing: kept,
    })) {
      const end = { as: 'discarded', at: NOW } as const;
      const before = request(around.request.action, [transaction({ state })], { id: 'b', round, end });
      const decision = decideRequest({ ...around, existing, previous: [before] });
      const counts = isDone({ state } as PreparedTransaction) && round >= (existing?.round ?? 0);
      if (decision.existing !== (counts ? before : existing)) broken.push({ state, round, decision });
      // The round of a new request is never one that was used.
      const isNew = decision.kind === 'build' && decision.existing === undefined;
      if (isNew && decision.round !== round) broken.push({ state, round, decision });
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
  const counts = { waits: 0, asks: 0 };
  for (const { where, hasLedger, isFinal, end, ...of } of combinations({
    state: TRANSACTION_STATES,
    left: LIVES,
    isGivenUp: BOOLEANS,
    sequence: [`${NEXT}`, `${NEXT - 1n}`, `${NEXT + 1n}`, undefined],
    where: ['existing', 'previous', 'versions'] as const,
    hasLedger: BOOLEANS,
    isFinal: BOOLEANS,
    end: ENDS,
  })) {
    const { state, left, isGivenUp, sequence } = of;
    const { sequence: _, ...rest } = transaction({
      ...{ state, isGivenUp, expiresAt: NOW + left },
      ...(isFinal ? FINAL_DEATH : {}),
    });
    const other = sequence === undefined ? rest : { ...rest, sequence };
    const prepared = request('approve', [other], end === undefined ? {} : { end });
    const decision = decideRivals(rivalFacts({ [where]: where === 'existing' ? prepared : [prepared], hasLedger }));
    // Two with one sequence number exclude each other; what was read as dead twice cannot settle any more.
    const isUndecided = state === 'offered' || maySettle({ ...other, isGivenUp: false });
    const isReadOnce = (state === 'dead' || state === 'rejected') && !isFinal;
    const couldBothSettle = (isUndecided || isReadOnce) && !isGivenUp && sequence !== `${NEXT}`;
    const isInTime = left > 0;
    if (couldBothSettle) counts[isInTime ? 'waits' : 'asks'] += 1;
    const question = { code: hasLedger ? 'NOT_COVERED' : 'NO_LEDGER_TO_ASK', params: { transactions: [other.hash] } };
    const isAsked =
      decision.kind === 'add' &&
      decision.stops.some(
        ({ code, params }) => code === question.code && JSON.stringify(params) === JSON.stringify(question.params),
      );
    const isRight = !couldBothSettle
      ? decision.kind === 'add' && !isAsked && decision.seenRivals.get(other.hash) === state
      : isInTime
        ? decision.kind === 'wait' && decision.rival === other
        : isAsked;
    if (!isRight) broken.push({ ...of, where, end, decision });
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(Math.min(counts.waits, counts.asks)).toBeGreaterThan(100);
});

test('ends only earlier versions that were never sent, and asks where a person has one before them', () => {
  const broken: unknown[] = [];
  for (const of of combinations({
    state: TRANSACTION_STATES,
    isGivenUp: BOOLEANS,
    end: ENDS,
    openedAt: [undefined, NOW - 1_000],
    madeAt: [NOW - 120_000, NOW - 60_000, NOW - 1],
    existing: [undefined, request('approve', [])],
  })) {
    const { state, isGivenUp, end, openedAt, madeAt, existing } = of;
    // The same sequence number, so that it is no rival.
    const other = transaction({ state, isGivenUp });
    const ended = { ...(end && { end }), ...(openedAt && { openedAt }) };
    const version = request('approve', [other], { id: 'v', madeAt, ...ended });
    const decision = decideRivals(rivalFacts({ existing, versions: [version] }));
    if (decision.kind !== 'add') throw new Error('no other one could settle');
    const isUnsent = !isDone(other) && !maySettle(other);
    const isEarlier = existing === undefined || madeAt <= existing.madeAt;
    const couldBeSigned = state === 'offered' || (isGivenUp && maySettle({ ...other, isGivenUp: false }));
    const isSignable = end === undefined || (end.as === 'discarded' && couldBeSigned);
    const isReplaced = isEarlier && isUnsent && end === undefined;
    const isAsked = isEarlier && isUnsent && openedAt !== undefined && isSignable;
    const asks = decision.stops.some(({ code }) => code === 'REPLACES_OPENED');
    if (decision.replaced.includes(version) !== isReplaced || asks !== isAsked) broken.push({ ...of, decision });
  }
  expect(broken.slice(0, 3)).toEqual([]);
});

test('reads each rival again as what it is: the request itself, an equal one before it, another version', async () => {
  const store = openSqliteStore(undefined, 'sandbox', () => NOW);
  onTestFinished(() => store.close());
  const rival = (id: string) => request('deploy', [transaction({ sequence: '1' })], { id });
  const others = { existing: rival('existing'), previous: [rival('previous')], versions: [rival('version')] };
  const context = { store, patience: HURRY, now: () => NOW, call: () => ({}) } as unknown as RunningContext;
  const built = { ...transaction({}), hash: 'new' };
  expect(await refreshRivals(context, others, built as never)).toEqual(others);
});
