/** After a restore, an escrow that was created since the backup is not created again without a question. */
import path from 'node:path';
import { type Desk, openDesk } from '@countersign/core';
import { backUp, restore } from '@countersign/core/backup';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { networkWith } from '@countersign/core/network';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { newcomer, sendSigned, signWith } from '@countersign/testkit/ledger/newcomer';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../backup/formats.ts';

const sandbox = await startSandbox({ network: networkWith('sandbox', 'v1'), rateLimit: 0 });
afterAll(() => sandbox.close());

/** One wallet, and a Countersign whose data can be backed up and restored. */
async function installation() {
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  const env = {
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    ESCROW_API_URL: sandbox.url,
    ESCROW_API_DIALECT: 'v1',
    ESCROW_API_KEY: sandbox.apiKey,
    ESCROW_RATE_LIMIT: '1000',
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: rpc.url,
  };
  const settings: Settings = parseSettings(env);
  const signer = await newcomer(sandbox.rpcUrl, '1000');
  let desk: Desk | undefined;
  const start = async () => {
    desk = await openDesk(settings);
    return desk;
  };
  const stop = async () => await desk?.close();
  onTestFinished(stop);
  let folder = '';
  return {
    rpc,
    settings,
    signer,
    start,
    stop,
    backUp: async (by: Settings = settings) => {
      folder = path.join(temporaryFolder(), 'backup');
      return await backUp(by, FORMATS, folder);
    },
    /** @returns the desk on the restored data */
    restore: async () => {
      await stop();
      await restore(settings, FORMATS, folder, { replace: true });
      return await start();
    },
    /** From here on, the RPC's history is too short. */
    forgetEvents: () => {
      rpc.answer = async ({ method }, pass) =>
        method === 'getEvents' ? { error: { code: -32_600, message: 'startLedger must be within the range' } } : pass();
    },
  };
}

/** An installation with a settled escrow, and a backup that knows it. @param by the settings of another RPC */
async function backedUp(by: Partial<Settings> = {}) {
  const here = await installation();
  const desk = await here.start();
  await settle(desk, here.signer, 'ENG-0');
  const backup = await here.backUp({ ...here.settings, ...by });
  return { ...here, desk, backup };
}

/** Each wallet has terms of its own, since the tests share a ledger. */
const orderOf = (signer: Keypair, engagementId = 'ENG-1') => ({
  ...REQUEST,
  signer: signer.publicKey(),
  title: `For ${signer.publicKey()}`,
  engagementId,
});

async function settle(desk: Desk, signer: Keypair, engagementId?: string): Promise<string> {
  const { id, unsignedXdr = '', contractId } = await desk.prepare('deploy', orderOf(signer, engagementId));
  expect(await desk.submit({ id, signedXdr: signWith(signer, unsignedXdr) })).toMatchObject({ status: 'settled' });
  return contractId;
}

test('asks before it prepares an escrow that was created after the backup', async () => {
  const { desk, backup, ...here } = await backedUp();
  expect(backup.ledger).toMatchObject({
    network: 'sandbox',
    sequences: { [here.signer.publicKey()]: expect.any(String) },
  });
  const contractId = await settle(desk, here.signer);

  const restored = await here.restore();
  const again = await restored.prepare('deploy', orderOf(here.signer));
  expect(again).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'ANOTHER_ESCROW', params: { contractId } }] },
  });
  expect(again).not.toHaveProperty('unsignedXdr');
  // What is not like it needs no confirmation.
  expect(await restored.prepare('deploy', orderOf(here.signer, 'ENG-2'))).toMatchObject({ status: 'prepared' });
  const { unsignedXdr = '' } = await restored.confirm(again.id, { amount: '30.5', shown: again.judgement.key });
  expect(await restored.submit({ id: again.id, signedXdr: signWith(here.signer, unsignedXdr) })).toMatchObject({
    status: 'settled',
  });
});

test('asks whenever the signer has signed something unknown and the history is too short', async () => {
  const { desk, signer, backup, ...here } = await backedUp();
  // Sent by the wallet itself, so the service does not list it.
  const { unsignedXdr = '' } = await desk.prepare('deploy', orderOf(signer));
  await sendSigned(sandbox.rpcUrl, signWith(signer, unsignedXdr));

  here.forgetEvents();
  const restored = await here.restore();
  const again = await restored.prepare('deploy', orderOf(signer));
  const params = { account: signer.publicKey(), at: backup.madeAt, count: '1' };
  expect(again).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'SIGNED_SINCE_BACKUP', params }] },
  });
  expect(again).not.toHaveProperty('unsignedXdr');
  expect(await restored.confirm(again.id, { amount: '30.5', shown: again.judgement.key })).toMatchObject({
    status: 'prepared',
    unsignedXdr: expect.any(String),
  });
});

test('asks about the escrow that the service lists where the history is too short', async () => {
  const here = await installation();
  const desk = await here.start();
  await here.backUp();
  const contractId = await settle(desk, here.signer);
  here.forgetEvents();
  const restored = await here.restore();
  const stopsOf = async (order: ReturnType<typeof orderOf>) =>
    (await restored.prepare('deploy', order)).judgement.stops;
  const order = orderOf(here.signer);
  expect(await stopsOf(order)).toEqual([{ code: 'ANOTHER_ESCROW', params: { contractId } }]);
  const other = { ...order, milestones: [{ description: 'Sketches', amount: '9' }] };
  expect(await stopsOf(other)).toContainEqual({ code: 'ANOTHER_VERSION_SETTLED', params: { contractId } });
});

test('reads the events since the backup without being asked', async () => {
  const here = await installation();
  const desk = await here.start();
  await here.backUp();
  await settle(desk, here.signer);
  await (await here.restore()).close();
  // A while later, no transaction that was signed before the restore can still arrive.
  const { store } = await openStore(here.settings);
  onTestFinished(() => store.close());
  const gap = await store.gap();
  if (gap === undefined) expect.fail('it was restored');
  await store.setGap({ ...gap, restoredAt: gap.restoredAt - 20 * 60_000 });
  await store.forgetTimers(-60_000 * 60);
  await here.start();
  await expect.poll(async () => (await store.gap())?.isRead).toBe(true);
});
