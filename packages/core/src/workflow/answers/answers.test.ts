/** Answers questions about an escrow from its state on the ledger and from the events of its payments. */
import {
  escrowOf,
  type Life,
  networkOf,
  PEOPLE,
  STEP_KINDS,
  type StepKind,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { expect, test } from 'vitest';
import type { EscrowState } from '../../actions/steps/escrow-state.ts';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import { ENGLISH } from '../../words/all.ts';
import type { Happening } from '../model/list-views.ts';
import { termsView } from '../read/escrow-terms.ts';
import { getsOf, moneyAnswers, paidNoteOf, sinceAgreedOf, withMissing } from './answers.ts';

/** Milestones of 100 and 200, or 300 at once; fees of 1 % and 0.3 %. */
function stateOf(kind: StepKind, life: Life, held: number): EscrowState {
  const escrow = escrowOf(kind, life);
  const network = networkOf(kind);
  return { kind: STEP_KINDS[kind] as EscrowKind, escrow, held: units(held), decimals: 7, token: 'USDC', network };
}
const answersOf = (...of: Parameters<typeof stateOf>) => moneyAnswers(stateOf(...of), { words: ENGLISH });
const lists = (now: number[], onceApproved: number[], notEnoughFor: number[]) => ({ now, onceApproved, notEnoughFor });
const approved = { approved: true };

test.each<[string, StepKind, Life, number, string, ReturnType<typeof lists>]>([
  ['empty', 'live-multi', {}, 0, '300', lists([], [], [1, 2])],
  ['with enough for the first', 'live-multi', { flags: [approved] }, 120, '180', lists([1], [], [2])],
  ['with enough for either, not for both', 'live-multi', {}, 200, '100', lists([], [1, 2], [])],
  ['with too much', 'live-multi', { flags: [{}, approved] }, 301, '0', lists([2], [1], [])],
  ['with one paid', 'live-multi', { flags: [{ released: true }] }, 50, '150', lists([], [], [2])],
  ['with one in dispute', 'live-multi', { flags: [{ disputed: true }] }, 250, '50', lists([], [2], [])],
  ['all in dispute', 'live-multi', { flags: [{ disputed: true }, { disputed: true }] }, 5, '0', lists([], [], [])],
  ['paid at once and half approved', 'live-single', { flags: [approved] }, 300, '0', lists([], [1, 2], [])],
  ['paid at once and approved', 'live-single', { flags: [approved, approved] }, 300, '0', lists([1, 2], [], [])],
  ['paid at once, with too little', 'live-single', { flags: [approved, approved] }, 299, '1', lists([], [], [1, 2])],
])(
  'one that is %s says what is missing, and which milestones its money covers',
  (_, kind, life, held, missing, can) => {
    expect(answersOf(kind, life, held)).toMatchObject({ missing, canBePaid: can });
  },
);

test.each<[string, Life, number, (string | undefined)[]]>([
  ['covers the first of two', {}, 100, ['0', '200']],
  ['covers the second, which is the only one that can be paid', { flags: [{}, approved] }, 200, ['100', '0']],
  ['covers a part of the only one that can be paid', { flags: [{}, approved] }, 120, ['100', '80']],
  ['covers the second of two that can be paid', { flags: [approved, approved] }, 250, ['0', '50']],
  ['is left after a payout', { flags: [{ released: true }] }, 150, [undefined, '50']],
  ['is what a dispute is about', { flags: [{ disputed: true }] }, 100, [undefined, '200']],
  ['can be paid out before a dispute is decided', { flags: [{ disputed: true }, approved] }, 200, [undefined, '0']],
  ['is more than enough', { flags: [approved] }, 301, ['0', '0']],
])('shows what each open milestone lacks once those before it are paid when the money %s', (_, life, held, missing) => {
  const state = stateOf('live-multi', life, held);
  const { milestones } = termsView(state.escrow, state.network, 7);
  expect(withMissing(milestones, state).map((each) => each.missing)).toEqual(missing);
});

test('shows an approved milestone that is covered as payable when one before it costs more than the escrow holds', () => {
  const state = stateOf('live-multi', { flags: [approved, approved] }, 150);
  const swapped = { ...state, escrow: { ...state.escrow, milestones: state.escrow.milestones.toReversed() } };
  const { milestones } = termsView(swapped.escrow, state.network, 7);
  expect(withMissing(milestones, swapped).map(({ missing }) => missing)).toEqual(['150', '0']);
});

test('shows nothing missing for a milestone that is paid out or in dispute', () => {
  const over = stateOf('live-multi', { flags: [{ released: true }, { disputed: true }] }, 120);
  const ended = termsView(over.escrow, over.network, 7).milestones;
  expect(withMissing(ended, over)).toEqual(ended);
});

test('says that only the dispute resolver moves the money after a dispute when the work never comes', () => {
  const begin = 'The contract has no deadline, and no money comes back automatically.';
  expect(answersOf('live-multi', {}, 300).ifNotDelivered).toBe(
    `${begin} Any one of these can open a dispute over milestones 1 and 2: Approver, Service provider, Platform, Release signer, Receiver. The dispute resolver alone decides who gets the 300 USDC in it. If all of it is returned, 296.1 USDC arrive after fees.`,
  );
  expect(answersOf('live-single', { whole: { disputed: true } }, 300).ifNotDelivered).toMatch(
    /^The contract has no deadline, .* automatically\. The dispute resolver alone decides who gets the 300 USDC in it\./,
  );
  expect(answersOf('live-multi', {}, 0).ifNotDelivered).toBe('Nothing is lost: no money is in it.');
  const paid = { released: true };
  expect(answersOf('live-multi', { flags: [paid, paid] }, 0).ifNotDelivered).toBe('Nothing: no money is left in it.');
});

test('counts the open amount of each receiver after fees, and disputed amounts separately', () => {
  const { receiver } = PEOPLE;
  expect(getsOf(escrowOf('live-multi'), 7)).toEqual([{ to: receiver, toCome: '296.1' }]);
  expect(getsOf(escrowOf('live-single'), 7)).toEqual([{ to: receiver, toCome: '296.1' }]);
  const life = { flags: [{ released: true }, { disputed: true }] };
  expect(getsOf(escrowOf('live-multi', life), 7)).toEqual([{ to: receiver, toCome: '0', inDispute: '200' }]);
});

test.each([
  [undefined, { is: 'not-known' }],
  [{ changes: [], own: [], isCompared: true }, { is: 'unchanged' }],
  [{ changes: [], own: [], isCompared: false }, { is: 'not-known' }],
  [
    { changes: [{ field: 'title', asked: 'A', found: 'B' }], own: [], isCompared: true },
    { is: 'changed', differences: [{ field: 'title', agreed: 'A', now: 'B' }] },
  ],
  [
    { changes: [], own: [{ field: 'title', asked: 'A', found: 'B' }], isCompared: true },
    { is: 'changed-by-you', differences: [{ field: 'title', agreed: 'A', now: 'B' }] },
  ],
])('%# reports what was changed since it was signed, also when nothing was or it is unknown', (now, answer) => {
  expect(sinceAgreedOf(now && { ...now, next: '' })).toEqual(answer);
});

const CONTEXT = { network: { ...networkOf('live-multi'), feeAddress: PEOPLE.stranger }, words: ENGLISH };
const RELEASED: Happening = {
  ...{ by: 'ledger', kind: 'released', at: Date.UTC(2026, 10, 20), milestone: 1, transactionHash: 'ff' },
  paid: [
    { to: PEOPLE.stranger, amount: '0.3' },
    { to: PEOPLE.platformAddress, amount: '1' },
    { to: PEOPLE.receiver, amount: '98.7' },
  ],
};
const viewOf = (life: Life) => termsView(escrowOf('live-multi', life), CONTEXT.network, 7);
const half = viewOf({ flags: [{ released: true }] });

test('explains where the events do not show all that was paid out, and says nothing where they do', () => {
  const { paid: _, ...unpaid } = RELEASED;
  const noteOf = (happened: readonly Happening[], isWhole: boolean, view = half) =>
    paidNoteOf(CONTEXT, view, { happened, isWhole });
  expect(noteOf([RELEASED], true)).toBeUndefined();
  for (const happened of [[], [unpaid]]) expect(noteOf(happened, false)).toBe(ENGLISH.PAID_NOT_AVAILABLE);
  expect(noteOf([RELEASED], false)).toBe(ENGLISH.PAID_IN_PART);
  // As long as no milestone is finished, nothing can have left it.
  expect(noteOf([], false, viewOf({}))).toBeUndefined();
});
