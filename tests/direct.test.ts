/** A desk that needs no escrow service, or goes on without it. Whole lives are in `direct.proof.test.ts`. */
import { openDesk, openSqliteStore } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import { type DeployRequest, parseDeployRequest } from '@countersign/core/escrow';
import { type ReadDeploy, readDeploy } from '@countersign/core/internal/kinds/read-deploy';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { directCarriers } from '@countersign/core/internal/workflow/carriers/direct-carriers';
import type { Carrier } from '@countersign/core/internal/workflow/model/carrier';
import { type Network, networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startFaultyService } from '@countersign/testkit/service/faulty-service';
import { expect, onTestFinished, test } from 'vitest';

const V1 = networkWith('sandbox', 'v1');
const ADA = { tenant: 'studio', id: 'ada' };
const BOB = { tenant: 'studio', id: 'bob' };

test('one setting is enough in the sandbox, and equal terms have one address no matter who asks', async () => {
  const dataDir = temporaryFolder();
  const settings = parseSettings({ ESCROW_SERVICE: 'direct', COUNTERSIGN_DATA_DIR: dataDir });
  const open = () => openDesk(settings, { startSandbox: () => startSandbox({ dataDir }) });
  const before = await open();
  const first = await before.for(ADA).prepare('deploy', REQUEST);
  expect(first).toMatchObject({ status: 'prepared', checked: 'verified' });
  expect(first.judgement.facts.map(({ code }) => code)).not.toContain('BUILT_DIRECTLY');
  expect(before.metrics().requests).toMatchObject({ deploy: 0, send: 0 });
  await before.close();

  const desk = await open();
  onTestFinished(() => desk.close());
  const second = await desk.for(BOB).prepare('deploy', REQUEST);
  expect(second.contractId).toBe(first.contractId);
  expect(await signAndSend(desk.for(BOB), 'client', second)).toMatchObject({ status: 'settled', by: 'ledger' });
  // What she asked for is there, no matter who signed it.
  await expect(desk.for(ADA).prepare('deploy', { id: first.id })).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  const text = JSON.stringify([first, second, await desk.for(ADA).status(first.id)]);
  const store = openSqliteStore(dataDir, 'sandbox');
  expect(text).not.toContain(await store.secret());
  await store.close();
});

test('the address of an escrow follows from its terms, the round and the secret, and is built once, of a pinned kind', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const ledger = openLedger([sandbox.rpcUrl], V1.passphrase);
  const carrier = (secret: string, network: Network = V1) =>
    directCarriers({ ledger, network, now: Date.now, secret: async () => secret }).deploy as Carrier<'deploy'>;
  const request = parseDeployRequest(REQUEST, V1);
  const build = async (asked: DeployRequest = request, round = 0, secret = '07'.repeat(32)) => {
    const unsignedXdr = await carrier(secret).build(asked, { round });
    const { contractId } = readDeploy(readTransaction(unsignedXdr, V1.passphrase), V1.passphrase) as ReadDeploy;
    return { unsignedXdr, contractId };
  };
  const first = await build();
  expect((await build()).contractId).toBe(first.contractId);
  const others = [build(request, 1), build(request, 0, '08'.repeat(32)), build({ ...request, title: 'Another' })];
  const addresses = (await Promise.all(others)).map(({ contractId }) => contractId);
  expect(new Set([first.contractId, ...addresses]).size).toBe(4);
  await carrier('').send(signWith(sandboxKeypair('client'), first.unsignedXdr), {});
  await expect(build()).rejects.toMatchObject({ code: 'ALREADY_ON_LEDGER' });
  expect(await build(request, 1)).toBeDefined();
  const { wasmHash: _, ...unpinned } = V1;
  const message = expect.stringContaining('not pinned');
  await expect(carrier('', unpinned).build(request, {})).rejects.toMatchObject({ code: 'INPUT_INVALID', message });
});

test('an escrow that was deployed while its service refused stays without it; where that is not set, it is an error', async () => {
  const sandbox = await startSandbox({ rateLimit: 0, network: V1 });
  const service = await startFaultyService(sandbox.url);
  const store = openSqliteStore(undefined, 'sandbox');
  onTestFinished(async () => {
    for (const each of [store, service, sandbox]) await each.close();
  });
  const deskOf = (goesDirect: boolean) =>
    createTestDesk({
      on: { ...sandbox, url: service.url },
      ...{ store, network: V1, patience: HURRY, policy: { ...policy, goesDirect } },
    });
  service.stumble = 'refuses';
  await expect(deskOf(false).prepare('deploy', REQUEST)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
  const desk = deskOf(true);
  const made = await desk.prepare('deploy', REQUEST);
  expect(made.judgement.facts[0]).toEqual({ code: 'BUILT_DIRECTLY', params: {} });
  expect(await signAndSend(desk, 'client', made)).toMatchObject({ status: 'settled' });
  service.stumble = undefined;
  // The setting was taken back.
  const paid = await deskOf(false).prepare('fund', { escrow: made.contractId, signer: REQUEST.signer });
  expect(await store.findByHash(paid.transactionHash)).toMatchObject({ builtBy: 'direct' });
  expect(service.built()).toBe(0);
});
