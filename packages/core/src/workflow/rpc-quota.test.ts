/** The quota of a Stellar RPC: what is over it is not asked, and a signed transaction then counts as not sent. */
import type { ServerResponse } from 'node:http';
import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { expect, test } from 'vitest';
import { openLedger } from '../ledger/open-ledger.ts';
import { createRpcQuota } from './rpc-urls.ts';

const MISSING = { entries: [], latestLedger: 9 };
const address = request().signer;

test('asks no more than the quota allows, and says at once what it did not ask', async () => {
  const rpc = await startRpc({ getNetwork: network(sandbox.passphrase), getLedgerEntries: MISSING });
  const { paceOf, state } = createRpcQuota(3);
  const ledger = openLedger([rpc.url], sandbox.passphrase, { paceOf });
  expect(state()).toMatchObject({ quota: 3, tokensLeft: 3 });
  const answers = await Promise.all([1, 2, 3, 4].map(() => ledger.accountOf(address)));
  // Each asks for the network first.
  expect(rpc.asked).toHaveLength(3);
  expect(answers.filter(({ kind }) => kind === 'no-answer')).not.toEqual([]);
  expect(await ledger.accountOf(address)).toEqual({ kind: 'no-answer' });
  expect(await ledger.send(buildDeploy(request()), {})).toMatchObject({ kind: 'not-sent', because: 'busy' });
  expect(rpc.asked).toHaveLength(3);
  expect(state()).toMatchObject({ tokensLeft: 0, waiting: 0 });
  expect(state().refusals).toBeGreaterThanOrEqual(3);
});

test('each of two RPCs has a quota of its own', async () => {
  const answers = { getNetwork: network(sandbox.passphrase), getLedgerEntries: MISSING };
  const rpcs = await Promise.all([startRpc(answers), startRpc(answers)]);
  const { paceOf, state } = createRpcQuota(2);
  const ledger = openLedger(
    rpcs.map(({ url }) => url),
    sandbox.passphrase,
    { paceOf },
  );
  expect(await ledger.accountOf(address)).toEqual({ kind: 'missing', ledger: 9 });
  expect(rpcs.map(({ asked }) => asked)).toEqual([
    ['getNetwork', 'getLedgerEntries'],
    ['getNetwork', 'getLedgerEntries'],
  ]);
  expect(state()).toMatchObject({ quota: 4, tokensLeft: 0 });
});

test('pauses where the RPC says that there were too many', async () => {
  const rpc = await startRpc({
    getNetwork: (_: unknown, response: ServerResponse) => void response.writeHead(429).end(),
  });
  const { paceOf, state } = createRpcQuota(9);
  const ledger = openLedger([rpc.url], sandbox.passphrase, { paceOf });
  expect(await ledger.accountOf(address)).toEqual({ kind: 'no-answer' });
  expect(state().pausedForMs).toBeGreaterThan(0);
});
