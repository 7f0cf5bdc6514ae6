/** What a model reads of an escrow in each state, and where each of its lists is cut: one entry for each difference. */
import type { EscrowView } from '@countersign/core';
import { encodeStrKey } from '@countersign/core/escrow';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import {
  type AskedRows,
  escrowForModel,
  escrowForModelSchema,
  shortDifferences,
  shortRows,
  shortTexts,
} from './escrow-view.ts';

const account = (number: number) => encodeStrKey('account', new Uint8Array(32).fill(number));
const contract = (number: number) => encodeStrKey('contract', new Uint8Array(32).fill(number));
const list = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const [ana, ben, platform, cleo] = [account(1), account(2), account(3), account(4)] as [string, string, string, string];
const [HASH, OTHER_HASH] = ['f'.repeat(64), 'e'.repeat(64)];

type Fields = Readonly<Record<string, unknown>>;

/** What one view has otherwise than the usual one. */
function noteDifference(part: Part, title: string, usual: Fields, now: Fields): void {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(usual[name]) !== JSON.stringify(now[name]));
  part.note(
    title,
    changed.length === 0 ? 'nothing else' : Object.fromEntries(changed.map((name) => [name, now[name] ?? 'left out'])),
  );
}

type Milestone = EscrowView['milestones'][number];
const milestone = (at: number, more: Partial<Milestone> = {}): Milestone => ({
  description: `Part ${at + 1}`,
  amount: '10',
  state: 'open',
  ...more,
});
const roles = {
  ...{ approver: ana, serviceProvider: ben, platformAddress: platform },
  ...{ releaseSigner: ana, disputeResolver: cleo, receiver: ben },
};
const ESCROW: EscrowView = {
  ...{ id: 'a'.repeat(32), status: 'settled', by: 'ledger', ledger: 'rpc.example', network: 'testnet' },
  ...{ contractId: contract(9), kind: 'multi', generation: 'B', codeIs: 'pinned', engagementId: 'ENG' },
  ...{ title: 'Logo', description: 'A logo', roles, platformFeePercent: '5', asset: 'USDC', token: contract(8) },
  ...{ total: '20', needed: '20', held: '20', heldBy: 'ledger', funded: 'fully', state: 'working' },
  ...{ milestones: list(2, (at) => milestone(at)), message: 'It is on the ledger.', next: 'Next.' },
} as EscrowView;
const deployed = { at: '2026-01-15T12:00:00.000Z', kind: 'deployed' as const, by: ana, transaction: HASH };
const many = (count: number, more: Partial<EscrowView> = {}): Partial<EscrowView> => ({
  milestones: list(count, (at) => milestone(at)),
  ...more,
});
const turnOf = (role: string, address: string | undefined, action: string, at?: number) => ({
  role,
  address,
  action,
  milestone: at,
});
const toSign = (count: number) =>
  list(count, (at) => ({
    id: `${at}`.repeat(32),
    action: 'fund',
    title: 'Logo',
    contractId: contract(9),
    status: 'prepared',
    signer: ana,
  }));
const history = (count: number, kind = 'approved') =>
  list(count, (at) => ({ at: '2026-01-15T12:00:00.123Z', kind, milestone: at + 1, transaction: HASH, by: ana }));
const difference = (field: string, at: number) => ({ field, asked: `a${at}`, found: `b${at}` });

const STATES = ['released', 'approved', 'disputed', 'open'] as const;
const TURNS = {
  released: [],
  approved: [turnOf('releaseSigner', ana, 'release')],
  disputed: [turnOf('disputeResolver', cleo, 'resolve')],
  open: [turnOf('serviceProvider', ben, 'change-status')],
};
/** In the middle of its life, with as much to report of each milestone as there is. */
function midLife(count: number): EscrowView {
  const milestones = list(count, (at) =>
    milestone(at, {
      description: `Poster ${at + 1} for the campaign`,
      receiver: account(50 + at),
      state: STATES[Math.min(Math.floor(at / 8), 3)],
      status: 'completed',
      evidence: `https://example.org/campaign/posters/${at + 1}.pdf`,
    }),
  );
  const paid = [
    { to: account(40), amount: '0.3', isServiceFee: true },
    { to: platform, amount: '5' },
    { to: account(50), amount: '94.7' },
  ];
  const rows = ['status', 'approved', 'released'].flatMap((kind) =>
    history(count, kind).map((row) => (kind === 'released' ? { ...row, paid } : row)),
  );
  return {
    ...ESCROW,
    milestones,
    turn: milestones.flatMap(({ state }, at) =>
      TURNS[state as keyof typeof TURNS].map((turn) => ({ ...turn, milestone: at + 1 })),
    ),
    toSign: toSign(5),
    canBePaid: { now: [9, 10], onceApproved: list(count - 24, (at) => 25 + at), notEnoughFor: [] },
    gets: milestones.map(({ receiver, state }) => ({
      ...{ to: receiver, got: state === 'released' ? '94.7' : '0', toCome: '94.7', inTheEnd: '94.7' },
      ...(state === 'disputed' ? { inDispute: '100' } : {}),
    })),
    ifNotDelivered: 'The contract has no deadline, and no money comes back automatically. '.repeat(4),
    history: rows,
  } as EscrowView;
}

