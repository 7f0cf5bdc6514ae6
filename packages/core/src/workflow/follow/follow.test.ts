/** Follows escrows over the RPC of the embedded ledger: each follower gets each change once, whatever the RPC does. */
import { randomBytes } from 'node:crypto';
import { looks, openFollowingDesk, recorder } from '@countersign/testkit/desk/following-desk';
import {
  deployLiveEscrow,
  liveDeployCall,
  liveEscrow,
  liveEscrowValue,
  livePins,
} from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  call,
  PASSPHRASE,
  prepareCall,
  settle,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import {
  entries,
  escrowEntries,
  network,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Address, Asset, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { sandboxKeypair } from '../../escrow/sandbox-keys.ts';
import { contractIdFor } from '../../kinds/read-deploy.ts';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = sandboxKeypair('client');
const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };

const openDesk = (folder?: string) => openFollowingDesk(t.sandbox.rpcUrl, folder);

const val = (text: string) => Address.fromString(text).toScVal();
const units = (amount: bigint) => nativeToScVal(amount, { type: 'i128' });
const fund = async (escrow: string, amount: bigint) =>
  settle(
    t,
    await prepareCall(
      t,
      client,
      escrow,
      'fund_escrow',
      val(address('client')),
      liveEscrowValue('multi'),
      units(amount),
    ),
  );
const transfer = async (escrow: string, amount: bigint) =>
  settle(
    t,
    await prepareCall(t, client, TOKEN.address, 'transfer', val(address('client')), val(escrow), units(amount)),
  );

const money = (amount: string) => ({ kind: 'funded', amount, token: 'USDC' });

test('reports incoming money once to each follower, by contract or plain transfer', async () => {
  const { desk, rpc } = await openDesk();
  const [one, other] = [await deployLiveEscrow(t, 'multi'), await deployLiveEscrow(t, 'multi')];
  const [ada, bob] = [recorder(), recorder()];
  await desk.for(ADA).follow({ escrows: [one, other] }, ada.take);
  await desk.for(BOB).follow({ escrows: [other] }, bob.take);
  await looks(rpc, 4);
  await fund(one, 350_0000000n);
  await ada.until(1);
  await transfer(other, 5n);
  await ada.until(2);
  await bob.until(1);
  await looks(rpc, 4);
  expect(ada.changes).toMatchObject([
    { escrow: one, ...money('350') },
    { escrow: other, ...money('0.0000005') },
  ]);
  expect(bob.changes).toMatchObject([{ escrow: other, ...money('0.0000005') }]);
});

test('polls all followed escrows in one request if they fit', async () => {
  const { desk, rpc } = await openDesk();
  const escrows = [await deployLiveEscrow(t, 'multi'), await deployLiveEscrow(t, 'single')];
  for (const escrow of escrows) await transfer(escrow, 1n);
  for (const escrow of escrows) await desk.follow({ escrows: [escrow] }, () => undefined);
  await looks(rpc, 6);
  rpc.asked.length = 0;
  await looks(rpc, 3);
  expect(new Set(rpc.asked)).toEqual(new Set(['getLedgerEntries']));
});

test('reports earlier changes once after a restart, as the difference of states', async () => {
  const dir = temporaryFolder();
  const escrow = await deployLiveEscrow(t, 'multi');
  const [first, second, third] = [recorder(), recorder(), recorder()];
  const begin = async ({ take }: ReturnType<typeof recorder>) => {
    const { desk, rpc } = await openDesk(dir);
    await desk.for(ADA).follow({ escrows: [escrow], follower: 'channel' }, take);
    await looks(rpc, 4);
    return desk;
  };
  const one = await begin(first);
  await fund(escrow, 10n);
  await first.until(1);
  await one.close();
  await fund(escrow, 20n);
  await transfer(escrow, 7n);
  const two = await begin(second);
  await second.until(1);
  await two.close();
  await begin(third);
  expect(first.changes).toMatchObject([money('0.000001')]);
  expect(second.changes).toMatchObject([money('0.0000027')]);
  expect(third.changes).toEqual([]);
});

test('reports only a change that was not taken again', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { changes, take, until } = recorder();
  let fails = 2;
  await desk.follow({ escrows: [escrow] }, (some) => {
    if (fails-- > 0) throw new Error('the channel is closed');
    take(some);
  });
  await looks(rpc, 4);
  await transfer(escrow, 3n);
  await until(1);
  await looks(rpc, 4);
  expect(changes).toMatchObject([money('0.0000003')]);
  expect(fails).toBe(-1);
});

