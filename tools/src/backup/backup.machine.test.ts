/** Backups of a running system, and how the desk handles one that is older than the ledger. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDesk, type Store } from '@countersign/core';
import { backUp, restore } from '@countersign/core/backup';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { openState } from '@countersign/discord-bot/state';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAs } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FORMATS } from './formats.ts';

type Engine = readonly [name: string, place: () => Promise<Settings>];
const settingsOf = (env: Record<string, string>) => parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env });
const ENGINES: readonly Engine[] = [
  ['files', async () => settingsOf({})],
  ...(hasPostgres ? [['PostgreSQL', async () => settingsOf({ DATABASE_URL: await newDatabase() })] as const] : []),
];

async function service() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const startShared = async () => ({ ...sandbox, close: async () => {} });
  return async (settings: Settings, change = (store: Store) => store) => {
    const { store } = await openStore(settings);
    const desk = await openDesk(settings, { store: change(store), startSandbox: startShared });
    onTestFinished(() => desk.close());
    return desk;
  };
}

const target = () => path.join(temporaryFolder(), 'backup');
const restoreFrom = (folder: string, settings: Settings, replace = false) =>
  restore(settings, FORMATS, folder, { replace });

/** @returns a desk with a prepared escrow, and the folder of a backup that has it */
async function backedUp(original: Settings) {
  const open = await service();
  const desk = await open(original);
  const { id } = await desk.prepare('deploy', REQUEST);
  const folder = target();
  await backUp(original, FORMATS, folder);
  return { open, id, folder };
}

const refusal = (message: string) => ({ message: expect.stringContaining(message) });

describe.each(ENGINES)('with %s', (_, place) => {
  test('the ledger completes a backup made between claim and settlement: no second escrow', async () => {
    const open = await service();
    const [original, copy] = [await place(), await place()];
    const folder = target();
    const claimed = async (store: Store, ...asked: Parameters<Store['claim']>) => {
      const claim = await store.claim(...asked);
      await backUp(original, FORMATS, folder);
      return claim;
    };
    const desk = await open(original, (store) => ({ ...store, claim: (...asked) => claimed(store, ...asked) }));
    const { id, unsignedXdr = '', transactionHash } = await desk.prepare('deploy', REQUEST);
    const sent = await desk.submit({ id, signedXdr: signAs('client', unsignedXdr, transactionHash) });
    expect(sent.status).toBe('settled');

    expect(await restoreFrom(folder, copy)).toMatchObject({ setAside: undefined });
    const kept = await openStore(copy);
    expect((await kept.store.find(id))?.transactions.map(({ state }) => state)).toEqual(['sending']);
    await kept.store.close();
    const elsewhere = await open(copy);
    await expect.poll(async () => (await elsewhere.status(id)).status).toBe('settled');
    expect(await elsewhere.status(id)).toMatchObject({ by: 'ledger', transactionHash, contractId: sent.contractId });
    await expect(elsewhere.prepare('deploy', REQUEST)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
    expect(await elsewhere.submit({ id })).toMatchObject({ status: 'settled', transactionHash });
    expect(elsewhere.metrics().requests.send).toBe(0);
    expect(desk.metrics().requests.send).toBe(1);
  });

  test('refuses to restore to a place that is not empty, and with --replace keeps the old content', async () => {
    const { id, folder } = await backedUp(await place());
    const copy = await place();
    const other = await openStore(copy);
    // A Countersign is running there.
    await expect(restoreFrom(folder, copy, true)).rejects.toMatchObject(refusal('is open in a'));
    await other.store.close();
    await expect(restoreFrom(folder, copy)).rejects.toMatchObject(refusal('There is something already'));
    const { setAside } = await restoreFrom(folder, copy, true);
    expect(setAside).toMatch(/^before-restore-/);
    const now = await openStore(copy);
    onTestFinished(() => now.store.close());
    expect(await now.store.find(id)).toBeDefined();
    if (copy.databaseUrl === undefined) {
      expect(existsSync(path.join(copy.dataDir, `prepared.sqlite.${setAside}`))).toBe(true);
    } else {
      const kept = `countersign_${setAside}`.replaceAll('-', '_');
      await runSql(copy.databaseUrl, `SELECT 1 FROM ${kept}.handle`);
    }
  });

  test('a backup of a newer version, or one that was changed, is refused and changes nothing', async () => {
    const [original, copy] = [await place(), await place()];
    const { store } = await openStore(original);
    await store.close();
    const folder = target();
    await backUp(original, FORMATS, folder);
    const file = path.join(folder, 'countersign-backup.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const rewritten = async (change: object) => {
      writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
      await expect(restoreFrom(folder, copy)).rejects.toMatchObject(refusal('newer version of Countersign'));
    };
    await rewritten({ format: 4 });
    const { database } = manifest;
    await rewritten({
      files: manifest.files.map((part: object) => ({ ...part, version: 999 })),
      // The store's tables are known; the bot's are newer.
      ...(database && { database: { ...database, tables: { bot_version: 999 } } }),
    });
    writeFileSync(file, JSON.stringify(manifest));
    const [{ name }] = [...manifest.files, manifest.database];
    writeFileSync(path.join(folder, name), 'changed');
    await expect(restoreFrom(folder, copy)).rejects.toMatchObject(refusal('differs from'));
    expect(readdirSync(copy.dataDir)).toEqual([]);
  });
});

test('all files of a data folder are copied whole while they are written', async () => {
  const settings = settingsOf({});
  const state = openState(settings.dataDir, 'sandbox');
  onTestFinished(() => state.close());
  const { store } = await openStore(settings);
  onTestFinished(() => store.close());
  const sandbox = await startSandbox({ dataDir: settings.dataDir });
  onTestFinished(() => sandbox.close());
  const writer = new DatabaseSync(path.join(settings.dataDir, 'prepared.sqlite'));
  onTestFinished(() => writer.close());
  const write = writer.prepare("INSERT INTO agreed_end (network, escrow, units, at) VALUES (?, ?, '1', 1)");
  let written = 0;
  const writing = setInterval(() => {
    // Both rows of a transaction are in a copy, or neither.
    writer.exec('BEGIN');
    for (const which of ['one', 'other']) write.run(which, `k${written}`);
    writer.exec('COMMIT');
    written += 1;
  }, 1);
  onTestFinished(() => clearInterval(writing));
  for (let round = 0; round < 5; round++) {
    const folder = target();
    const { files } = await backUp(settings, FORMATS, folder);
    expect(files.map(({ name }) => name)).toEqual(['discord.sqlite', 'prepared.sqlite', 'sandbox-ledger.sqlite']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    const copy = new DatabaseSync(path.join(folder, 'prepared.sqlite'), { readOnly: true });
    const counts = copy.prepare('SELECT network, count(*) AS count FROM agreed_end GROUP BY network').all();
    copy.close();
    expect(new Set(counts.map(({ count }) => count)).size).toBeLessThanOrEqual(1);
  }
  expect(written).toBeGreaterThan(0);
});

test('the commands back up and restore, and say what they did', async () => {
  const settings = settingsOf({});
  const { store } = await openStore(settings);
  onTestFinished(() => store.close());
  const folder = target();
  const made = await runToolHere('backup', [folder], { env: { COUNTERSIGN_DATA_DIR: settings.dataDir } });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('prepared.sqlite (version ') });
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const restored = await runToolHere('restore', [folder], { env });
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Start Countersign') });
  const again = await runToolHere('restore', [folder], { env });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
  const replaced = await runToolHere('restore', [folder, '--replace'], { env });
  expect(replaced.stdout).toContain('is kept; its names end in before-restore-');
  expect((await runToolHere('restore', [temporaryFolder()], { env })).stderr).toContain('is not a backup');
  const unnamed = await runToolHere('backup', [], { env });
  expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('usage: pnpm backup') });
});

