import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NETWORKS } from '../network.ts';
import { openLedger } from './open-ledger.ts';

const HASH = 'ab'.repeat(32);

/** A Stellar RPC that answers each method with what it is given; `asked` are the methods in order. */
async function startRpc(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body);
      asked.push(method);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`, asked };
}

const network = (passphrase: string) => ({ passphrase, protocolVersion: 23 });
const notFound = {
  status: 'NOT_FOUND',
  latestLedger: 9,
  latestLedgerCloseTime: '1800000100',
  oldestLedger: 1,
  oldestLedgerCloseTime: '1800000000',
};

test('not found is told with the time that the RPC remembers', async () => {
  const rpc = await startRpc({ getNetwork: network(NETWORKS.testnet.passphrase), getTransaction: notFound });
  const ledger = openLedger(rpc.url, NETWORKS.testnet.passphrase);
  const outcome = { kind: 'not-found', from: 1_800_000_000_000, to: 1_800_000_100_000 };
  expect(await ledger.outcomeOf(HASH)).toEqual(outcome);
  expect(await ledger.outcomeOf(HASH)).toEqual(outcome);
  expect(rpc.asked).toEqual(['getNetwork', 'getTransaction', 'getTransaction']);
});

test('an RPC of another network is not believed', async () => {
  const rpc = await startRpc({ getNetwork: network(NETWORKS.public.passphrase), getTransaction: notFound });
  expect(await openLedger(rpc.url, NETWORKS.testnet.passphrase).outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
  expect(rpc.asked).toEqual(['getNetwork']);
});

test.each<[string, Record<string, unknown>]>([
  [
    'an odd status',
    { getNetwork: network(NETWORKS.testnet.passphrase), getTransaction: { ...notFound, status: 'MAYBE' } },
  ],
  ['no network', { getTransaction: notFound }],
])('%s is no answer', async (_, answers) => {
  const rpc = await startRpc(answers);
  expect(await openLedger(rpc.url, NETWORKS.testnet.passphrase).outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
});

test('nobody there is no answer', async () => {
  expect(await openLedger('http://127.0.0.1:9/rpc', NETWORKS.testnet.passphrase).outcomeOf(HASH)).toEqual({
    kind: 'no-answer',
  });
});