test('does not repeat a change that was being taken while the desk closed', async () => {
  const dir = temporaryFolder();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { desk, rpc } = await openDesk(dir);
  const { changes, take, until } = recorder();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await desk.follow({ escrows: [escrow], follower: 'channel' }, async (some) => {
    take(some);
    await sent;
  });
  await looks(rpc, 4);
  await transfer(escrow, 3n);
  await until(1);
  const closing = desk.close();
  send();
  await closing;
  const again = await openDesk(dir);
  await again.desk.follow({ escrows: [escrow], follower: 'channel' }, take);
  await looks(again.rpc, 4);
  expect(changes).toMatchObject([money('0.0000003')]);
});

test('reports the same changes when events are missing or forged', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  const madeUp = (name: string, value: xdr.ScVal, latestLedger: number) => ({
    type: 'contract',
    ledger: latestLedger,
    contractId: escrow,
    id: '1',
    topic: [xdr.ScVal.scvSymbol(name).toXdr('base64')],
    value: value.toXdr('base64'),
  });
  rpc.answer = async ({ method }, pass) => {
    const reply = await pass();
    if (method !== 'getEvents' || reply.error) return reply;
    const { latestLedger } = reply.result;
    const value = xdr.ScVal.scvVec([val(address('client')), units(999n)]);
    const events = ['tw_fund', 'tw_dispute', 'tw_withdraw'].map((name) => madeUp(name, value, latestLedger));
    return { ...reply, result: { ...reply.result, events } };
  };
  await transfer(escrow, 3n);
  await until(1);
  rpc.answer = async ({ method }, pass) =>
    method === 'getEvents'
      ? { error: { code: -32600, message: 'startLedger must be within the ledger range' } }
      : pass();
  await transfer(escrow, 4n);
  await until(2);
  expect(changes).toMatchObject([money('0.0000003'), money('0.0000004')]);
  expect(rpc.asked).toContain('getEvents');
});

test('reports nothing while the RPC is down, and everything once afterwards', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  rpc.answer = async () => Promise.reject(new Error('down'));
  await transfer(escrow, 3n);
  await looks(rpc, 1);
  expect(changes).toEqual([]);
  rpc.answer = undefined;
  await until(1);
  expect(changes).toMatchObject([money('0.0000003')]);
});

test('does not take the state of a server that lags behind for a change', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  await transfer(escrow, 1n);
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  let old: unknown;
  rpc.answer = async (_, pass) => {
    old = await pass();
    return old;
  };
  await looks(rpc, 2);
  rpc.answer = undefined;
  await transfer(escrow, 2n);
  await until(1);
  rpc.answer = async () => old;
  await looks(rpc, 2);
  rpc.answer = undefined;
  await looks(rpc, 2);
  expect(changes).toMatchObject([money('0.0000002')]);
});

