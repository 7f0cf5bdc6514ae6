/** Every combination of what may be known of a signed transaction, and of its sender. */
import { expect, test } from 'vitest';
import { CountersignError } from '../../errors/errors.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import { type PreparedRequest, TRANSACTION_STATES, type TransactionState } from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { decideSending, decideUsed, type Gate, type Gates, type SendingDecision, type SendingFacts } from './decide.ts';

const NOW = 1_900_000_000_000;
const BOOLEANS = [false, true] as const;
const maySettle = (state: TransactionState) => state === 'sending' || state === 'accepted' || state === 'unknown';

const LIMIT = new CountersignError('LIMIT_REACHED');
const CHANGE = new CountersignError('ESCROW_CHANGED');
const BLOCKERS = [{ code: 'NO_LEDGER_TO_ASK', params: { transactions: [] } }] as readonly BlockingWarning[];
const settlement = (status: KeptSettlement['status']) => ({ status }) as KeptSettlement;
const GRANTED = { kind: 'granted', number: 1, before: 'offered' } as const;

/** What each gate may find, in the order of the gates: open first. `usedBy` is read only if the number was used. */
const FINDINGS: { readonly [Name in Gate]: readonly Gates[Name][] } = {
  limits: ['within', undefined, LIMIT],
  confirmations: [[], undefined, BLOCKERS],
  riskAgain: [{ unconfirmed: [] }, undefined, { unconfirmed: BLOCKERS }, { change: CHANGE }],
  turn: ['next', undefined, 'ahead', 'used'],
  usedBy: [undefined, ...(['unknown', 'expired', 'displaced', 'settled'] as const).map(settlement)],
  claim: [
    GRANTED,
    undefined,
    { kind: 'renewed' },
    { kind: 'ended', end: { as: 'declined', at: NOW } },
    { kind: 'refused', because: { hash: 'b', state: 'unknown' }, isSeen: true },
  ],
};
const GATES = Object.keys(FINDINGS) as readonly Gate[];

function* findings(gates = GATES): Generator<Gates> {
  const [first, ...others] = gates;
  if (first === undefined) yield {};
  else
    for (const later of findings(others))
      for (const found of FINDINGS[first]) yield found === undefined ? later : { [first]: found, ...later };
}

function* sendings(): Generator<SendingFacts> {
  const all = [...findings()];
  for (const state of TRANSACTION_STATES)
    for (const expiresAt of [NOW, NOW + 1])
      for (const hasEnded of BOOLEANS)
        for (const verdict of ['allowed', 'not-now', 'changed', undefined] as const)
          for (const doneBefore of [undefined, { id: 'b' } as PreparedRequest])
            for (const gates of all)
              yield { transaction: { hash: 'a', state, expiresAt }, hasEnded, verdict, doneBefore, now: NOW, ...gates };
}

/** The first gate that is not open, in the order in which a first sending reads them. */
const notOpen = (facts: SendingFacts): Gate | undefined =>
  GATES.find((gate) =>
    gate === 'usedBy'
      ? facts.turn === 'used'
      : gate === 'turn'
        ? facts.turn !== 'next' && facts.turn !== 'used'
        : facts[gate] !== FINDINGS[gate][0],
  );

/** What is decided where that gate is not open. */
function closedBy(gate: Gate, facts: SendingFacts): Partial<SendingDecision> {
  const { usedBy } = facts;
  if (facts[gate] === undefined) return { kind: 'read', gate };
  switch (gate) {
    case 'limits':
      return { kind: 'limit-reached', error: LIMIT };
    case 'confirmations':
      return { kind: 'to-confirm', blockers: BLOCKERS, isNew: false };
    case 'riskAgain':
      return 'change' in (facts.riskAgain ?? {})
        ? { kind: 'escrow-changed', error: CHANGE }
        : { kind: 'to-confirm', blockers: BLOCKERS, isNew: true };
    case 'turn':
      return { kind: 'not-its-turn' };
    case 'usedBy':
      return usedBy?.status === 'settled'
        ? { kind: 'decided', settlement: usedBy }
        : { kind: usedBy?.status === 'unknown' ? 'sequence-used' : 'displaced' };
    case 'claim':
      return { kind: ({ renewed: 'late', ended: 'ended', refused: 'other-was-sent' } as const)[closedClaim(facts)] };
  }
}
const closedClaim = ({ claim }: SendingFacts) => claim?.kind as 'renewed' | 'ended' | 'refused';

