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
const sent = async (...call: [contract: string, name: string, ...args: xdr.ScVal[]]) =>
  settle(t, await prepareCall(t, client, ...call));
const fund = (escrow: string, amount: bigint) =>
  sent(escrow, 'fund_escrow', val(address('client')), liveEscrowValue('multi'), units(amount));
const transfer = (escrow: string, amount: bigint) =>
  sent(TOKEN.address, 'transfer', val(address('client')), val(escrow), units(amount));

type Following = { readonly folder?: string; readonly escrow?: string; readonly signal?: AbortSignal };

/** A follower who has seen an escrow once. @param taking what it does with changes before it notes them */
async function following({ folder, escrow: known, signal }: Following = {}, taking?: () => unknown) {
  const { desk, rpc } = await openDesk(folder);
  const escrow = known ?? (await deployLiveEscrow(t, 'multi'));
  const { changes, take, until } = recorder();
  const follower = folder === undefined ? {} : { follower: 'channel' };
  const taken = async (some: Parameters<typeof take>[0]) => {
    await taking?.();
    take(some);
  };
  await desk.follow({ escrows: [escrow], ...follower }, taken, signal === undefined ? {} : { signal });
  await looks(rpc, 4);
  return { desk, rpc, escrow, changes, until };
}

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

test('reports only a change that was not taken again', async () => {
  let fails = 2;
  const { escrow, rpc, changes, until } = await following({}, () => {
    if (fails-- > 0) throw new Error('the channel is closed');
  });
  await transfer(escrow, 3n);
  await until(1);
  await looks(rpc, 4);
  expect(changes).toMatchObject([money('0.0000003')]);
  expect(fails).toBe(-1);
});

test('does not repeat a change that was being taken while the desk closed', async () => {
  const folder = temporaryFolder();
  const [begun, sending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { desk, escrow, changes } = await following({ folder }, async () => {
    begun.resolve();
    await sending.promise;
  });
  await transfer(escrow, 3n);
  await begun.promise;
  const closing = desk.close();
  sending.resolve();
  await closing;
  expect(changes).toMatchObject([money('0.0000003')]);
  const again = await following({ folder, escrow });
  expect(again.changes).toEqual([]);
});

test('reports nothing while the RPC is down, and everything once afterwards', async () => {
  const { rpc, escrow, changes, until } = await following();
  rpc.answer = async () => Promise.reject(new Error('down'));
  await transfer(escrow, 3n);
  await looks(rpc, 1);
  expect(changes).toEqual([]);
  rpc.answer = undefined;
  await until(1);
  expect(changes).toMatchObject([money('0.0000003')]);
});

test('reports archiving and restoring as such', async () => {
  const { rpc, escrow, changes, until } = await following();
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
  const salt = randomBytes(32);
  const escrow = contractIdFor(livePins('multi').factory, salt, PASSPHRASE);
  const { changes, until } = await following({ escrow });
  await sent(...liveDeployCall('multi', liveEscrowValue('multi'), salt));
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
  const ending = new AbortController();
  const { rpc, escrow, changes } = await following({ signal: ending.signal });
  ending.abort();
  await transfer(escrow, 3n);
  // Another desk polls as often.
  const other = await following({ escrow });
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
