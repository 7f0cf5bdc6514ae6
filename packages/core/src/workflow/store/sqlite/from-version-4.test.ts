/** What becomes of a version 4 file: what it holds is found by its texts, as what is made from now on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFile } from '../../../platform/data-file.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('finds earlier escrows by texts and addresses, even beside an unreadable one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const steps = STORE_FORMAT.steps.filter(({ version }) => version <= 4);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  const add = before.prepare(
    "INSERT INTO handle (id, page_id, network, request_key, request, action) VALUES (?1, ?1, 'sandbox', ?1, ?2, ?3)",
  );
  add.run('cafe', JSON.stringify(request({ title: 'Menü für das Café' })), 'deploy');
  add.run('logo', JSON.stringify(request({ title: 'Logo' })), 'deploy');
  add.run('damaged', '{"title":"Café"', 'deploy');
  add.run('payment', JSON.stringify({ signer: signerKey.publicKey() }), 'fund');
  before.close();

  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  const found = async (text: string) => {
    const words = [{ text, addresses: [] }];
    const { handles, total } = await store.search(
      { person: LOCAL_PERSON, words, wallet: signerKey.publicKey(), since: undefined },
      9,
    );
    return { ids: handles.map(({ id }) => id), total };
  };
  expect(await found('cafe')).toEqual({ ids: ['cafe'], total: 1 });
  expect(await found('e')).toMatchObject({ total: 2 });
});
