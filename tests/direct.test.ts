/** A desk that needs no escrow service, or goes on without it. Whole lives are in `direct.proof.test.ts`. */

import { openDesk, openSqliteStore } from '@countersign/core';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startFaultyService } from '@countersign/testkit/service/faulty-service';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';

const V1 = networkWith('sandbox', 'v1');
const PATIENCE = {
  alignMs: 200,
  acceptedMs: 200,
  unknownMs: 100,
  askEveryMs: 20,
  followEveryMs: 4_000,
  leaseMs: 5_000,
};
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

test('gives the person five minutes to read and sign, for a deploy, a payment and a step', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  const environment = { ESCROW_SERVICE: 'direct', STELLAR_RPC_URL: sandbox.rpcUrl };
  const desk = await openDesk(parseSettings({ ...environment, COUNTERSIGN_DATA_DIR: temporaryFolder() }));
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const { signer, trustline } = REQUEST;
  const deploy = await desk.prepare('deploy', REQUEST);
  await signAndSend(desk, 'client', deploy);
  const escrow = deploy.contractId;
  const payment = await desk.prepare('fund', { escrow, signer, amount: '10', way: 'transfer', trustline });
  const step = await desk.prepareStep(['approve'], { action: 'approve', escrow, milestone: 1, signer });
  for (const { unsignedXdr = '' } of [deploy, payment, step]) {
    const { timeBounds } = TransactionBuilder.fromXdr(unsignedXdr, V1.passphrase) as Transaction;
    const lifeS = Number(timeBounds?.maxTime) - Date.now() / 1_000;
    expect(lifeS).toBeGreaterThan(240);
    expect(lifeS).toBeLessThanOrEqual(300);
  }
});

test('gives another address to what the person confirmed again', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  const settings = parseSettings({
    ESCROW_SERVICE: 'direct',
    STELLAR_RPC_URL: sandbox.rpcUrl,
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  });
  const desk = await openDesk(settings);
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const first = await desk.prepare('deploy', REQUEST);
  await signAndSend(desk, 'client', first);
  await expect(desk.prepare('deploy', REQUEST)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  const another = await desk.prepare('deploy', REQUEST, { another: true });
  expect(another.judgement.stops).toMatchObject([{ code: 'ANOTHER_ESCROW' }]);
  const confirmed = await desk.confirm(another.id, { amount: '30.5', shown: another.judgement.key });
  expect(await signAndSend(desk, 'client', confirmed)).toMatchObject({ status: 'settled' });
  expect(another.contractId).not.toBe(first.contractId);
});

test('each milestone may pay somebody else, and who has no account yet is a warning', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  const desk = await openDesk(
    parseSettings({
      ESCROW_SERVICE: 'direct',
      STELLAR_RPC_URL: sandbox.rpcUrl,
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
    }),
  );
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const paying = (...receivers: readonly string[]) => {
    const milestones = receivers.map((receiver, at) => ({ description: `Poster ${at + 1}`, amount: '10', receiver }));
    return desk.prepare('deploy', { ...REQUEST, milestones });
  };
  const { serviceProvider, platformAddress } = REQUEST.roles;
  const prepared = await paying(serviceProvider, platformAddress);
  expect(prepared).toMatchObject({ status: 'prepared', checked: 'verified' });
  expect(await signAndSend(desk, 'client', prepared)).toMatchObject({ status: 'settled' });
  const noAccount = sandboxKeypair('no account').publicKey();
  const { judgement } = await paying(noAccount, serviceProvider, noAccount);
  expect(judgement.warnings.filter(({ code }) => code === 'ACCOUNT_MISSING')).toHaveLength(1);
  expect(JSON.stringify(judgement.warnings)).toContain(noAccount);
});

/** Desks on one service that stumbles, and one ledger. */
async function startStumbling() {
  const sandbox = await startSandbox({ rateLimit: 0, network: V1 });
  const service = await startFaultyService(sandbox.url);
  const store = openSqliteStore(undefined, 'sandbox');
  onTestFinished(async () => {
    for (const each of [store, service, sandbox]) await each.close();
  });
  const deskOf = (goesDirect: boolean) =>
    createTestDesk({
      on: { ...sandbox, url: service.url },
      ...{ store, network: V1, patience: PATIENCE },
      policy: { ...policy, goesDirect },
    });
  return { service, store, deskOf };
}

test('an escrow that was deployed without its service stays without it', async () => {
  const { service, store, deskOf } = await startStumbling();
  service.stumble = 'refuses';
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

test('without the setting, a service that stumbles is an error; with it, a request that is wrong stays wrong', async () => {
  const { service, deskOf } = await startStumbling();
  service.stumble = 'refuses';
  await expect(deskOf(false).prepare('deploy', REQUEST)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
  const signer = sandboxKeypair('no account').publicKey();
  await expect(deskOf(true).prepare('deploy', { ...REQUEST, signer })).rejects.toMatchObject({
    code: 'SIGNER_NOT_FOUND',
  });
});