test('sends a signed transaction for the first time only while every gate is open, and reports the first that is not', () => {
  const counts: Record<string, number> = {};
  const broken: unknown[] = [];
  for (const facts of sendings()) {
    const { transaction, hasEnded, verdict, doneBefore } = facts;
    const decision = decideSending(facts);
    counts[decision.kind] = (counts[decision.kind] ?? 0) + 1;
    const isAgain = maySettle(transaction.state);
    const isOver = hasEnded || transaction.expiresAt <= NOW;
    const gate = notOpen(facts);
    let expected: Partial<SendingDecision> = { kind: 'send', claim: GRANTED };
    if (!isAgain && isOver) expected = { kind: 'late' };
    else if (transaction.state === 'dead') expected = { kind: 'displaced' };
    // What was changed in the store never leaves it.
    else if (verdict === 'changed') expected = { kind: 'changed' };
    // What may have been sent is sent again even late, so that its outcome is learned.
    else if (isAgain) expected = facts.claim === GRANTED ? expected : closedBy('claim', facts);
    else if (verdict === 'not-now') expected = { kind: 'not-now' };
    else if (doneBefore !== undefined) expected = { kind: 'done', by: doneBefore };
    else if (gate !== undefined) expected = closedBy(gate, facts);
    const isRight = Object.entries(expected).every(([name, value]) => decision[name as 'kind'] === value);
    if (!isRight) broken.push({ facts, decision, expected });
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(
    ['changed', 'decided', 'displaced', 'done', 'ended', 'escrow-changed', 'late', 'limit-reached', 'not-its-turn']
      .concat(['not-now', 'other-was-sent', 'read', 'send', 'sequence-used', 'to-confirm'])
      .sort(),
  );
});

const FIRST: SendingFacts = {
  transaction: { hash: 'a', state: 'offered', expiresAt: NOW + 1 },
  ...{ hasEnded: false, verdict: 'allowed', doneBefore: undefined, now: NOW },
};

test('reads every gate once, in its order, before a first sending', () => {
  let facts = FIRST;
  const read: Gate[] = [];
  for (let decision = decideSending(facts); decision.kind === 'read'; decision = decideSending(facts)) {
    read.push(decision.gate);
    facts = { ...facts, [decision.gate]: FINDINGS[decision.gate][0] };
  }
  expect(read).toEqual(['limits', 'confirmations', 'riskAgain', 'turn', 'claim']);
  expect(decideSending(facts)).toEqual({ kind: 'send', claim: GRANTED });
});

const CLAIMS = TRANSACTION_STATES.flatMap((state) =>
  [undefined, settlement('settled')].flatMap((kept) =>
    BOOLEANS.flatMap((isOther) => BOOLEANS.map((isSeen) => ({ state, kept, isOther, isSeen }))),
  ),
);

test('shows a refused claim no other transaction of a request that the caller may not see', () => {
  for (const { state, kept, isOther, isSeen } of CLAIMS) {
    const because = { hash: isOther ? 'b' : 'a', state, ...(kept && { settlement: kept }) };
    const transaction = { hash: 'a', state: 'unknown', expiresAt: NOW + 1 } as const;
    const decision = decideSending({ ...FIRST, transaction, claim: { kind: 'refused', because, isSeen } });
    if (isOther && !isSeen) expect(decision).toEqual({ kind: 'not-theirs' });
    else if (kept !== undefined && !maySettle(state)) expect(decision).toEqual({ kind: 'decided', settlement: kept });
    else if (state === 'dead') expect(decision).toEqual({ kind: 'dead' });
    else if (isOther) expect(decision).toEqual({ kind: 'other-was-sent' });
    // Only where it was sent and has an outcome that may change, the ledger is read.
    else if (kept === undefined || state === 'sending') expect(decision).toEqual({ kind: 'being-sent' });
    else expect(decision).toEqual({ kind: 'learn', settlement: kept });
  }
});

test('treats a used sequence number as displaced unless the ledger shows the transaction itself', () => {
  for (const status of ['expired', 'displaced'] as const) {
    expect(decideUsed(settlement(status))).toEqual({ kind: 'displaced' });
  }
  expect(decideUsed(settlement('unknown'))).toEqual({ kind: 'sequence-used' });
  expect(decideUsed(settlement('rejected'))).toMatchObject({ kind: 'decided' });
});
