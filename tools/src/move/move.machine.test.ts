/** From files into a database: everything is moved once, and nothing keeps using the files. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { STORE_FORMAT } from '@countersign/core';
import { backUp, moveToDatabase } from '@countersign/core/backup';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { openSharedState, openState } from '@countersign/discord-bot/state';
import { checkDataFiles } from '@countersign/mcp-server/command-line/doctor/doctor';
import { hasPostgres, newDatabase, rowsOf, runSql } from '@countersign/testkit/postgres/databases';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { describe, expect, test } from 'vitest';
import { FORMATS, MOVED_FILES } from '../backup/formats.ts';

type Row = Readonly<Record<string, string | number | null>>;

const settingsOf = (env: Record<string, string>) => parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env });
const expectRefused = (settings: Settings, reason: string) =>
  expect(moveToDatabase(settings, MOVED_FILES)).rejects.toMatchObject({ message: expect.stringContaining(reason) });
const openFile = (settings: Settings, name: string) => new DatabaseSync(path.join(settings.dataDir, name));

async function madeFiles(settings: Settings): Promise<void> {
  await (await openStore(settings)).store.close();
  await openState(settings.dataDir, 'sandbox').close();
}

/** Rows in every table and column, two in each; their numbers begin at 7. */
function fill(settings: Settings, rowsOfEach = 2): Map<string, Row[]> {
  const filled = new Map<string, Row[]>();
  for (const { format, left, handedOver } of MOVED_FILES) {
    const database = openFile(settings, format.name);
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name <> 'handle', name")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_') && name !== handedOver && name !== 'change');
    for (const table of tables) {
      const columns = database.prepare(`PRAGMA table_info("${table}")`).all() as { name: string; type: string }[];
      const rows = Array.from({ length: rowsOfEach }, (_, n) =>
        Object.fromEntries(
          columns.map(({ name, type }) => {
            if (name === 'handle' && table !== 'handle') return [name, `id-${n}`];
            if (name === 'sent_at' && n === 1) return [name, null];
            if (type === 'INTEGER') return [name, name === 'given_up' || name === 'is_over' ? n % 2 : 7 + n];
            return [name, table === 'handle' && name === 'id' ? `id-${n}` : `${name}-${n} “é”\n\\ 😀`];
          }),
        ),
      );
      const names = columns.map(({ name }) => `"${name}"`);
      const insert = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${names.map(() => '?')})`);
      database.exec('BEGIN');
      for (const row of rows) insert.run(...(Object.values(row) as (string | number | null)[]));
      database.exec('COMMIT');
      if (left.includes(table)) continue;
      const moved = columns.map(({ name }) => name).filter((name) => !left.includes(`${table}.${name}`));
      filled.set(table, database.prepare(`SELECT ${moved.map((name) => `"${name}"`)} FROM "${table}"`).all() as Row[]);
    }
    database.close();
  }
  return filled;
}

const sorted = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .toSorted();

async function requireMoved(url: string, filled: ReadonlyMap<string, readonly Row[]>): Promise<void> {
  for (const [table, rows] of filled) {
    const there = await rowsOf(url, `SELECT row_to_json(each) AS row FROM countersign."${table}" AS each`);
    const [found, meant] = [sorted(there.map(({ row }) => row as Row)), sorted(rows)];
    const firstOther = found.findIndex((row, at) => row !== meant[at]);
    expect([found.length, found[firstOther]], table).toEqual([meant.length, meant[firstOther]]);
  }
}

describe.runIf(hasPostgres)('from files into PostgreSQL', () => {
  test('every row of every table is moved, and numbering continues after the last', async () => {
    const settings = settingsOf({ DATABASE_URL: await newDatabase() });
    const { databaseUrl: url = '' } = settings;
    await madeFiles({ ...settings, databaseUrl: undefined });
    const filled = fill(settings);
    expect([...filled.keys()].length).toBeGreaterThan(20);
    const database = openFile(settings, 'discord.sqlite');
    // The newest number was deleted, and is not reused.
    database.exec(
      'INSERT INTO watched SELECT 40, network, guild, channel || 1, escrow, follower, at, changed, reminded, due, message, called, shown FROM watched LIMIT 1; DELETE FROM watched WHERE number = 40',
    );
    database.close();

    const moved = await moveToDatabase(settings, MOVED_FILES);
    expect(moved).toEqual(Object.fromEntries([...filled].map(([table, rows]) => [table, rows.length])));
    await requireMoved(url, filled);
    const columns = '(network, guild, channel, escrow, follower, at, changed)';
    const next = `INSERT INTO countersign.watched ${columns} VALUES ('n', 'g', 'c', 'e', 'f', 1, 1) RETURNING number`;
    expect(await rowsOf(url, next)).toEqual([{ number: '41' }]);
    expect(
      await rowsOf(url, "SELECT nextval(pg_get_serial_sequence('countersign.offer', 'number')) AS number"),
    ).toEqual([{ number: '9' }]);

    // No process uses the files any more, and a backup has only the database.
    await expect(openStore({ ...settings, databaseUrl: undefined })).rejects.toMatchObject({
      message: expect.stringContaining('its rows were moved into a database'),
      operatorRemedy: expect.stringContaining('Set DATABASE_URL'),
    });
    expect(() => openState(settings.dataDir, 'sandbox')).toThrow('its rows were moved into a database');
    await expectRefused(settings, 'were moved already');
    const checked = (isShared: boolean) => checkDataFiles(settings.dataDir, [STORE_FORMAT], isShared);
    expect(checked(true)).toEqual([]);
    expect(checked(false)).toMatchObject([{ state: 'wrong' }]);
    const { files } = await backUp(settings, FORMATS, path.join(temporaryFolder(), 'backup'));
    expect(files).toEqual([]);
  });

  test('interrupted at any moment it can be run again, and each row is there once', async () => {
    const settings = settingsOf({ DATABASE_URL: await newDatabase() });
    const { databaseUrl: url = '', dataDir } = settings;
    await madeFiles({ ...settings, databaseUrl: undefined });
    const filled = fill(settings, 1_500);
    const start = () => startProcess([scriptOf('move')], { env: { COUNTERSIGN_DATA_DIR: dataDir, DATABASE_URL: url } });
    const count = async (sql: string) => (await rowsOf(url, sql)).length;
    const rowsThere = async () =>
      (await count("SELECT 1 FROM pg_tables WHERE schemaname = 'countersign' AND tablename = 'handle'")) === 0
        ? 0
        : await count('SELECT 1 FROM countersign.handle');
    // While its rows are being written, which other connections do not see.
    for (let round = 0; round < 3; round++) {
      const { child, ended } = start();
      const writing = () =>
        count("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO \"%'");
      while (child.exitCode === null && (await writing()) === 0) await sleep(2);
      child.kill('SIGKILL');
      await ended;
      if (child.exitCode !== null) break;
      expect([0, 1_500]).toContain(await rowsThere());
      // The database notices that the connection is gone.
      await expect.poll(() => count("SELECT 1 FROM pg_stat_activity WHERE application_name = 'countersign'")).toBe(0);
    }
    await start().ended;
    await requireMoved(url, filled);

    // All rows were there, but the program had not finished: this run marks the files as moved.
    for (const { format } of MOVED_FILES) {
      const file = openFile(settings, format.name);
      file.exec(`PRAGMA application_id = ${format.applicationId}`);
      file.close();
    }
    await moveToDatabase(settings, MOVED_FILES);
    await requireMoved(url, filled);
    expect(() => openState(dataDir, 'sandbox')).toThrow('its rows were moved into a database');
  });

  test('reports data that cannot be moved, and changes nothing', async () => {
    const url = await newDatabase();
    const files = settingsOf({});
    await expectRefused(files, 'DATABASE_URL is not set');
    const settings = { ...files, databaseUrl: url };
    await expectRefused(settings, 'There is nothing to move');
    await madeFiles(files);
    const filled = fill(files);

    const before = openFile(files, 'discord.sqlite');
    before.exec("INSERT INTO prepared_before VALUES ('h', 'u', 'g', 'testnet', 1)");
    before.close();
    await expectRefused(settings, 'has not run on these files yet (network testnet)');
    const state = openState(files.dataDir, 'testnet');
    await state.handOverOwners(async () => undefined);
    await expectRefused(settings, 'is open in a Countersign');
    await state.close();

    const shared = await openSharedState(url, 'sandbox');
    await shared.servers.change('g9', { language: 'es' });
    await expectRefused(settings, 'The database is open in');
    await shared.close();
    await expectRefused(settings, 'has rows of Countersign already');
    await runSql(url, 'DELETE FROM countersign.server');

    // Something that PostgreSQL refuses in the middle.
    await (await openStore(settings)).store.close();
    await runSql(url, 'ALTER TABLE countersign.wallet_proof ADD CHECK (false)');
    await expect(moveToDatabase(settings, MOVED_FILES)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    expect(await rowsOf(url, 'SELECT 1 FROM countersign.handle')).toEqual([]);
    await runSql(url, 'ALTER TABLE countersign.wallet_proof DROP CONSTRAINT wallet_proof_check');
    const { store } = await openStore(files);
    expect(await store.countsByState()).toBeDefined();
    await store.close();
    await moveToDatabase(settings, MOVED_FILES);
    await requireMoved(url, filled);
  });
});
