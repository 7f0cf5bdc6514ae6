/** One ledger file and several processes; and what was answered, when a process is killed. */

import { demoKeypair } from '@countersign/escrow-service';
import { startCli } from '@countersign/testkit/escrow-service/child';
import {
  address,
  build,
  call,
  deploy,
  deployEscrow,
  send,
  sign,
  startTestSandbox,
  type TestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { expect, test } from 'vitest';

type Child = TestSandbox & { readonly kill: () => Promise<unknown> };

/** A child process in the shape of a test sandbox. */
async function startChild(dataDir: string): Promise<Child> {
  const child = await startCli(['--data-dir', dataDir]);
  const { json } = await call(`${child.url}/sandbox`);
  return {
    sandbox: { ...json, url: child.url, close: async () => undefined },
    rpc: new Server(child.rpcUrl, { allowHttp: true }),
    clock: { now: Date.now() },
    kill: () => {
      child.process.kill('SIGKILL');
      return child.exited;
    },
  };
}

test('answered transactions survive kill -9', async () => {
  const data = temporaryFolder();
  const first = await startChild(data);
  const signed = sign((await deploy(first)).json.unsignedTransaction, 'client');
  const settled = await send(first, signed);
  expect(settled.status).toBe(200);
  const wallet = Keypair.random().publicKey();
  await first.rpc.requestAirdrop(wallet);
  const { sequence } = await first.rpc.getLatestLedger();
  await first.kill();

  const second = await startChild(data);
  try {
    expect((await second.rpc.getLatestLedger()).sequence).toBeGreaterThanOrEqual(sequence);
    expect((await second.rpc.getContractInstance(settled.json.contractId)).executable.type).toBe(
      'contractExecutableWasm',
    );
    expect((await second.rpc.getAccountEntry(wallet)).balance).toBe(100_000_000_000n);
    // Sent again to the new process, the old transaction has the old outcome.
    expect((await send(second, signed)).json).toEqual(settled.json);
  } finally {
    await second.kill();
  }
});

test('killed while working, it leaves a consistent ledger with each transaction whole or absent', async () => {
  const data = temporaryFolder();
  const child = await startChild(data);
  const answered: string[] = [];
  const client = demoKeypair('client');
  const pay = async () => {
    for (;;) {
      const payment = Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' });
      const transaction = await build(child, client, [payment]);
      transaction.sign(client);
      const sent = await child.rpc.sendTransaction(transaction);
      if (sent.status === 'PENDING') answered.push(sent.hash);
    }
  };
  const working = pay().catch(() => 'cut off');
  while (answered.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  await child.kill();
  expect(await working).toBe('cut off');

  const t = await startTestSandbox({ dataDir: data });
  try {
    for (const hash of answered) expect((await t.rpc.getTransaction(hash)).status).toBe('SUCCESS');
    // Every transaction raised the sequence number by one and moved one XLM; at most one was not answered.
    const { seqNum, balance } = await t.rpc.getAccountEntry(client.publicKey());
    const applied = seqNum - (1n << 32n);
    expect([BigInt(answered.length), BigInt(answered.length) + 1n]).toContain(applied);
    expect(balance).toBe(100_000_000_000n - applied * 10_000_100n);
    expect((await t.rpc.getAccountEntry(address('provider'))).balance).toBe(100_000_000_000n + applied * 10_000_000n);
    expect((await t.rpc.getLatestLedger()).sequence).toBe(1 + Number(applied));
  } finally {
    await t.sandbox.close();
  }
});

test('two processes that create the ledger at the same time create one', async () => {
  const data = temporaryFolder();
  const children = await Promise.all([startChild(data), startChild(data), startChild(data)]);
  try {
    const ids = await Promise.all(children.map(async ({ rpc }) => (await rpc.getLatestLedger()).id));
    expect(new Set(ids).size).toBe(1);
    const [here, there] = children as [Child, Child, Child];
    // Prepared by one, sent to the other, read from the first.
    const { json } = await deploy(here);
    const settled = await send(there, sign(json.unsignedTransaction, 'client'));
    expect(settled.status).toBe(200);
    const { executable } = await here.rpc.getContractInstance(settled.json.contractId);
    expect(executable.type).toBe('contractExecutableWasm');
  } finally {
    await Promise.all(children.map(({ kill }) => kill()));
  }
});

test('two processes can work at the same time without losing or refusing anything', async () => {
  const data = temporaryFolder();
  const children = await Promise.all([startChild(data), startChild(data)]);
  const COUNT = 40;
  try {
    const [here, there] = children as [Child, Child];
    const work = async (t: TestSandbox, name: 'client' | 'provider') => {
      const signer = demoKeypair(name);
      for (let count = 0; count < COUNT; count++) {
        const payment = Operation.payment({ destination: address('arbiter'), asset: Asset.native(), amount: '1' });
        const transaction = await build(t, signer, [payment]);
        transaction.sign(signer);
        expect((await t.rpc.sendTransaction(transaction)).status).toBe('PENDING');
      }
    };
    await Promise.all([work(here, 'client'), work(there, 'provider')]);
    expect((await here.rpc.getLatestLedger()).sequence).toBe(1 + 2 * COUNT);
    const { balance } = await there.rpc.getAccountEntry(address('arbiter'));
    expect(balance).toBe(100_000_000_000n + BigInt(2 * COUNT) * 10_000_000n);
  } finally {
    await Promise.all(children.map(({ kill }) => kill()));
  }
});

test('applies a transaction once when two open ledgers of one file send it at once', async () => {
  const data = temporaryFolder();
  const [here, there] = await Promise.all([startTestSandbox({ dataDir: data }), startTestSandbox({ dataDir: data })]);
  try {
    for (let round = 0; round < 5; round++) {
      const { sequence } = await here.rpc.getLatestLedger();
      const signed = sign((await deploy(here)).json.unsignedTransaction, 'client');
      const [first, second] = await Promise.all([send(here, signed), send(there, signed)]);
      expect(first.json.status).toBe('SUCCESS');
      expect(second.json).toEqual(first.json);
      expect((await there.rpc.getLatestLedger()).sequence).toBe(sequence + 1);
    }
  } finally {
    await Promise.all([here.sandbox.close(), there.sandbox.close()]);
  }
});

test('a ledger in memory is separate, and gone when it is closed', async () => {
  const [one, other] = await Promise.all([startTestSandbox(), startTestSandbox()]);
  const escrow = await deployEscrow(one);
  await expect(other.rpc.getContractInstance(escrow)).rejects.toMatchObject({ code: 404 });
  await Promise.all([one.sandbox.close(), other.sandbox.close()]);
});