const signedByAna = { detail: 'Why', preparedAt: 'then', transactionHash: HASH, signer: ana };
const named = (address: string, name: string) => ({ address, name });
const PAID: readonly Milestone['state'][] = ['released', 'resolved', 'approved'];
const elevenOf = (more: (at: number) => Partial<Milestone>) => ({
  milestones: list(11, (at) => milestone(at, more(at))),
});

const ESCROWS: readonly (readonly [string, object, AskedRows?])[] = [
  ['prepared here', { ...signedByAna, status: 'prepared', by: 'here' }],
  ['with its deploy in the history', { ...signedByAna, history: [deployed] }],
  [
    'with another deploy in the history',
    { preparedAt: 'then', transactionHash: OTHER_HASH, signer: cleo, history: [deployed] },
  ],
  ['settled by the word of the service', { by: 'service', detail: 'Why' }],
  ['not settled, by the ledger', { status: 'taken', detail: 'Why' }],
  ['signed by a stranger', { signer: account(7) }],
  ['held by the service’s word', { heldBy: 'service', held: '5' }],
  ['in dispute', { state: 'in dispute', turn: [turnOf('disputeResolver', cleo, 'resolve', 1)] }],
  ['of an unknown state', { state: undefined, asset: undefined, codeIs: 'unknown', kind: 'unknown' }],
  [
    'with names',
    {
      names: [named(ana, 'Ana'), named(ben, 'Ben')],
      signer: ben,
      turn: [turnOf('approver', ana, 'approve', 1), turnOf('serviceProvider', ben, 'dispute')],
    },
  ],
  ['with one name for two', { names: [named(ana, 'Ana'), named(ben, 'Ana')], signer: ben }],
  ['with turns of several milestones', { turn: [1, 2, 3].map((at) => turnOf('approver', ana, 'approve', at)) }],
  [
    'with statuses, evidence and what is missing',
    {
      milestones: [
        milestone(0, { status: 'open', missing: '0' }),
        milestone(1, { status: 'done', missing: '5', evidence: 'e' }),
      ],
    },
  ],
  [
    'with receivers of milestones',
    {
      milestones: [ben, account(5), account(5), ana].map((receiver, at) => milestone(at, { receiver })),
      signer: account(5),
    },
  ],
  [
    'with what each gets',
    {
      gets: [
        { to: ana, got: '0', toCome: '0', inTheEnd: '1' },
        { to: ben, got: '1', toCome: '2', inTheEnd: '3' },
        { to: account(7), got: '5' },
      ],
    },
  ],
  [
    'with what can be paid',
    { canBePaid: { now: [1], onceApproved: [], notEnoughFor: [2] }, ifNotDelivered: 'If not.' },
  ],
  ['with nothing that can be paid', { canBePaid: { now: [], onceApproved: [], notEnoughFor: [] } }],
  [
    'changed by its own wallet since it was agreed',
    { sinceAgreed: { is: 'changed-by-you', differences: [difference('amount', 1)] } },
  ],
  ['unchanged since it was agreed', { sinceAgreed: { is: 'unchanged' } }],
  ...[10, 11].map(
    (count) =>
      [
        `with ${count} changes`,
        {
          sinceAgreed: { is: 'changed', differences: list(count, (at) => difference(`amount${at}`, at)) },
          changedSince: list(count, (at) => difference(`fee${at}`, at)),
        },
      ] as const,
  ),
  ['with two to sign', { toSign: toSign(2) }],
  [
    'with payments in its history',
    {
      names: [{ address: ben, name: 'Ben' }],
      history: [
        { ...deployed, transaction: undefined },
        {
          at: undefined,
          kind: 'released',
          payer: ana,
          milestone: 1,
          transaction: HASH,
          paid: [
            { to: ben, amount: '1.5' },
            { to: ben, amount: '2' },
            { to: account(7), amount: '3' },
            { to: account(6), amount: '0.3', isServiceFee: true },
          ],
        },
      ],
    },
  ],
  ...['funded', 'released', 'resolved', 'withdrawn', 'deployed', 'disputed'].map(
    (kind) => [`with the hash of a row: ${kind}`, { history: history(1, kind) }] as const,
  ),
  ...['funded', 'disputed'].map(
    (kind) => [`with the history alone: ${kind}`, { history: history(2, kind) }, { historyFrom: 2 }] as const,
  ),
  ['without a history, from its second row', {}, { historyFrom: 2 }],
  ['from its second milestone', {}, { milestonesFrom: 2 }],
  ['with 10 milestones', many(10, { toSign: toSign(2) as never, history: history(12) as never })],
  ['with 11 milestones', many(11, { toSign: toSign(2) as never, history: history(12) as never })],
  ['with 11 milestones, from the 11th', many(11), { milestonesFrom: 11 }],
  [
    'with 11 milestones, the third not paid',
    elevenOf((at) => ({ state: PAID[at] ?? 'open', receiver: account(20 + at) })),
  ],
  ['with 11 milestones, all paid', elevenOf(() => ({ state: 'released', receiver: ben }))],
  ['with 11 milestones of unknown state', elevenOf(() => ({ state: undefined }))],
];

