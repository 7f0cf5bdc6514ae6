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
import { createPart } from '@countersign/testkit/record/part';
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
const [approved, disputed, released] = [{ approved: true }, { disputed: true }, { released: true }];

const STATES: readonly (readonly [title: string, kind: StepKind, life: Life, held: number])[] = [
  ['empty', 'live-multi', {}, 0],
  ['with enough for the first', 'live-multi', { flags: [approved] }, 120],
  ['with enough for either, not for both', 'live-multi', {}, 200],
  ['with as much as the first costs', 'live-multi', {}, 100],
  ['with enough for the only one that can be paid, the second', 'live-multi', { flags: [{}, approved] }, 200],
  ['with a part of the only one that can be paid', 'live-multi', { flags: [{}, approved] }, 120],
  ['with a part of the second of two that can be paid', 'live-multi', { flags: [approved, approved] }, 250],
  ['with enough for two that can be paid', 'live-multi', { flags: [approved, approved] }, 300],
  ['with too much', 'live-multi', { flags: [{}, approved] }, 301],
  ['with one paid', 'live-multi', { flags: [released] }, 50],
  ['with one in dispute', 'live-multi', { flags: [disputed] }, 250],
  ['with as much as a dispute is about', 'live-multi', { flags: [disputed] }, 100],
  ['with one in dispute and one that can be paid before', 'live-multi', { flags: [disputed, approved] }, 200],
  ['all in dispute', 'live-multi', { flags: [disputed, disputed] }, 5],
  ['with one paid and one in dispute', 'live-multi', { flags: [released, disputed] }, 120],
  ['all paid', 'live-multi', { flags: [released, released] }, 0],
  ['paid at once and half approved', 'live-single', { flags: [approved] }, 300],
  ['paid at once and approved', 'live-single', { flags: [approved, approved] }, 300],
  ['paid at once, with too little', 'live-single', { flags: [approved, approved] }, 299],
  ['paid at once, in dispute', 'live-single', { whole: disputed }, 300],
];

test('answers for each state what is missing, what can be paid, who gets what, and what if the work never comes', async () => {
  const part = createPart();
  for (const [title, ...of] of STATES) {
    const state = stateOf(...of);
    const { milestones } = termsView(state.escrow, state.network, 7);
    part.note(title, moneyAnswers(state, { words: ENGLISH }));
    part.note(
      '  each lacks',
      withMissing(milestones, state)
        .map(({ missing }) => missing ?? 'nothing')
        .join(', '),
    );
    part.note('  gets', getsOf(state.escrow, 7));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/money-answers.txt');
});

test('shows an approved milestone that is covered as payable when one before it costs more than the escrow holds', () => {
  const state = stateOf('live-multi', { flags: [approved, approved] }, 150);
  const swapped = { ...state, escrow: { ...state.escrow, milestones: state.escrow.milestones.toReversed() } };
  const { milestones } = termsView(swapped.escrow, state.network, 7);
  expect(withMissing(milestones, swapped).map(({ missing }) => missing)).toEqual(['150', '0']);
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
