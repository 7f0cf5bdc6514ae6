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
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { changeText } from '../../words/en.ts';

const life = openEscrowLife();
const openDesk = (folder?: string) => openFollowingDesk((method, params) => life.t.ask(method, params), folder);
const UNIT = 10_000_000n;
const receiver = person('receiver');

const usdc = (amount: string) => ({ amount, token: 'USDC' });

type Act = [what: Parameters<typeof life.act>[2], by: Parameters<typeof life.act>[3], values?: object];

/** Each is one change. */
function actsOf(name: ContractName, escrow: string): readonly (() => void)[] {
  const titled = lifeEscrow(name, { title: 'Other title' });
  const shares = (amount: bigint) => ({ distributions: [[receiver, amount * UNIT]] as const });
  const report = { index: 0, status: 'done', evidence: 'https://example.org/1' };
  const begin: Act[] = [
    ['update', 'platform', { escrow: titled }],
    ['fund', 'client', { amount: 300n * UNIT, escrow: titled }],
    ['change-status', 'provider', report],
    ['approve', 'client', { index: 0 }],
  ];
  const ofMulti: Act[] = [
    ['release', 'releaser', { index: 0 }],
    ['dispute', 'client', { index: 1 }],
    ['resolve', 'arbiter', { index: 1, ...shares(120n) }],
  ];
  const ofSingle: Act[] = [
    ['change-status', 'provider', { index: 1, status: 'done' }],
    ['approve', 'client', { index: 1 }],
    ['dispute', 'client'],
    ['resolve', 'arbiter', shares(300n)],
    ['fund', 'client', { amount: 80n * UNIT }],
  ];
  const all: Act[] = [...begin, ...(name === 'single' ? ofSingle : ofMulti), ['withdraw', 'arbiter', shares(80n)]];
  return all.map(([what, by, values]) => () => {
    const outcome = life.act(name, escrow, what, by, { escrow: life.read(name, escrow), ...values } as never);
    if ('error' in outcome) throw new Error(`${what}: ${outcome.error}`);
  });
}

const newEscrow = (name: ContractName) => life.funded(name, 0n);

test.each(CONTRACT_NAMES)('reports each step of a life once, with its kind: %s', async (name) => {
  const escrow = newEscrow(name);
  const { desk, rpc } = await openDesk();
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  for (const [at, act] of actsOf(name, escrow).entries()) {
    act();
    await until(at + 1);
  }
  await looks(rpc, 3);
  const part = createPart();
  for (const { escrow: of, ledger: _, ...change } of changes) {
    expect(of).toBe(escrow);
    part.note(changeText({ escrow: of, ledger: 0, ...change }), change);
  }
  await expect(part.text()).toMatchFileSnapshot(`recorded/life-of-${name}.txt`);
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
  for (const act of actsOf('multi', escrow).slice(0, 6)) act();
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
  for (const act of actsOf('multi', escrow).slice(0, 7)) act();
  const after = await openDesk(dir);
  const { changes, take } = recorder();
  await after.desk.follow({ escrows: [escrow], follower: 'channel' }, take);
  const expected = [
    expect.objectContaining({ kind: 'funded', ...usdc('300') }),
    expect.objectContaining({ kind: 'resolved', milestone: 2, ...usdc('120') }),
  ];
  await expect.poll(() => changes).toEqual(expect.arrayContaining(expected));
});