test('shows an escrow in each state, and each list of it, as recorded', async () => {
  const part = createPart();
  const usual = escrowForModel(ESCROW, {});
  part.note('usual', usual);
  for (const [title, more, asked = {}] of ESCROWS)
    noteDifference(part, title, usual, escrowForModel({ ...ESCROW, ...more } as EscrowView, asked));
  noteDifference(part, 'of 30 milestones, in the middle of its life', usual, escrowForModel(midLife(30), {}));
  for (const count of [40, 41]) {
    const view = escrowForModel({ ...ESCROW, history: history(count) } as EscrowView, {});
    part.note(
      `${count} rows of history: from ${view.history?.[0]?.milestone} to ${view.history?.at(-1)?.milestone}, ${view.moreHistory} more`,
    );
  }
  for (const [count, length] of [
    [0, 1],
    [10, 500],
    [11, 1],
    [11, 160],
    [11, 158],
    [20, 2_000],
  ] as const) {
    const rows = list(count, (at) => `${at}`.padEnd(length, 'x'));
    const { rows: shown, left } = shortRows(rows, 'more');
    part.note(
      `${count} rows of ${length} characters: ${shown.length} and ${JSON.stringify(left)}; ${shortTexts(rows).at(-1)?.slice(0, 20)}; at most 3: ${shortRows(rows, 'more', 3).rows.length}`,
    );
  }
  for (const count of [5, 6]) {
    const fields = ['title', 'amount', 'description', 'milestones[0].description', 'engagementId', 'xtitle'];
    const rows = [...list(count, (at) => difference('description', at)), ...fields.slice(0, count).map(difference)];
    part.note(`${rows.length} differences`, shortDifferences(rows, 'more'));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/escrows.txt');
});

test.each([30, 50])(
  'takes 1,500 tokens for %s milestones, and each of them and each row is a few calls away',
  (count) => {
    const whole = midLife(count);
    const read = <Row>(rowsFrom: (from: number) => readonly Row[], all: number): Row[] => {
      const rows: Row[] = [];
      while (rows.length < all) {
        const more = rowsFrom(rows.length + 1);
        expect(more.length).toBeGreaterThan(0);
        rows.push(...more);
      }
      return rows;
    };
    const ask = (asked: AskedRows) => {
      const view = escrowForModelSchema.parse(escrowForModel(whole, asked));
      expect(tokensOf(view)).toBeLessThanOrEqual(1_500);
      return view;
    };
    expect(ask({}).milestones[0]).toMatchObject({ number: 9 });
    const milestones = read((milestonesFrom) => ask({ milestonesFrom }).milestones, count);
    expect(milestones.map(({ number: _, ...each }) => each)).toEqual(whole.milestones);
    const rows = read((historyFrom) => ask({ historyFrom }).history ?? [], 3 * count);
    expect(rows.map(({ kind, milestone }) => [kind, milestone])).toEqual(
      whole.history?.map(({ kind, milestone }) => [kind, milestone]),
    );
    expect(ask({ milestonesFrom: count + 1 })).toMatchObject({ milestones: [], moreMilestones: count });
  },
);
