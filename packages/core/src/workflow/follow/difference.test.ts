/** What two states of an escrow say happened between them, and what they do not say. */
import { lifeEscrow } from '@countersign/testkit/ledger/escrow-life';
import { createPart, json } from '@countersign/testkit/record/part';
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

test('cleans and cuts a stranger’s text', () => {
  const [first, ...rest] = multi.milestones;
  const status = `do\u202Ene\n${'x'.repeat(500)}`;
  const after = { ...multi, milestones: [{ ...first, status, evidence: '\u0007' } as never, ...rest] };
  const [change] = between(stateWith(multi), stateWith(after));
  expect(change?.after).not.toMatch(/[\u202E\n]/);
  expect(change?.after?.length).toBeLessThan(250);
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

const whole = (flags: Flags, change: Partial<EscrowOnChain> = {}): EscrowOnChain => ({
  ...lifeEscrow('single'),
  ...change,
  flags,
});
/** The first milestone with other fields. */
const first = (change: Partial<EscrowOnChain['milestones'][number]>, escrow = multi): EscrowOnChain => ({
  ...escrow,
  milestones: escrow.milestones.map((each, index) => (index === 0 ? { ...each, ...change } : each)),
});
const { escrow: _, contract: __, held: ___, ...nothingRead } = stateWith(multi);
const absent: FollowedEscrow = { state: 'absent', asOf: 9 };
/** Nothing but the place and the balance, of a contract that last changed in ledger 3 and whose balance did in 5. */
const of = (escrow: EscrowOnChain, units?: bigint, change: Partial<FollowedEscrow> = {}): FollowedEscrow => ({
  ...{ state: 'standing', asOf: 9, kind: liveMulti, escrow, codeIs: 'pinned', contract: { code, modified: 3 } },
  ...(units === undefined ? {} : { held: { units, decimals: 7, modified: 5 } }),
  ...change,
});
const E7 = 10_000_000n;
const MORE = {
  ...multi,
  milestones: [...multi.milestones, ...flagged({ approved: true, released: true }).milestones.slice(0, 1)],
};
const { receiver: ____, ...noReceiver } = multi.milestones[0] as EscrowOnChain['milestones'][number];
const done = { status: 'done', evidence: '' };

const PAIRS: readonly (readonly [title: string, before: FollowedEscrow, after: FollowedEscrow, funded?: bigint])[] = [
  ['as it was, read later', of(multi, 5n), of(multi, 5n, { asOf: 12 })],
  [
    'released with new money',
    of(flagged({ approved: true }), 100n * E7),
    of(flagged({ approved: true, released: true }), 5n * E7),
  ],
  [
    'unknown code, more money',
    of(multi, 0n, { codeIs: 'unknown' }),
    of(flagged({ released: true }), 3n, { codeIs: 'unknown' }),
  ],
  ['absent, then there', absent, of(multi)],
  ['absent, then there with money', absent, of(multi, 5n * E7)],
  ['absent, then archived', absent, of(multi, undefined, { state: 'archived' })],
  ['there, then archived', of(multi), of(multi, undefined, { state: 'archived' })],
  ['archived, then there', of(multi, undefined, { state: 'archived' }), of(multi)],
  ['archived twice', of(multi, undefined, { state: 'archived' }), of(multi, undefined, { state: 'archived' })],
  ['there, then absent', of(multi), absent],
  ['archived, then absent', of(multi, undefined, { state: 'archived' }), absent],
  ['terms first read now', nothingRead, of(flagged({ approved: true }))],
  ['terms no longer read', of(flagged({ approved: true }), 5n), { ...nothingRead, held: { units: 8n, decimals: 7 } }],
  ['unknown code before', of(multi, 5n, { codeIs: 'unknown' }), of(flagged({ approved: true }), 5n)],
  ['unknown code now', of(multi, 5n), of(flagged({ approved: true }), 5n, { codeIs: 'unknown' })],
  ['code that is only known', of(multi, 5n, { codeIs: 'known' }), of(flagged({ approved: true }), 5n)],
  ['approved second', of(multi), of(flagged({}, { approved: true }))],
  ['disputed second', of(multi), of(flagged({}, { disputed: true }))],
  ['approved and disputed', of(multi), of(flagged({ approved: true, disputed: true }))],
  ['approved already', of(flagged({ approved: true })), of(flagged({ approved: true }))],
  ['approved no longer', of(flagged({ approved: true })), of(flagged({ approved: false }))],
  ['single in dispute', of(whole({}), 5n), of(whole({ disputed: true }), 5n)],
  ['single without flags before', of({ ...whole({}), flags: undefined as never }), of(whole({ disputed: true }))],
  ['another status', of(first({ status: 'begun' })), of(first(done))],
  ['only evidence', of(first(done)), of(first({ ...done, evidence: 'Files' }))],
  ['status and evidence', of(multi), of(first({ status: 'done', evidence: 'Files' }))],
  ['evidence removed', of(first({ ...done, evidence: 'Files' })), of(first(done))],
  ['a status with the resolution', of(flagged({ disputed: true })), of(first({ ...done, flags: { resolved: true } }))],
  ['a status with new terms', of(multi), of(first(done, { ...multi, title: 'Other' }))],
  ['a status reset by new terms', of(first(done)), of(first({ status: 'pending' }, { ...multi, title: 'Other' }))],
  ['pending again, same terms', of(first(done)), of(first({ status: 'pending' }))],
  ['released', of(multi, 200n * E7), of(flagged({ released: true }), 100n * E7)],
  [
    'released without a fee',
    of({ ...multi, platformFee: 0 }, 200n * E7),
    of({ ...flagged({ released: true }), platformFee: 0 }, 100n * E7),
  ],
  [
    'released to no one known',
    of(multi, 200n * E7),
    of({ ...multi, milestones: [{ ...noReceiver, flags: { released: true } }] }, 100n * E7),
  ],
  ['released, balance not read', of(multi), of(flagged({ released: true }))],
  ['released, balance read before', of(multi, 200n * E7), of(flagged({ released: true }))],
  ['released both', of(multi, 300n * E7), of(flagged({ released: true }, { released: true }), 0n)],
  ['a released one is added', of(multi, 5n), of(MORE, 5n)],
  ['single released', of(whole({}), 300n * E7), of(whole({ released: true }), 0n)],
  ['single released already', of(whole({ released: true }), 5n), of(whole({ released: true }), 4n)],
  [
    'six decimals',
    of(multi, undefined, { held: { units: 5n, decimals: 6 } }),
    of(multi, undefined, { held: { units: 9n, decimals: 6 } }),
  ],
  [
    'no terms, more money',
    { ...nothingRead, held: { units: 5n, decimals: 7 } },
    { ...nothingRead, held: { units: 9n, decimals: 7 } },
  ],
  ['first balance', of(multi), of(multi, 9n)],
  ['less money', of(multi, 9n), of(multi, 5n)],
  ['less money, reported as paid in', of(multi, 9n), of(multi, 5n), 3n],
  ['resolved, balance as it was', of(flagged({ disputed: true }), 9n), of(flagged({ resolved: true }), 9n)],
  ['resolved, one paid', of(flagged({ disputed: true }), 100n), of(flagged({ resolved: true }), 40n)],
  [
    'resolved and all of it paid in at once',
    of(flagged({ disputed: true }), 0n),
    of(flagged({ resolved: true }), 0n),
    100n * E7,
  ],
  [
    'resolved, paid in one unit too much',
    of(flagged({ disputed: true }), 0n),
    of(flagged({ resolved: true }), 0n),
    100n * E7 + 1n,
  ],
  [
    'resolved, paid in as much as is more',
    of(flagged({ disputed: true }), 0n),
    of(flagged({ resolved: true }), 7n),
    7n,
  ],
  ['resolved, paid in more than is more', of(flagged({ disputed: true }), 0n), of(flagged({ resolved: true }), 7n), 8n],
  ['resolved, more money, no event', of(flagged({ disputed: true }), 5n), of(flagged({ resolved: true }), 9n)],
  ['both resolved', of(multi, 100n), of(flagged({ resolved: true }, { resolved: true }), 40n)],
  ['both resolved, all paid in', of(multi, 0n), of(flagged({ resolved: true }, { resolved: true }), 0n), 300n * E7],
  ['single resolved', of(whole({ disputed: true }), 100n), of(whole({ resolved: true }), 40n)],
  ['single resolved, paid in', of(whole({ disputed: true }), 100n), of(whole({ resolved: true }), 0n), 30n],
  ['another token', of(multi, 5n), of({ ...multi, trustline: { address: ADDRESS } }, 9n)],
  [
    'released and resolved and paid in',
    of(flagged({}, { disputed: true }), 300n * E7),
    of(flagged({ released: true }, { resolved: true }), 50n * E7),
  ],
  ['balance changed last', of(multi, 5n), of(multi, 6n, { contract: { code, modified: 4 } })],
  ['contract changed last', of(multi, 5n), of(flagged({ approved: true }), 5n, { contract: { code, modified: 8 } })],
  ['no ledger known', of(multi), of(flagged({ approved: true }), undefined, { asOf: 12, contract: { code } })],
];

test('reports what happened between each of these pairs of states', async () => {
  const part = createPart();
  for (const [title, before, after, funded] of PAIRS) {
    const changes = differencesOf(ADDRESS, before, after, network, funded).map(({ escrow, ...change }) => change);
    part.note(title, changes.length === 0 ? 'nothing' : changes.map((change) => json(change)).join('\n'));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/differences.txt');
});

test('takes a state as the next one only where it shows all that the one before it shows, and is not older', () => {
  const before = of(multi, 5n);
  const contract = (modified: number) => ({ contract: { code, modified } });
  const held = (modified?: number) => ({ held: { units: 5n, decimals: 7, ...(modified && { modified }) } });
  const isNext = (change: Partial<FollowedEscrow>) => nextState(before, { ...before, ...change }) !== undefined;
  expect([2, 3, 4].map((modified) => isNext(contract(modified)))).toEqual([false, true, true]);
  expect([4, 5, 6, undefined].map((modified) => isNext(held(modified)))).toEqual([false, true, true, true]);
  expect(isNext({ ...contract(4), ...held(4) })).toBe(false);
  const { held: _, ...unread } = before;
  const archived = { state: 'archived', asOf: 12 } as const;
  const older = [
    { state: 'not-listed', asOf: 12 },
    absent,
    { state: 'standing', asOf: 12, contract: { code } },
    unread,
  ];
  for (const each of older) expect(nextState(before, each as FollowedEscrow)).toBeUndefined();
  expect(nextState(before, archived)).toEqual({ ...before, ...archived });
  expect(nextState(absent, { state: 'absent', asOf: 12 })).toEqual({ state: 'absent', asOf: 12 });
  expect(nextState(absent, { state: 'standing', asOf: 12 })).toEqual({ state: 'standing', asOf: 12 });
  expect(nextState({ state: 'standing', asOf: 9 }, { state: 'archived', asOf: 12 })).toEqual({
    ...{ state: 'archived', asOf: 12 },
  });
});

test.each<[string, FollowedEscrow]>([
  ['absent', absent],
  ['without terms', { state: 'standing', asOf: 9, contract: { code } }],
  ['with everything', stateWith(multi)],
  ['with a balance of no known age', { ...absent, held: { units: 7n, decimals: 6 } }],
])('keeps a state %s as it was', (_, state) => {
  expect(textOfState(stateOfText(textOfState(state), 9, network) as FollowedEscrow)).toBe(textOfState(state));
});
