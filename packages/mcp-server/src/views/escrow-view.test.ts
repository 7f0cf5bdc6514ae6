import type { EscrowView } from '@countersign/core';
import { encodeStrKey } from '@countersign/core/escrow';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { escrowForModel, escrowForModelSchema, shortDifferences, turnView } from './escrow-view.ts';

const MOST_TOKENS = 1_500;
const account = (number: number) => encodeStrKey('account', new Uint8Array(32).fill(number));
const [approver, provider, resolver] = [account(1), account(2), account(3)] as [string, string, string];
const STATES = ['released', 'approved', 'disputed', 'open'] as const;
const stateAt = (at: number) => STATES[Math.min(Math.floor(at / 8), 3)] as (typeof STATES)[number];
const TURNS = {
  released: [],
  approved: [{ role: 'releaseSigner', address: approver, action: 'release' }],
  disputed: [{ role: 'disputeResolver', address: resolver, action: 'resolve' }],
  open: [{ role: 'serviceProvider', address: provider, action: 'change-status' }],
} as const;

const numbered = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index + 1);

/** In the middle of its life, with as much to tell of each milestone as there is. */
function midLife(count: number): EscrowView {
  const at = '2026-11-15T09:00:00.000Z';
  const paid = [
    { to: account(40), amount: '0.3', isServiceFee: true as const },
    { to: account(4), amount: '5' },
    { to: account(50), amount: '94.7' },
  ];
  const milestones = Array.from({ length: count }, (_, index) => ({
    description: `Poster ${index + 1} for the campaign`,
    amount: '100',
    receiver: account(50 + index),
    state: stateAt(index),
    status: 'completed',
    evidence: `https://example.org/campaign/posters/${index + 1}.pdf`,
  }));
  return {
    id: '3f9a61d2c07b48e5a1946bd0f2587c13',
    status: 'settled',
    by: 'ledger',
    ledger: 'soroban-testnet.stellar.org',
    network: 'testnet',
    contractId: encodeStrKey('contract', new Uint8Array(32).fill(9)),
    transactionHash: 'f'.repeat(64),
    signer: approver,
    kind: 'multi',
    generation: 'B',
    codeIs: 'pinned',
    engagementId: 'CAMPAIGN-2026-11',
    title: 'Posters',
    description: 'Posters for a campaign, each by another artist, as agreed in November',
    roles: {
      approver,
      serviceProvider: provider,
      platformAddress: account(4),
      releaseSigner: approver,
      disputeResolver: resolver,
    },
    platformFeePercent: '5',
    milestones,
    asset: 'USDC',
    token: encodeStrKey('contract', new Uint8Array(32).fill(8)),
    total: `${count * 100}`,
    needed: `${(count - 8) * 100}`,
    held: `${(count - 8) * 100}`,
    heldBy: 'ledger',
    funded: 'fully',
    state: 'in dispute',
    turn: milestones.flatMap(({ state }, index) => TURNS[state].map((each) => ({ ...each, milestone: index + 1 }))),
    toSign: Array.from({ length: 5 }, (_, index) => ({
      id: `${index}`.repeat(32),
      action: 'release' as const,
      milestone: 9 + index,
      title: 'Posters',
      contractId: encodeStrKey('contract', new Uint8Array(32).fill(9)),
      status: 'prepared' as const,
      signer: approver,
      signUrl: `http://127.0.0.1:3418/sign/${`${index}`.repeat(32)}`,
    })),
    preparedAt: at,
    missing: '0',
    canBePaid: { now: numbered(8, 16), onceApproved: numbered(24, count), notEnoughFor: [] },
    gets: milestones.map(({ receiver, state }) => ({
      ...{ to: receiver, got: state === 'released' ? '94.7' : '0', toCome: state === 'open' ? '94.7' : '0' },
      ...{ inTheEnd: '94.7', ...(state === 'disputed' ? { inDispute: '100' } : {}) },
    })),
    ifNotDelivered:
      'The contract has no deadline, and no money comes back automatically. Any one of these can open a dispute over milestones 9–16 and 25–30: Approver, Service provider, Platform, Release signer, Receiver. The dispute resolver alone decides who gets the 2200 USDC in it. If all of it is returned, 2083.4 USDC arrive after fees.',
    sinceAgreed: { is: 'unchanged' },
    message: 'The escrow is on the ledger.',
    next: 'Dispute resolver resolves the dispute over milestone 17. And 7 more.',
    history: [
      { at, kind: 'deployed' },
      { at, kind: 'funded', amount: `${count * 100}` },
      ...['status', 'approved', 'released'].flatMap((kind) =>
        milestones.map((_, index) => ({ at, kind, milestone: index + 1, ...(kind === 'released' ? { paid } : {}) })),
      ),
    ],
  };
}

