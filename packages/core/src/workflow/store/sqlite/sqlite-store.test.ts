import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describeStore } from '@countersign/testkit/specifications/store';
import {
  decision,
  keptOf,
  type OpenStore,
  offer,
  put,
  send,
  storeAt,
} from '@countersign/testkit/specifications/store-scene';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_PAST_TRANSACTIONS, MAX_SETTLED } from '../limits.ts';
import { openSqliteStore } from './sqlite-store.ts';

const inFolder =
  (where: string | undefined): OpenStore =>
  (network, now) =>
    openSqliteStore(where, network, now);

describeStore('SQLite on disk', () => inFolder(temporaryFolder()), true);

test('keeps settled handles as long as the operator sets', async () => {
  const DAY = 24 * 3_600_000;
  for (const [days, isKept] of [
    [10, false],
    [365, true],
  ] as const) {
    const { store, at } = storeAt((network, now) =>
      openSqliteStore(undefined, network, now, { settledKeptMs: days * DAY }),
    );
    await put(store, 'key', 'settled', offer('a'));
    await send(store, 'a', 'settled');
    at(40 * DAY);
    await store.sweep();
    expect(await keptOf(store, ['settled'])).toEqual(isKept ? ['settled'] : []);
  }
});

test('keeps only the newest settled handles, and those with an undecided offer', async () => {
  const where = temporaryFolder();
  const { store, at } = storeAt(inFolder(where));
  await put(store, 'key', 'undecided', offer('a'));
  await put(store, 'key', 'undecided', offer('b'));
  await send(store, 'a', 'unknown');
  await store.decide('b', decision('settled'));
  const database = new DatabaseSync(path.join(where, 'prepared.sqlite'));
  onTestFinished(() => database.close());
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_SETTLED - 1})`;
  database.exec(`BEGIN;
    ${numbers} INSERT INTO handle (id, page_id, network, request_key, request)
      SELECT 'id' || i, 'page' || i, 'sandbox', 'key' || i, '{}' FROM n;
    ${numbers} INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
      SELECT 'h' || i, 'id' || i, '', '', i, i, '[]', 'settled' FROM n;
    COMMIT`);
  const kept = () => keptOf(store, ['undecided', 'id1', 'id2', `id${MAX_SETTLED - 1}`]);
  at(60_000);
  await put(store, 'one', 'one', offer('one'));
  await store.sweep();
  expect(await kept()).toEqual(['undecided', 'id1', 'id2', `id${MAX_SETTLED - 1}`]);
  // With the undecided one that is two too many.
  await send(store, 'one', 'settled');
  await put(store, 'two', 'two', offer('two', 200_000));
  await send(store, 'two', 'settled');
  at(120_000);
  await store.sweep();
  expect(await kept()).toEqual(['undecided', 'id2', `id${MAX_SETTLED - 1}`]);
});

describe('on disk', () => {
  test('keeps only the newest past offers', async () => {
    const where = temporaryFolder();
    const { store, at } = storeAt(inFolder(where));
    const database = new DatabaseSync(path.join(where, 'prepared.sqlite'));
    onTestFinished(() => database.close());
    const fill = database.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO past_offer (hash, handle, contract_id, offered_at, expires_at, reasons)
         SELECT 'h' || i, 'id', 'C', i, i, '[]' FROM n`,
    );
    fill.run(MAX_PAST_TRANSACTIONS);
    await put(store, 'key', 'id', offer('a'));
    expect(await store.findPast('h1')).toEqual({
      hash: 'h1',
      requestId: 'id',
      owner: { tenant: 'local', id: 'local' },
      contractId: 'C',
      offeredAt: 1,
      expiresAt: 1,
    });
    await store.decide('a', { state: 'dead' });
    at(100_001);
    await put(store, 'key', 'id', offer('b', 200_000));
    await store.sweep();
    expect([await store.findPast('h1'), (await store.findPast('h2'))?.hash, (await store.findPast('a'))?.hash]).toEqual(
      [undefined, 'h2', 'a'],
    );
  });

  test('a file that fails later is named too', async () => {
    const store = openSqliteStore(temporaryFolder(), 'sandbox');
    await store.close();
    await expect(store.find('id')).rejects.toThrowError(expect.objectContaining({ code: 'STORE_UNUSABLE' }));
  });

  test('lets one of many processes send when all claim one transaction at once', async () => {
    const where = temporaryFolder();
    const store = openSqliteStore(where, 'sandbox');
    await put(store, 'key', 'id', offer('a'));
    const claim = `const { openSqliteStore } = await import(${JSON.stringify(new URL('./sqlite-store.ts', import.meta.url).href)});
      console.log((await openSqliteStore(process.argv[1], 'sandbox').claim('a', 'signed', 60000)).kind);`;
    const run = promisify(execFile);
    const answer = await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', claim, where])),
    );
    expect(answer.map(({ stdout }) => stdout.trim()).toSorted()).toEqual(['granted', 'refused', 'refused', 'refused']);
    await store.close();
  });

  test.each([
    ['a file in the folder’s place', 'file', '', 'file'],
    ['a damaged file', 'prepared.sqlite', 'this is no database, and long enough to be looked at as one'.repeat(40), ''],
  ])('names %s, with what to do', (_, name, text, opened) => {
    const where = temporaryFolder();
    writeFileSync(path.join(where, name), text);
    const operatorRemedy = expect.stringContaining('COUNTERSIGN_DATA_DIR');
    expect(() => openSqliteStore(path.join(where, opened), 'sandbox')).toThrowError(
      expect.objectContaining({ code: 'STORE_UNUSABLE', operatorRemedy }),
    );
  });
});
