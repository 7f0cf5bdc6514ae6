/** An escrow's life as the page marks it: nothing is marked as done before it is. */
import type { PageEscrow } from '@countersign/core/desk';
import { expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import '../words/en.ts';
import { alike, askOf, type LifeStep, lifeOf, nameOfParty, sentenceOf, type Turn } from './life.ts';

const escrow = (changes: Partial<PageEscrow>) =>
  ({ milestones: [{ description: 'Logo', amount: '450', state: 'open' }], turn: [], ...changes }) as PageEscrow;

test.each<[string, Partial<PageEscrow>, string]>([
  ['somebody can pay in', { funded: 'none', turn: [{ role: 'anyone', action: 'fund' }] }, 'now'],
  ['it is there', { funded: 'fully' }, 'done'],
  ['there is more', { funded: 'over' }, 'done'],
  // In a dispute, and where its code is not known, no one is asked to pay.
  ['it is not there, and nobody is asked to pay', { funded: 'none' }, 'later'],
  ['a part is there, and nobody is asked to pay', { funded: 'partly' }, 'later'],
  ['the ledger does not tell', {}, 'later'],
])('the money where %s', (_, changes, mark) => {
  expect(lifeOf(escrow(changes)).find(({ what }) => what === 'money')?.mark).toBe(mark);
});

test('names an address as the address book or the sandbox does, and by no other source', () => {
  const names = [
    { address: 'A', name: 'Ana', from: 'address-book', setBy: 'page' },
    { address: 'B', name: 'Ben', from: 'sandbox' },
    { address: 'C', name: 'Cleo', from: 'network' },
  ];
  const view = { names, network: { name: 'public' } } as unknown as PageView;
  expect(['A', 'B', 'C'].map((address) => nameOfParty(view, address))).toEqual(['Ana', 'Ben', undefined]);
});

const step = (what: LifeStep['what'], mark: LifeStep['mark'], ...turns: Turn[]): LifeStep => ({ what, mark, turns });
const work = (milestone: number, mark: LifeStep['mark'], ...turns: Turn[]) => ({
  ...step('milestone', mark, ...turns),
  milestone,
});
const turn = (action: Turn['action'], milestone?: number, address = 'B'): Turn => ({
  ...{ role: action === 'fund' ? 'anyone' : 'approver', address, action },
  ...(milestone === undefined ? {} : { milestone }),
});
const [FUND, REPORT, APPROVE] = [turn('fund'), turn('change-status', 1), turn('approve', 2)];
const [RELEASE, WITHDRAW] = [turn('release'), turn('withdraw')];
const open = { description: 'Logo', amount: '1', state: 'open' };
const SET_UP = step('set-up', 'done');

test.each<[string, object, LifeStep[]]>([
  [
    'waits for the money before the work',
    { milestones: [open], funded: 'none', turn: [FUND, REPORT] },
    [SET_UP, step('money', 'now', FUND), work(1, 'later', REPORT)],
  ],
  [
    'asks for the rest of the money and for the work',
    { milestones: [open], funded: 'partly', turn: [FUND, REPORT] },
    [SET_UP, step('money', 'now', FUND), work(1, 'now', REPORT)],
  ],
  [
    'asks for the work where no one is asked for the money',
    { milestones: [open], funded: 'none', turn: [REPORT] },
    [SET_UP, step('money', 'later'), work(1, 'now', REPORT)],
  ],
  [
    'is done with what was released or resolved, and not with what was approved',
    {
      milestones: ['released', 'resolved', 'approved'].map((state) => ({ ...open, state })),
      funded: 'fully',
      turn: [],
    },
    [SET_UP, step('money', 'done'), work(1, 'done'), work(2, 'done'), work(3, 'later')],
  ],
  [
    'pays out a single release when its milestones are approved',
    { milestones: [{ ...open, amount: undefined, state: 'approved' }], funded: 'fully', turn: [RELEASE] },
    [SET_UP, step('money', 'done'), work(1, 'done'), step('payout', 'now', RELEASE)],
  ],
  [
    'is done with the payout of a single release',
    { milestones: [{ ...open, amount: undefined, state: 'released' }], funded: 'fully', turn: [] },
    [SET_UP, step('money', 'done'), work(1, 'done'), step('payout', 'done')],
  ],
  [
    'gives each milestone its own turns, and the rest at the end',
    { milestones: [open, open], funded: 'over', turn: [APPROVE, WITHDRAW] },
    [SET_UP, step('money', 'done'), work(1, 'later'), work(2, 'now', APPROVE), step('rest', 'now', WITHDRAW)],
  ],
])('%s', (_, changes, steps) => expect(lifeOf(escrow(changes))).toEqual(steps));

const view = (shown?: object) =>
  ({
    names: [{ address: 'B', name: 'Ben', from: 'address-book', setBy: 'page' }],
    network: { name: 'public' },
    escrow: shown,
  }) as unknown as PageView;
const anyone = { role: 'anyone', action: 'fund' } as const;
const missing = { missing: '1000', asset: 'USDC' };
test.each<[string, Parameters<typeof sentenceOf>, string]>([
  ['a person by name', [turn('approve', 2), view()], 'Ben approves milestone 2.'],
  ['a role without a name', [turn('approve', 2, 'X'), view()], 'Approver approves milestone 2.'],
  ['the reader', [turn('approve', 2), view(), true], 'Your turn: look at the work, and approve it if it is right.'],
  [
    'the reader of a step that pages lack',
    [turn('update'), view(), true],
    'Your turn: change the terms where you asked for this.',
  ],
  ['the payer by name', [FUND, view(missing)], 'Ben pays in 1,000 USDC.'],
  ['anyone who pays', [anyone, view(missing)], 'Anyone who holds the token pays in 1,000 USDC.'],
  [
    'anyone who pays a token without a code',
    [anyone, view({ missing: '5' })],
    'Anyone who holds the token pays in 5 tokens.',
  ],
  ['no amount that is not known', [anyone, view({})], 'Money must be paid in.'],
  ['no amount of an escrow that was not read', [anyone, view()], 'Money must be paid in.'],
])('names %s in the sentence of a turn', (_, of, sentence) => expect(sentenceOf(...of)).toBe(sentence));

test('asks for an act in words of its own, or by its verb', () => {
  expect([askOf(turn('withdraw')), askOf(turn('update'))]).toEqual([
    'please withdraw what is left',
    'change the terms',
  ]);
});

test('joins the turns in which one party does the same at the same time', () => {
  const same = turn('approve', 3);
  const others = [turn('approve', 4, 'X'), turn('release', 5), { ...turn('approve', 6), role: 'receiver' } as Turn];
  const steps = [work(2, 'now', APPROVE), work(3, 'now', same, ...others), work(7, 'later', turn('approve', 7))];
  expect(alike(steps, steps[0] as LifeStep, APPROVE)).toEqual([APPROVE, same]);
});