test('shows the unpaid ones of thirty milestones, how many are in which state, and how many are left', () => {
  const view = escrowForModelSchema.parse(escrowForModel(midLife(30), {}));
  expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  expect(view.milestones.map(({ number }) => number)).toEqual(
    Array.from({ length: view.milestones.length }, (_, at) => 9 + at),
  );
  expect(view).toMatchObject({
    byState: '8 released, 8 approved, 8 disputed, 6 open',
    moreMilestones: 30 - view.milestones.length,
    moreHistory: 92 - (view.history?.length ?? 0),
    moreToSign: 4,
    // The first payees; the milestones name the others.
    moreParties: expect.any(Number),
    canBePaid: { now: numbered(8, 16), onceApproved: numbered(24, 30) },
    turn: [
      { who: 'releaseSigner', step: 'release', milestone: 9, also: [10, 11, 12, 13, 14, 15, 16] },
      { who: 'disputeResolver', step: 'resolve', milestone: 17 },
      { who: 'serviceProvider', step: 'change-status', milestone: 25, also: [26, 27, 28, 29, 30] },
    ],
  });
  // The latest comes last, and is always listed.
  const latest = view.history?.at(-1);
  expect(latest).toMatchObject({ kind: 'released', milestone: 30 });
  expect(Object.entries(latest?.paid ?? {})).toEqual([
    ['service fee', '0.3'],
    ['platformAddress', '5'],
    [account(50), '94.7'],
  ]);
});

test.each([30, 50])('every milestone and every row of the history of %s is a call or a few away', (count) => {
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
  const ask = (asked: Parameters<typeof escrowForModel>[1]) => {
    const view = escrowForModelSchema.parse(escrowForModel(whole, asked));
    expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
    return view;
  };
  const milestones = read((milestonesFrom) => ask({ milestonesFrom }).milestones, count);
  expect(milestones.map(({ number: _, ...each }) => each)).toEqual(whole.milestones);
  const history = whole.history ?? [];
  const rows = read((historyFrom) => ask({ historyFrom }).history ?? [], history.length);
  expect(rows.map(({ paid: _, ...row }) => row)).toEqual(
    history.map(({ paid: _, ...row }) => ({ ...row, at: '2026-11-15T09:00:00Z' })),
  );
  expect(ask({ milestonesFrom: count + 1 })).toMatchObject({ milestones: [], moreMilestones: count });
});

test('an escrow of ten milestones is given whole', () => {
  const whole = midLife(10);
  const view = escrowForModel(whole, {});
  const { milestones, toSign, gets, history } = whole;
  expect(view).toMatchObject({
    milestones: milestones?.map(({ receiver: _, ...each }) => each),
    history: history?.map(({ kind, paid }) => (paid === undefined ? { kind } : { kind, paid: expect.any(Object) })),
    state: 'In dispute',
  });
  expect(view.toSign?.map(({ id }) => id)).toEqual(toSign?.map(({ id }) => id));
  for (const { to, toCome } of gets ?? []) {
    const own = view.parties.filter(({ address }) => address === to);
    expect(own).toMatchObject([toCome === '0' ? { inTheEnd: '94.7' } : { toCome }]);
  }
  const text = JSON.stringify(view);
  for (const { address } of view.parties) expect(text.split(address), address).toHaveLength(2);
  for (const name of ['moreMilestones', 'moreHistory', 'moreToSign', 'moreParties', 'byState'])
    expect(view).not.toHaveProperty(name);
});

test('has one row for what a person does to several milestones', () => {
  expect(turnView(midLife(30).turn?.slice(0, 4) ?? [])).toEqual([
    { who: 'releaseSigner', step: 'release', milestone: 9, also: [10, 11, 12] },
  ]);
});

test('lists first the differences that decide when there are many', () => {
  const differences = Array.from({ length: 30 }, (_, at) => [
    { field: `milestones[${at}].description`, asked: 'a', found: 'b' },
    { field: `milestones[${at}].amount`, asked: '1', found: '2' },
  ]).flat();
  const { rows, left } = shortDifferences(differences, 'more');
  expect(rows.map(({ field }) => field)).toEqual(Array.from({ length: 8 }, (_, at) => `milestones[${at}].amount`));
  expect(left).toEqual({ more: 52 });
});
