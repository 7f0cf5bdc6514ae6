/** Every combination of what may be known of a signed transaction, and of who asks. */
import { expect, test } from 'vitest';
import type { PreparedRequest, PreparedTransaction, TransactionState } from '../model/requests.ts';
import { decideRefusal, decideSending, type RefusalFacts, type SendingFacts } from './decide.ts';

const NOW = 1_900_000_000_000;
const STATES: readonly TransactionState[] = [
  'offered',
  'sending',
  'accepted',
  'unknown',
  'settled',
  'taken',
  'rejected',
  'dead',
];
const BOOLEANS = [false, true] as const;
const maySettle = (state: TransactionState) => state === 'sending' || state === 'accepted' || state === 'unknown';

function* sendings(): Generator<SendingFacts> {
  for (const state of STATES)
    for (const expiresAt of [NOW - 1, NOW, NOW + 1])
      for (const hasEnded of BOOLEANS)
        for (const verdict of ['allowed', 'not-now', 'changed', undefined] as const)
          for (const doneBefore of [undefined, { id: 'b' } as PreparedRequest])
            yield { transaction: { state, expiresAt }, hasEnded, verdict, doneBefore, now: NOW };
}

test('a signed transaction is sent for the first time only while everything still allows it', () => {
  const counts: Record<string, number> = {};
  for (const facts of sendings()) {
    const { transaction, hasEnded, verdict, doneBefore } = facts;
    const decision = decideSending(facts);
    counts[decision.kind] = (counts[decision.kind] ?? 0) + 1;
    const isOver = hasEnded || transaction.expiresAt <= NOW;
    const isOpen = !maySettle(transaction.state);
    // What was changed in the store never leaves it, and what another transaction displaced is not sent.
    if (verdict === 'changed' || transaction.state === 'dead') expect(decision.kind).not.toMatch(/^send/);
    // What may have been sent is sent again even late, so that its outcome is learned.
    if (maySettle(transaction.state) && verdict !== 'changed') expect(decision.kind).toBe('send-again');
    if (isOpen && isOver) expect(decision.kind).toBe('late');
    const isAllowed = verdict !== 'changed' && verdict !== 'not-now' && doneBefore === undefined;
    const isFirst = isOpen && !isOver && transaction.state !== 'dead' && isAllowed;
    expect(decision.kind === 'send', JSON.stringify(facts)).toBe(isFirst);
    if (decision.kind === 'done') expect(decision.by).toBe(doneBefore);
  }
  expect(Object.keys(counts).sort()).toEqual(['changed', 'displaced', 'done', 'late', 'not-now', 'send', 'send-again']);
});

test('nobody learns of another transaction of a request that they may not see', () => {
  for (const state of STATES) {
    for (const settlement of [undefined, { status: 'settled' } as PreparedTransaction['settlement']]) {
      for (const isOther of BOOLEANS) {
        for (const isSeen of BOOLEANS) {
          const because = settlement === undefined ? { state } : { state, settlement };
          const decision = decideRefusal({ because, isOther, isSeen } as RefusalFacts);
          if (isOther && !isSeen) expect(decision).toBe('not-theirs');
          else expect(decision).not.toBe('not-theirs');
          // A stored outcome is the last word only where nothing can change it any more.
          if (decision === 'decided') expect(maySettle(state) || settlement === undefined).toBe(false);
          if (decision === 'learn') expect(settlement !== undefined && maySettle(state) && !isOther).toBe(true);
        }
      }
    }
  }
});