test.runIf(hasPostgres)(
  'without pg_dump, or with another engine than the backup’s, the error says what is missing',
  async () => {
    const url = await newDatabase();
    const settings = settingsOf({ DATABASE_URL: url });
    const { store } = await openStore(settings);
    await store.close();
    const env = { COUNTERSIGN_DATA_DIR: settings.dataDir, DATABASE_URL: url, PATH: temporaryFolder() };
    const failed = await runToolHere('backup', [target()], { env });
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump is not installed here') });
    expect(failed.stderr).toContain('postgresql-client');
    const folder = target();
    await backUp(settings, FORMATS, folder);
    await expect(restoreFrom(folder, settingsOf({}))).rejects.toMatchObject(refusal('has a PostgreSQL database'));
  },
);

test.runIf(hasPostgres)('the database password appears in no argument and no message', async () => {
  const url = await newDatabase();
  await runSql(url, "CREATE ROLE ada LOGIN SUPERUSER PASSWORD 'p@ss-of-the-database'");
  const settings = settingsOf({ DATABASE_URL: url.replace('postgres@', 'ada:p%40ss-of-the-database@') });
  const { store } = await openStore(settings);
  await store.close();
  const programs = temporaryFolder();
  const noted = path.join(programs, 'noted');
  const script = `#!/bin/sh\necho "$@" > ${noted}\necho "$PGPASSWORD" > ${noted}.password\necho 'fatal: no way' >&2\nexit 1\n`;
  writeFileSync(path.join(programs, 'pg_dump'), script, { mode: 0o755 });
  const before = process.env['PATH'];
  onTestFinished(() => void Object.assign(process.env, { PATH: before }));
  process.env['PATH'] = programs;
  await expect(backUp(settings, FORMATS, target())).rejects.toMatchObject({ message: 'pg_dump failed: fatal: no way' });
  expect(readFileSync(noted, 'utf8')).not.toContain('ss-of-the-database');
  expect(readFileSync(`${noted}.password`, 'utf8')).toBe('p@ss-of-the-database\n');
});
