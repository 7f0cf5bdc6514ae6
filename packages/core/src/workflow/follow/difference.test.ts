/** What two states of an escrow say happened between them, and what they do not say. */
import { lifeEscrow } from '@countersign/testkit/ledger/escrow-life';
import { StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { networkWith } from '../../escrow/network.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti } from '../../kinds/index.ts';
import { differencesOf } from './difference.ts';
import { type FollowedEscrow, nextState, stateOfText, textOfState } from './state.ts';

const network = networkWith('sandbox', 'v1');
const ADDRESS = StrKey.encodeContract(new Uint8Array(32).fill(1));
const code = network.wasmHash as string;
const multi = lifeEscrow('multi');

type Change = Partial<Omit<FollowedEscrow, 'held'>> & { readonly units?: bigint };

/** As it would be read: known code, and so much money. */
function stateWith(escrow: EscrowOnChain, { units = 0n, ...change }: Change = {}): FollowedEscrow {
  return {
    state: 'standing',
    asOf: 9,
    kind: liveMulti,
    escrow,
    codeIs: 'pinned',
    contract: { code, escrow: liveMulti.encode(escrow), modified: 8 },
    held: { units, decimals: 7, modified: 8 },
    ...change,
  };
}

type Flags = EscrowOnChain['milestones'][number]['flags'];
const flagged = (...flags: Flags[]): EscrowOnChain => ({
  ...multi,
  milestones: multi.milestones.map((milestone, index) => ({
    ...milestone,
    flags: { ...milestone.flags, ...flags[index] },
  })),
});
const between = (before: FollowedEscrow, after: FollowedEscrow, funded = 0n) =>
  differencesOf(ADDRESS, before, after, network, funded).map(({ escrow: _, ledger: __, ...change }) => change);

const RELEASED = 1_000_000_000n;

test('reports nothing if nothing changed', () => {
  expect(between(stateWith(multi), stateWith(multi, { asOf: 12 }))).toEqual([]);
});

test('distinguishes a release and new money between two polls', () => {
  const after = stateWith(flagged({ approved: true, released: true }), { units: 50_000_000n });
  expect(between(stateWith(flagged({ approved: true }), { units: RELEASED }), after)).toMatchObject([
    { kind: 'funded', amount: '5' },
    { kind: 'released', milestone: 1, amount: '98.7' },
  ]);
});

test('ignores events that contradict the balance or the terms', () => {
  const before = stateWith(flagged({ disputed: true }), { units: 10n });
  const after = stateWith(flagged({ resolved: true }), { units: 4n });
  for (const made of [0n, 3_000_000_000n]) {
    expect(between(before, after, made)).toEqual([
      { kind: 'resolved', milestone: 1, amount: '0.0000006', token: 'USDC' },
    ]);
  }
  expect(between(before, after, 5n)).toMatchObject([
    { kind: 'funded', amount: '0.0000005' },
    { kind: 'resolved', amount: '0.0000011' },
  ]);
  // Nothing was resolved: only the difference counts.
  expect(between(before, stateWith(flagged({ disputed: true }), { units: 14n }), 500n)).toMatchObject([
    { kind: 'funded', amount: '0.0000004' },
  ]);
});

test('reports only the balance of unknown code, not its own state', () => {
  const codeIs = 'unknown';
  const after = stateWith(flagged({ released: true }), { codeIs, units: 3n });
  expect(between(stateWith(multi, { codeIs }), after)).toMatchObject([{ kind: 'funded', amount: '0.0000003' }]);
});

test('a new token is a change of terms, and balances are not compared across tokens', () => {
  const other = { ...multi, trustline: { address: StrKey.encodeContract(new Uint8Array(32).fill(7)) } };
  expect(between(stateWith(multi, { units: 5n }), stateWith(other, { units: 9n }))).toEqual([{ kind: 'updated' }]);
});

test('an added milestone is only a change of terms', () => {
  const added = { ...multi, milestones: [...multi.milestones, ...flagged({ approved: true }).milestones.slice(0, 1)] };
  expect(between(stateWith(multi), stateWith(added))).toEqual([{ kind: 'updated' }]);
});

test('cleans and cuts a stranger’s text', () => {
  const [first, ...rest] = multi.milestones;
  const status = `do\u202Ene\n${'x'.repeat(500)}`;
  const after = { ...multi, milestones: [{ ...first, status, evidence: '\u0007' } as never, ...rest] };
  const [change] = between(stateWith(multi), stateWith(after));
  expect(change?.after).not.toMatch(/[\u202E\n]/);
  expect(change?.after?.length).toBeLessThan(250);
});

test('does not compare a state that is older, not listed, gone or unreadable', () => {
  const before = stateWith(multi, { units: 5n });
  const contract = { code, modified: 7 };
  expect(nextState(before, { ...before, contract })).toBeUndefined();
  expect(nextState(before, { ...before, held: { units: 1n, decimals: 7, modified: 7 } })).toBeUndefined();
  expect(nextState(before, { state: 'not-listed', asOf: 12 })).toBeUndefined();
  expect(nextState(before, { state: 'absent', asOf: 12 })).toBeUndefined();
  expect(nextState(before, { state: 'standing', asOf: 12, contract: { code } })).toBeUndefined();
  const { held: _, ...unread } = before;
  expect(nextState(before, unread)).toBeUndefined();
  expect(nextState(before, { state: 'archived', asOf: 12 })).toEqual({ ...before, state: 'archived', asOf: 12 });
});

test('restores a stored state, and ignores a damaged one', () => {
  const state = stateWith(flagged({ disputed: true }), { units: 10n ** 30n });
  expect(between(state, stateOfText(textOfState(state), 9, network) as FollowedEscrow)).toEqual([]);
  expect(stateOfText(textOfState(state), 9, network)).toMatchObject({ held: { units: 10n ** 30n }, codeIs: 'pinned' });
  expect(stateOfText(textOfState({ state: 'absent', asOf: 3 }), 3, network)).toEqual({ state: 'absent', asOf: 3 });
  for (const damaged of ['', '{}', '{"state":"standing","code":"x","escrow":"AAAA"}', 'null']) {
    expect(stateOfText(damaged, 9, network), damaged).toBeUndefined();
  }
});

test('a milestone that replaces another one has no report yet', () => {
  const [first, ...others] = multi.milestones as [EscrowOnChain['milestones'][number]];
  const done = { ...multi, milestones: [{ ...first, status: 'completed', evidence: 'The files' }, ...others] };
  const updated = { ...multi, milestones: [{ ...first, description: 'Another', status: 'pending' }, ...others] };
  expect(between(stateWith(done), stateWith(updated))).toEqual([{ kind: 'updated' }]);
  const reset = { ...multi, milestones: [{ ...first, status: 'begun' }, ...others] };
  expect(between(stateWith(done), stateWith(reset))).toMatchObject([{ kind: 'status', after: 'begun' }]);
});
