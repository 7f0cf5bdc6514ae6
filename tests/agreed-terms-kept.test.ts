/** What wallets agreed to is found in data of every earlier version, and goes into backups. */
import path from 'node:path';
import { openSqliteStore, STORE_FORMAT } from '@countersign/core';
import { backUp, restore } from '@countersign/core/backup';
import { parseSettings } from '@countersign/core/settings';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../tools/src/backup/formats.ts';
import { folderAfterUpdate, folderOfVersion } from './agreed-terms-folders.ts';
import { pay, RAISED_STOP, startScene } from './agreed-terms-scene.ts';

const scene = await startScene('v1');
afterAll(() => scene.close());

const settingsOf = (dataDir: string) => parseSettings({ COUNTERSIGN_DATA_DIR: dataDir });
const riskIn = async (folder: string, escrow: string) =>
  (await pay(scene.deskOn(openSqliteStore(folder, 'sandbox')), escrow)).judgement;

const VERSIONS = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))].filter((version) => version < 18);

test.each(VERSIONS)('finds in a file of version %i what the client agreed to', async (version) => {
  const { folder, escrow } = await folderAfterUpdate(scene);
  expect(await riskIn(folderOfVersion(version, folder), escrow)).toMatchObject({ stops: [RAISED_STOP] });
});

test('finds in a file of version 17 the terms of each transaction, next to one that cannot be read', async () => {
  const { folder, escrow } = await folderAfterUpdate(scene, true);
  const store = openSqliteStore(folderOfVersion(17, folder), 'sandbox');
  onTestFinished(() => store.close());
  const agreed = await store.agreedTerms(escrow);
  expect(agreed.map(({ action, isEnforced, terms }) => [action, isEnforced, terms.platformFeePercent])).toEqual([
    ['fund', true, '15'],
    ['update', true, '15'],
    ['deploy', true, '5'],
  ]);
});

test('blocks the payment after a restore from a backup', async () => {
  const { folder, escrow } = await folderAfterUpdate(scene);
  const [copy, backup] = [temporaryFolder(), path.join(temporaryFolder(), 'backup')];
  await backUp(settingsOf(folder), FORMATS, backup);
  await restore(settingsOf(copy), FORMATS, backup, { replace: false });
  expect(await riskIn(copy, escrow)).toMatchObject({ stops: [RAISED_STOP] });
});
