/** How far an escrow has come, what it has yet to pay, and what is missing for that. */

import { request } from '@countersign/testkit/fixtures/deploy-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { Address } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { errorName } from './error-names.ts';
import { escrowOfKind, escrowOfRequest } from './escrow-of-request.ts';
import type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';
import { isReported, missingAmount, openAmount, shortfalls, stateOf, totalAmount } from './progress.ts';
import { ESCROW_KINDS, readEscrow } from './registry.ts';

type Flags = MilestoneOnChain['flags'];
const [OPEN, APPROVED, DISPUTED, RELEASED, RESOLVED] = [
  {},
  ...(['approved', 'disputed', 'released', 'resolved'] as const).map((flag): Flags => ({ [flag]: true })),
] as [Flags, Flags, Flags, Flags, Flags];

const milestone = (flags: Flags, amount?: bigint): MilestoneOnChain => ({
  ...{ description: 'x', status: 'pending', evidence: '', flags },
  ...(amount === undefined ? {} : { amount }),
});
const escrowWith = (milestones: readonly MilestoneOnChain[], whole: Partial<EscrowOnChain> = {}) =>
  ({ milestones, ...whole }) as EscrowOnChain;
const paying = (...parts: readonly (readonly [Flags, bigint])[]) =>
  escrowWith(parts.map(([flags, amount]) => milestone(flags, amount)));

test('the state that ends a milestone hides those before it, and the flags of a whole escrow count for each', () => {
  const state = (flags: Flags, own?: Flags) => stateOf(escrowWith([], own && { flags: own }), milestone(flags));
  expect([OPEN, APPROVED, DISPUTED, RELEASED, RESOLVED].map((flags) => state(flags))).toEqual([
    ...['open', 'approved', 'disputed', 'released', 'resolved'],
  ]);
  expect(state({ ...APPROVED, ...DISPUTED })).toBe('disputed');
  expect(state({ ...DISPUTED, ...RESOLVED })).toBe('resolved');
  expect(state({ ...RELEASED, ...RESOLVED })).toBe('released');
  expect(state(APPROVED, DISPUTED)).toBe('disputed');
  expect(state(APPROVED, { disputed: false })).toBe('approved');
});

test('leaves out of the open amount only what is paid', () => {
  const parts = paying([OPEN, 1n], [APPROVED, 2n], [DISPUTED, 4n], [RELEASED, 8n], [RESOLVED, 16n]);
  expect([totalAmount(parts), openAmount(parts)]).toEqual([31n, 7n]);
  const whole = (flags: Flags) => escrowWith([milestone(RELEASED), milestone(OPEN)], { amount: 5n, flags });
  expect([OPEN, DISPUTED, RELEASED, RESOLVED].map((flags) => openAmount(whole(flags)))).toEqual([5n, 5n, 0n, 0n]);
  expect(totalAmount(whole(RELEASED))).toBe(5n);
});

test('money is missing only while a milestone that is not in dispute has yet to be paid', () => {
  const parts = paying([OPEN, 5n], [DISPUTED, 4n]);
  expect([8n, 9n, 10n].map((held) => missingAmount(parts, held))).toEqual([1n, 0n, 0n]);
  expect(missingAmount(paying([APPROVED, 5n]), 2n)).toBe(3n);
  expect(missingAmount(paying([DISPUTED, 4n], [RELEASED, 1n]), 0n)).toBe(0n);
});

/** Milestones as “open 4, approved 6”. */
const STATES: Readonly<Record<string, Flags>> = {
  ...{ open: OPEN, approved: APPROVED, disputed: DISPUTED, released: RELEASED, resolved: RESOLVED },
};
const listed = (milestones: string) =>
  paying(
    ...milestones.split(', ').map((each): readonly [Flags, bigint] => {
      const [state = '', amount = ''] = each.split(' ');
      return [STATES[state] ?? {}, BigInt(amount)];
    }),
  );

test.each<[string, bigint, string, bigint[]]>([
  ['covers all of them', 10n, 'open 4, open 6', [0n, 0n]],
  ['covers the first of those that are alike', 5n, 'open 4, open 6', [0n, 5n]],
  ['covers approved ones before open ones', 6n, 'open 4, approved 6', [4n, 0n]],
  ['covers approved ones whole before it covers a part', 6n, 'approved 7, approved 6', [7n, 0n]],
  ['covers a part of an approved one where none is whole', 5n, 'approved 7, approved 6', [2n, 6n]],
  ['covers those in dispute after approved ones', 8n, 'disputed 5, approved 6', [3n, 0n]],
  ['covers those in dispute before open ones', 5n, 'open 5, disputed 5', [5n, 0n]],
  ['leaves out those that are paid', 0n, 'released 5, resolved 6, open 7', [0n, 0n, 7n]],
])('the same money %s', (_, held, milestones, missing) => {
  expect(shortfalls(listed(milestones), held)).toEqual(missing);
});

test('progress is reported with evidence or with another status than the first one', () => {
  const reported = (change: Partial<MilestoneOnChain>) => isReported({ ...milestone(OPEN), ...change });
  expect(['', 'pending', 'peding'].map((status) => reported({ status }))).toEqual([false, false, false]);
  expect([reported({ status: 'done' }), reported({ evidence: 'x', status: '' })]).toEqual([true, true]);
});

/** Two parties in a role, and votes, as only generation C has them. */
const address = (fill: number) => Address.contract(new Uint8Array(32).fill(fill)).toString();

test('reads and writes an escrow of every kind as recorded', async () => {
  const { note, text } = createPart();
  const escrow = escrowOfRequest(request({ milestones: [{ description: 'Logo', amount: '10.5' }] }));
  for (const kind of ESCROW_KINDS) {
    const { id, encode: _, decode: __, ...own } = kind;
    note(id, own);
    const namesFor = (code: string) =>
      [1, 5, 20, 44, 45].map((number) => errorName(code, number) ?? 'unknown').join(', ');
    note('errors 1, 5, 20, 44 and 45 of each code', kind.codes.map(namesFor));
    const several = { ...escrow.roles, approver: `${address(1)}, ${address(2)}`, observers: '', admin: address(3) };
    const [first] = escrow.milestones as [(typeof escrow.milestones)[number]];
    const flags = { approved: true, disputed: true, released: false, resolved: false };
    const stored = {
      ...escrowOfKind(kind, {
        ...escrow,
        milestones: [{ ...first, status: 'done', evidence: 'see', flags }],
      }),
      ...{ amount: 5n, flags: { disputed: true, released: false, resolved: false } },
      roles: kind.generation === 'C' ? several : escrow.roles,
    };
    const value = kind.encode(stored as EscrowOnChain);
    note('stored', value.toXdr('base64'));
    const { escrow: read, problems } = kind.decode(value);
    note(
      'read',
      JSON.parse(JSON.stringify({ read, problems }, (_, each) => (typeof each === 'bigint' ? `${each}` : each))),
    );
    const found = readEscrow(value);
    note('by its layout alone', found && `${found.kind.id}, ${found.problems.length} problems`);
  }
  await expect(text()).toMatchFileSnapshot('recorded/kinds.txt');
});
