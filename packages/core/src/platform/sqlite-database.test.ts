import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { putRow, type Query } from './database.ts';
import { useWriteAheadLog } from './sqlite.ts';
import { sqliteDatabase } from './sqlite-database.ts';

function opened() {
  const file = path.join(temporaryFolder(), 'rows.sqlite');
  const open = () => {
    const sqlite = new DatabaseSync(file);
    useWriteAheadLog(sqlite, 'FULL');
    return sqlite;
  };
  const sqlite = open();
  const other = open();
  onTestFinished(() => {
    for (const each of [sqlite, other]) if (each.isOpen) each.close();
  });
  sqlite.exec('CREATE TABLE row (name TEXT NOT NULL UNIQUE) STRICT');
  const database = sqliteDatabase(sqlite, { synchronous: 'FULL' });
  const names = async () =>
    (await database.query<{ name: string }>('SELECT name FROM row ORDER BY name')).map(({ name }) => name);
  const put = (name: string, query: Query = database.query) => query('INSERT INTO row (name) VALUES ($1)', name);
  return { other, database, names, put };
}

test('accepts a value anywhere in a statement, and more than once', async () => {
  const { database } = opened();
  const sql = "SELECT $2 || ' ' || $1 || ' ' || $2 AS joined, $3 AS none";
  expect(await database.query(sql, 'a', 'b', null)).toEqual([{ joined: 'b a b', none: null }]);
});

test('lets a row with the same key stay or replaces it, and hides no other conflict', async () => {
  const { database } = opened();
  await database.query('CREATE TABLE offer (number INTEGER PRIMARY KEY, hash TEXT UNIQUE, state TEXT) STRICT');
  const put = (number: number, hash: string, state: string, ...key: [string?, boolean?]) =>
    putRow(database.query, 'offer', { number, hash, state }, ...key);
  expect(await put(1, 'a', 'new', 'hash', true)).toBe(true);
  expect(await put(2, 'a', 'other', 'hash', true)).toBe(false);
  await expect(put(1, 'b', 'new', 'hash', true)).rejects.toThrow('UNIQUE');
  expect(await put(1, 'b', 'new')).toBe(false);
  expect(await put(1, 'a', 'later', 'hash')).toBe(true);
  expect(await database.query('SELECT number, hash, state FROM offer')).toEqual([
    { number: 1, hash: 'a', state: 'later' },
  ]);
});

test('writes requested together share a transaction, and every other connection sees them once they resolve', async () => {
  const { other, names, put } = opened();
  const version = () => other.prepare('PRAGMA data_version').get()?.['data_version'] as number;
  const before = version();
  await Promise.all(['a', 'b', 'c'].map((name) => put(name)));
  expect(other.prepare('SELECT COUNT(*) AS n FROM row').get()?.['n']).toBe(3);
  expect(version() - before).toBe(1);
  expect(await names()).toEqual(['a', 'b', 'c']);
});

test('a write that throws leaves nothing behind, and the others in its transaction are kept', async () => {
  const { database, names, put } = opened();
  const report = await Promise.allSettled([
    put('a'),
    database.write(async (query) => {
      await put('b', query);
      throw new Error('no');
    }),
    put('a'),
    put('c', database.lightly),
  ]);
  expect(report.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'c']);
});

test('lets no other connection write during a write, or read uncommitted data', async () => {
  const { database, names, put } = opened();
  await put('1');
  const read: Promise<readonly string[]>[] = [];
  const counted = (fails: boolean) =>
    database.write(async (query) => {
      const [row] = await query<{ n: number }>('SELECT COUNT(*) AS n FROM row');
      read.push(names());
      await put(`${(row?.n ?? 0) + 1}`, query);
      if (fails) throw new Error('no');
    });
  const report = await Promise.allSettled([counted(false), counted(true), counted(false), counted(false)]);
  expect(report.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await Promise.all(read)).toEqual(Array.from({ length: 4 }, () => ['1', '2', '3', '4']));
});

test('waits for another process without blocking the event loop, and reads in the meantime', async () => {
  const { other, names, put } = opened();
  other.exec("BEGIN IMMEDIATE; INSERT INTO row (name) VALUES ('theirs')");
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  const writing = put('ours');
  await expect.poll(() => turns).toBeGreaterThan(20);
  clearInterval(turning);
  expect(await names()).toEqual([]);
  other.exec('COMMIT');
  await writing;
  expect(await names()).toEqual(['ours', 'theirs']);
});

test('thousands of writes all succeed, and timers run between them', async () => {
  const { names, put } = opened();
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  await Promise.all(Array.from({ length: 5_000 }, (_, index) => put(`n${index}`)));
  clearInterval(turning);
  expect(await names()).toHaveLength(5_000);
  expect(turns).toBeGreaterThan(0);
});

test('closes after the last write, and rejects later ones', async () => {
  const { database, other, put } = opened();
  const writing = put('a');
  await database.close();
  await writing;
  expect(other.prepare('SELECT name FROM row').get()?.['name']).toBe('a');
  await expect(put('b')).rejects.toThrow('database is not open');
  await expect(database.query('SELECT 1')).rejects.toThrow('database is not open');
});
