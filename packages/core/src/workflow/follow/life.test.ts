/** Whole lives of escrows of all three contracts, as their followers get them: at once, or after a gap. */
import { type FollowingDesk, looks, openFollowingDesk, recorder } from '@countersign/testkit/desk/following-desk';
import {
  CONTRACT_NAMES,
  type ContractName,
  lifeEscrow,
  openEscrowLife,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import type { EscrowChange } from '../../words/data/schemas.ts';
import { changeText } from '../../words/en.ts';

const life = openEscrowLife();
const openDesk = (folder?: string) => openFollowingDesk((method, params) => life.t.ask(method, params), folder);
const UNIT = 10_000_000n;
const [client, receiver] = [person('client'), person('receiver')];

type Step = { readonly act: () => unknown; readonly tells: readonly Partial<EscrowChange>[] };

const usdc = (amount: string) => ({ amount, token: 'USDC' });

/** Each step, and the change that is reported for it. */
function stepsOf(name: ContractName, escrow: string): Step[] {
  const act = (...[what, by, values]: [Parameters<typeof life.act>[2], ...Tail]) => {
    const outcome = life.act(name, escrow, what, by, values);
    if ('error' in outcome) throw new Error(`${what}: ${outcome.error}`);
  };
  const title = 'Other title';
  const isSingle = name === 'single';
  const place = (milestone: number) => (isSingle ? {} : { milestone });
  const shares = (amount: bigint) => ({ distributions: [[receiver, amount * UNIT]] as const });
  const paidInFull = (milestone: number, amount: string): Partial<EscrowChange> => ({
    kind: 'released',
    ...place(milestone),
    ...usdc(amount),
    to: receiver,
  });
  const begin: Step[] = [
    {
      act: () => act('update', 'platform', { escrow: lifeEscrow(name, { title }) }),
      tells: [{ kind: 'updated' }],
    },
    {
      act: () => act('fund', 'client', { amount: 300n * UNIT, escrow: lifeEscrow(name, { title }) }),
      tells: [{ kind: 'funded', ...usdc('300'), by: client }],
    },
    {
      act: () => act('change-status', 'provider', { index: 0, status: 'done', evidence: 'https://example.org/1' }),
      tells: [{ kind: 'status', milestone: 1, before: 'pending', after: 'done', evidence: 'https://example.org/1' }],
    },
    { act: () => act('approve', 'client', { index: 0 }), tells: [{ kind: 'approved', milestone: 1 }] },
  ];
  const ofMulti: Step[] = [
    { act: () => act('release', 'releaser', { index: 0 }), tells: [paidInFull(1, '98.7')] },
    { act: () => act('dispute', 'client', { index: 1 }), tells: [{ kind: 'disputed', milestone: 2 }] },
    {
      act: () => act('resolve', 'arbiter', { index: 1, ...shares(120n) }),
      tells: [{ kind: 'resolved', milestone: 2, ...usdc('120'), payees: [receiver] }],
    },
  ];
  const ofSingle: Step[] = [
    {
      act: () => act('change-status', 'provider', { index: 1, status: 'done' }),
      tells: [{ kind: 'status', milestone: 2, before: 'pending', after: 'done' }],
    },
    { act: () => act('approve', 'client', { index: 1 }), tells: [{ kind: 'approved', milestone: 2 }] },
    { act: () => act('dispute', 'client'), tells: [{ kind: 'disputed' }] },
    {
      act: () => act('resolve', 'arbiter', shares(300n)),
      tells: [{ kind: 'resolved', ...usdc('300'), payees: [receiver] }],
    },
    {
      act: () => act('fund', 'client', { amount: 80n * UNIT, escrow: life.read(name, escrow) }),
      tells: [{ kind: 'funded', ...usdc('80'), by: client }],
    },
  ];
  return [
    ...begin,
    ...(isSingle ? ofSingle : ofMulti),
    {
      act: () => act('withdraw', 'arbiter', shares(80n)),
      // The contract of one amount has no event for it.
      tells: [{ kind: 'withdrawn', ...usdc('80'), ...(isSingle ? {} : { payees: [receiver] }) }],
    },
  ];
}
type Tail = [by: Parameters<typeof life.act>[3], values?: Parameters<typeof life.act>[4]];

const newEscrow = (name: ContractName) => life.funded(name, 0n);

test.each(CONTRACT_NAMES)('reports each step of a life once, with its kind: %s', async (name) => {
  const escrow = newEscrow(name);
  const { desk, rpc } = await openDesk();
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  const expected: Partial<EscrowChange>[] = [];
  for (const { act, tells } of stepsOf(name, escrow)) {
    act();
    expected.push(...tells);
    await until(expected.length);
  }
  await looks(rpc, 3);
  expect(changes.map(({ escrow: _, ledger: __, ...change }) => change)).toEqual(expected);
  expect(changes.every((change) => change.escrow === escrow && !changeText(change).includes('undefined'))).toBe(true);
});

const GAPS: readonly [string, (scene: FollowingDesk) => void, readonly string[]][] = [
  ['in the order of the events', () => undefined, ['updated', 'funded', 'status', 'approved', 'released', 'disputed']],
  [
    'by the states alone, where the RPC has the events no more',
    ({ rpc }) => {
      rpc.answer = async ({ method }, pass) =>
        method === 'getEvents' ? { error: { code: -32_600, message: 'startLedger must be within the range' } } : pass();
    },
    ['updated', 'funded', 'status', 'approved', 'disputed', 'released'],
  ],
];

test.each(GAPS)('reports a change once after a gap, %s', async (_, prepare, kinds) => {
  const dir = temporaryFolder();
  const escrow = newEscrow('multi');
  const before = await openDesk(dir);
  const first = recorder();
  await before.desk.follow({ escrows: [escrow], follower: 'channel' }, first.take);
  await looks(before.rpc, 4);
  await before.desk.close();
  for (const { act } of stepsOf('multi', escrow).slice(0, 6)) act();
  const after = await openDesk(dir);
  prepare(after);
  const second = recorder();
  await after.desk.follow({ escrows: [escrow], follower: 'channel' }, second.take);
  await second.until(kinds.length);
  await looks(after.rpc, 3);
  expect(first.changes).toEqual([]);
  expect(second.changes.map(({ kind }) => kind)).toEqual(kinds);
  expect(second.changes).toContainEqual(expect.objectContaining({ kind: 'funded', ...usdc('300') }));
  expect(second.changes).toContainEqual(expect.objectContaining({ kind: 'released', ...usdc('98.7') }));
});

test('distinguishes a payment in from a resolver’s payout in the same gap by the events', async () => {
  const dir = temporaryFolder();
  const escrow = newEscrow('multi');
  const before = await openDesk(dir);
  await before.desk.follow({ escrows: [escrow], follower: 'channel' }, () => undefined);
  await looks(before.rpc, 4);
  await before.desk.close();
  for (const { act } of stepsOf('multi', escrow).slice(0, 7)) act();
  const after = await openDesk(dir);
  const { changes, take } = recorder();
  await after.desk.follow({ escrows: [escrow], follower: 'channel' }, take);
  const expected = [
    expect.objectContaining({ kind: 'funded', ...usdc('300') }),
    expect.objectContaining({ kind: 'resolved', milestone: 2, ...usdc('120') }),
  ];
  await expect.poll(() => changes).toEqual(expect.arrayContaining(expected));
});
