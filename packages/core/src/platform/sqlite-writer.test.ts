import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { useWriteAheadLog } from './sqlite.ts';
import { createWriter } from './sqlite-writer.ts';

function opened() {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-writer-'));
  const file = path.join(folder, 'rows.sqlite');
  const open = () => {
    const database = new DatabaseSync(file);
    useWriteAheadLog(database, 'FULL');
    return database;
  };
  const database = open();
  const other = open();
  onTestFinished(() => {
    for (const each of [database, other]) if (each.isOpen) each.close();
    rmSync(folder, { recursive: true });
  });
  database.exec('CREATE TABLE row (name TEXT NOT NULL UNIQUE) STRICT');
  const insert = database.prepare('INSERT INTO row (name) VALUES (?)');
  const names = (on = database) =>
    on
      .prepare('SELECT name FROM row ORDER BY name')
      .all()
      .map((row) => row['name']);
  const put = (name: string) => () => Number(insert.run(name).changes);
  return { database, other, writer: createWriter(database), names, put };
}

test('writes requested together share a transaction, and every other connection sees them once they resolve', async () => {
  const { other, writer, names, put } = opened();
  const version = () => other.prepare('PRAGMA data_version').get()?.['data_version'] as number;
  const before = version();
  await Promise.all(['a', 'b', 'c'].map((name) => writer.write(put(name))));
  expect(names(other)).toEqual(['a', 'b', 'c']);
  expect(version() - before).toBe(1);
});

test('a write that throws leaves nothing behind, and the others in its transaction are kept', async () => {
  const { writer, names, put } = opened();
  const told = await Promise.allSettled([
    writer.write(put('a')),
    writer.write(() => {
      put('b')();
      throw new Error('no');
    }),
    writer.write(put('a')),
    writer.writeLightly(put('c')),
  ]);
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a', 'c']);
});

test('waits for another process without blocking the event loop', async () => {
  const { other, writer, names, put } = opened();
  other.exec("BEGIN IMMEDIATE; INSERT INTO row (name) VALUES ('theirs')");
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  const writing = writer.write(put('ours'));
  await expect.poll(() => turns).toBeGreaterThan(20);
  clearInterval(turning);
  expect(names()).toEqual([]);
  other.exec('COMMIT');
  await writing;
  expect(names()).toEqual(['ours', 'theirs']);
});

test('two processes that write without a pause both make progress', async () => {
  const { other, writer, names, put } = opened();
  const second = createWriter(other);
  const insert = other.prepare('INSERT INTO row (name) VALUES (?)');
  const busy = async (write: (name: string) => Promise<unknown>) => {
    for (let index = 0; index < 50; index++) await write(String(index).padStart(2, '0'));
  };
  await Promise.all([
    busy((name) => writer.write(put(`a${name}`))),
    busy((name) => second.write(() => insert.run(`b${name}`))),
  ]);
  expect(names()).toHaveLength(100);
});

test('thousands of writes all succeed, and timers run between them', async () => {
  const { writer, names, put } = opened();
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  await Promise.all(Array.from({ length: 5_000 }, (_, index) => writer.write(put(`n${index}`))));
  clearInterval(turning);
  expect(names()).toHaveLength(5_000);
  expect(turns).toBeGreaterThan(0);
});

test('idle resolves after the last write, and a closed file rejects later writes', async () => {
  const { database, writer, names, put } = opened();
  const writing = writer.write(put('a'));
  await writer.idle();
  expect(names()).toEqual(['a']);
  await writing;
  database.close();
  await expect(writer.write(put('b'))).rejects.toThrow('database is not open');
  await sleep(1);
  await writer.idle();
});