test('reports archiving and restoring as such', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  await call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${escrow}`, { method: 'POST' });
  await until(1);
  rpc.asked.length = 0;
  await looks(rpc, 3);
  expect(rpc.asked).not.toContain('simulateTransaction');
  await fund(escrow, 1n);
  await until(3);
  expect(changes).toMatchObject([{ kind: 'archived' }, { kind: 'restored' }, money('0.0000001')]);
});

test('reports an escrow that is followed before it exists once it does', async () => {
  const { desk, rpc } = await openDesk();
  const salt = randomBytes(32);
  const escrow = contractIdFor(livePins('multi').factory, salt, PASSPHRASE);
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 4);
  await settle(t, await prepareCall(t, client, ...liveDeployCall('multi', liveEscrowValue('multi'), salt)));
  await until(1);
  await fund(escrow, 1n);
  await until(2);
  expect(changes).toMatchObject([{ kind: 'deployed', escrow }, money('0.0000001')]);
});

test('polls 300 escrows in three requests of 200 keys, two keys for each', async () => {
  const code = livePins('multi').wasmHash;
  const escrow = liveEscrowValue('multi');
  const escrows = Array.from({ length: 300 }, (_, index) =>
    contractIdFor(livePins('multi').factory, Buffer.alloc(32, `many ${index}`), PASSPHRASE),
  );
  const ledger = await startRpc({
    getNetwork: network(PASSPHRASE),
    getLedgerEntries: entries(
      tokenInstance(TOKEN.address, { asset: new Asset(TOKEN.code, TOKEN.issuer) }),
      ...escrows.flatMap((contract) => [
        ...escrowEntries(contract, { code, escrow, keptIn: 'entry' }),
        tokenBalance(TOKEN.address, contract, 1n),
      ]),
    ),
  });
  const { desk, rpc } = await openFollowingDesk(ledger.url);
  const keys: (number | undefined)[] = [];
  rpc.answer = async ({ params }, pass) => {
    keys.push((params as { readonly keys?: readonly string[] })?.keys?.length);
    return await pass();
  };
  await desk.follow({ escrows }, () => undefined);
  await expect.poll(() => keys.length).toBeGreaterThan(15);
  // At first sight the codes are read, then the balances of tokens that are known by then.
  const [, ...asked] = keys;
  expect(asked.slice(0, 3)).toEqual([200, 200, 200]);
  expect(asked.slice(6, 12)).toEqual([200, 200, 200, 200, 200, 200]);
});

test('a release between reading escrow and token balance is not a withdrawal', async () => {
  const code = livePins('multi').wasmHash;
  const [escrow, token] = [1, 2].map((seed) => StrKey.encodeContract(new Uint8Array(32).fill(seed))) as [
    string,
    string,
  ];
  const trustline = { address: token };
  const open = liveEscrow('multi', { trustline });
  const released = open.milestones.map((milestone) => ({
    ...milestone,
    flags: { ...milestone.flags, released: true },
  }));
  const ledgerWith = (milestones: typeof open.milestones) => {
    const value = liveEscrowValue('multi', { trustline, milestones });
    return entries(
      tokenInstance(token, { native: false }),
      ...escrowEntries(escrow, { code, escrow: value, keptIn: 'entry' }),
    );
  };
  const paid = open.milestones.reduce((sum, { amount = 0n }) => sum + amount, 0n);
  let [balance, answer] = [1_000_000_000n, ledgerWith(open.milestones)];
  let releases = false;
  const rpc = await startRpc({
    getNetwork: network(PASSPHRASE),
    getLedgerEntries: (params: never) => answer(params),
    simulateTransaction: (params: { readonly transaction?: string }) => {
      if (!Buffer.from(params.transaction ?? '', 'base64').includes('balance')) return simulated(xdr.ScVal.scvU32(7));
      if (releases) [balance, answer, releases] = [balance - paid, ledgerWith(released), false];
      return simulated(units(balance));
    },
  });
  const { desk } = await openFollowingDesk(rpc.url);
  const { changes, take, until } = recorder();
  await desk.follow({ escrows: [escrow] }, take);
  await looks(rpc, 6);
  releases = true;
  await until(open.milestones.length);
  expect(changes.map(({ kind }) => kind)).toEqual(open.milestones.map(() => 'released'));
  balance -= 5n;
  await until(open.milestones.length + 1);
  expect(changes.at(-1)).toMatchObject({ kind: 'withdrawn', amount: '0.0000005', token });
});

test('stops reporting and polling when no one follows any more', async () => {
  const { desk, rpc } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const { changes, take } = recorder();
  const ending = new AbortController();
  await desk.follow({ escrows: [escrow] }, take, { signal: ending.signal });
  await looks(rpc, 4);
  ending.abort();
  await transfer(escrow, 3n);
  // Another desk polls as often.
  const other = await openDesk();
  await other.desk.follow({ escrows: [escrow] }, () => undefined);
  await looks(other.rpc, 4);
  rpc.asked.length = 0;
  await looks(other.rpc, 4);
  expect(rpc.asked).toEqual([]);
  expect(changes).toEqual([]);
});

test('waits for one escrow until it changes or the time is over', async () => {
  const { desk, rpc } = await openDesk();
  const contractId = await deployLiveEscrow(t, 'multi');
  const waiting = desk.get({ contractId, waitSeconds: 20 });
  await looks(rpc, 8);
  await transfer(contractId, 3n);
  expect(await waiting).toMatchObject({
    held: '0.0000003',
    changes: [{ kind: 'funded', text: 'Money arrived: 0.0000003 USDC.' }],
  });
  expect(await desk.get({ contractId, waitSeconds: 1 })).toMatchObject({ held: '0.0000003', changes: [] });
  expect(await desk.get({ contractId })).not.toHaveProperty('changes');
  await expect(desk.get({ contractId, waitSeconds: 31 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

test('reports to a follower what changed between its beginning and its next call', async () => {
  const { desk } = await openDesk();
  const escrow = await deployLiveEscrow(t, 'multi');
  const first = await desk.follow({ escrows: [escrow], follower: 'channel' }, () => undefined);
  await first.begun();
  await first.stop();
  await fund(escrow, 7_0000000n);
  const { take, changes, until } = recorder();
  await desk.follow({ escrows: [escrow], follower: 'channel' }, take);
  await until(1);
  expect(changes).toMatchObject([money('7')]);
});
