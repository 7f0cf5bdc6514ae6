/** On a full disk, one line says what to do, nothing is lost, and nothing is submitted unrecorded. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDesk, STORE_FORMAT } from '@countersign/core';
import { backUp, type Formats, restore, STORE_TABLES } from '@countersign/core/backup';
import { CountersignError } from '@countersign/core/errors';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { openState } from '@countersign/discord-bot/state';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAs } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase, newDatabaseOn, rowsOf } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';

const hasSmallDisks = canMount();
if (!hasSmallDisks) process.stderr.write('This user may mount no disk: what a full one does is not tested here.\n');

function smallDisk(kilobytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-disk-'));
  mount(folder, kilobytes);
  onTestFinished(() => unmount(folder));
  return folder;
}

const FILLER = 'filler';

function fillDisk(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path.join(disk, FILLER), Buffer.alloc(bavail * bsize));
}

function makeRoom(disk: string): void {
  writeFileSync(path.join(disk, FILLER), '');
}

function mount(folder: string, kilobytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
}

function unmount(folder: string): void {
  // Anyone who still has a file open there keeps it until then.
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
  rmdirSync(folder);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-disk-'));
  try {
    mount(folder, 100);
  } catch {
    rmdirSync(folder);
    return false;
  }
  unmount(folder);
  return true;
}

const { roles, ...rest } = REQUEST;
const { release, ...others } = roles;
const orderOf = (number: number) => ({
  ...rest,
  engagementId: `full-${number}`,
  roles: { ...others, releaseSigner: release },
});
const FORMATS: Formats = { before: [], store: STORE_FORMAT, after: [], tables: [STORE_TABLES] };
/** An empty database takes some 8 MB. */
const DATABASE_KB = 40_000;

const settingsOf = (env: Record<string, string>) =>
  parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ESCROW_RATE_LIMIT: '1000', ...env });

async function deskOn(settings: Settings) {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const { store } = await openStore(settings);
  const startShared = async () => ({ ...sandbox, close: async () => {} });
  const desk = await openDesk(settings, { store, startSandbox: startShared });
  onTestFinished(() => desk.close());
  return desk;
}

/** @returns the first failure */
async function failureOf(work: (attempt: number) => Promise<unknown>): Promise<CountersignError> {
  for (let attempt = 1; attempt <= 300; attempt++) {
    try {
      await work(attempt);
    } catch (thrown) {
      if (thrown instanceof CountersignError) return thrown;
      throw thrown;
    }
  }
  throw new Error('it never failed');
}

const ENGINES = [
  [
    'of the data folder',
    async (disk: string) => settingsOf({ COUNTERSIGN_DATA_DIR: path.join(disk, 'data') }),
    {
      message: 'The data folder cannot be used.',
      operatorRemedy: expect.stringMatching(/prepared\.sqlite cannot be used: database or disk is full\. Make room/),
    },
  ],
  [
    'of PostgreSQL',
    async (disk: string) => settingsOf({ DATABASE_URL: await newDatabaseOn(disk) }),
    { message: expect.stringContaining('(53100)'), operatorRemedy: expect.stringContaining('Make room') },
  ],
] as const;

describe.runIf(hasSmallDisks)('a full disk', () => {
  test.each(ENGINES.filter(([name]) => hasPostgres || name === 'of the data folder'))(
    '%s: what cannot be stored is not sent, and goes on once there is room',
    async (name, place, report) => {
      const disk = smallDisk(name === 'of PostgreSQL' ? DATABASE_KB : 4_000);
      const desk = await deskOn(await place(disk));
      const { id, unsignedXdr = '', transactionHash } = await desk.prepare('deploy', orderOf(0));
      fillDisk(disk);
      const failure = await failureOf((attempt) => desk.prepare('deploy', orderOf(attempt)));
      expect(failure).toMatchObject({ code: 'STORE_UNUSABLE', ...report });
      expect(failure.message).not.toContain('\n');
      const signed = { id, signedXdr: signAs('client', unsignedXdr, transactionHash) };
      // This write may fit into space that was already free; if it does not, nothing was sent.
      const outcome = await desk.submit(signed).then(
        () => undefined,
        (thrown: CountersignError) => thrown.code,
      );
      if (outcome !== undefined) expect([outcome, desk.metrics().requests.send]).toEqual(['STORE_UNUSABLE', 0]);
      makeRoom(disk);
      expect(await desk.submit(signed)).toMatchObject({ status: 'settled', transactionHash });
      expect(desk.metrics().requests.send).toBe(1);
      expect((await desk.prepare('deploy', orderOf(-1))).status).toBe('prepared');
    },
  );

  test('the bot’s own file reports the same', async () => {
    const disk = smallDisk(1_000);
    const state = openState(path.join(disk, 'data'), 'sandbox');
    onTestFinished(() => state.close());
    await state.servers.change('kept', { language: 'es' });
    fillDisk(disk);
    const failure = await failureOf((attempt) => state.servers.change(`g${attempt}`, { language: 'es' }));
    expect(failure).toMatchObject({ code: 'STORE_UNUSABLE', operatorRemedy: expect.stringContaining('Make room') });
    makeRoom(disk);
    await state.servers.change('later', { language: 'es' });
    for (const guild of ['kept', 'later'])
      expect(await state.servers.settingsOf(guild)).toMatchObject({ language: 'es' });
  });

  test('a folder without room for its files says so at the start', async () => {
    const disk = smallDisk(100);
    fillDisk(disk);
    await expect(openStore(settingsOf({ COUNTERSIGN_DATA_DIR: path.join(disk, 'data') }))).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      operatorRemedy: expect.stringContaining('Make room'),
    });
  });

  test.each([['files'], ...(hasPostgres ? [['PostgreSQL']] : [])])(
    'a backup of %s onto it leaves nothing behind',
    async (engine) => {
      const settings = settingsOf(engine === 'files' ? {} : { DATABASE_URL: await newDatabase() });
      const desk = await deskOn(settings);
      for (let number = 0; number < 20; number++) await desk.prepare('deploy', orderOf(number));
      const disk = smallDisk(engine === 'files' ? 100 : 8);
      await expect(backUp(settings, FORMATS, path.join(disk, 'backup'))).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        message: expect.stringMatching(/is full|No space left/),
        operatorRemedy: expect.stringContaining('Make room there'),
      });
      expect(readdirSync(disk)).toEqual([]);
    },
  );

  test('a restore of files onto it changes nothing', async () => {
    const settings = settingsOf({});
    const desk = await deskOn(settings);
    for (let number = 0; number < 20; number++) await desk.prepare('deploy', orderOf(number));
    const backup = path.join(temporaryFolder(), 'backup');
    await backUp(settings, FORMATS, backup);
    const disk = smallDisk(1_000);
    const elsewhere = settingsOf({ COUNTERSIGN_DATA_DIR: path.join(disk, 'data') });
    await (await openStore(elsewhere)).store.close();
    fillDisk(disk);
    const seen = () =>
      // SQLite's side files are empty here.
      readdirSync(elsewhere.dataDir)
        .filter((name) => !/-(?:wal|shm)$/.test(name))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(path.join(elsewhere.dataDir, name)))
            .digest('hex'),
        ]);
    const before = seen();
    await expect(restore(elsewhere, FORMATS, backup, { replace: true })).rejects.toMatchObject({
      message: `The disk of ${elsewhere.dataDir} is full.`,
      operatorRemedy: expect.stringContaining('Make room there'),
    });
    expect(seen()).toEqual(before);
    makeRoom(disk);
    await restore(elsewhere, FORMATS, backup, { replace: true });
    const { store } = await openStore(elsewhere);
    onTestFinished(() => store.close());
    expect((await store.countsByState())['offered']).toBe(20);
  });

  test.runIf(hasPostgres)('a restore into a database on it brings back what was there', async () => {
    const settings = settingsOf({ DATABASE_URL: await newDatabase() });
    const desk = await deskOn(settings);
    for (let number = 0; number < 20; number++) await desk.prepare('deploy', orderOf(number));
    const backup = path.join(temporaryFolder(), 'backup');
    await backUp(settings, FORMATS, backup);
    const disk = smallDisk(DATABASE_KB);
    const elsewhere = settingsOf({ DATABASE_URL: await newDatabaseOn(disk) });
    const there = await openStore(elsewhere);
    await there.store.close();
    fillDisk(disk);
    await expect(restore(elsewhere, FORMATS, backup, { replace: true })).rejects.toMatchObject({
      message: expect.stringContaining('pg_restore failed'),
      operatorRemedy: expect.stringContaining('Make room there'),
    });
    makeRoom(disk);
    expect(await rowsOf(elsewhere.databaseUrl ?? '', 'SELECT count(*) AS count FROM countersign.handle')).toEqual([
      { count: '0' },
    ]);
    await restore(elsewhere, FORMATS, backup, { replace: true });
    expect(await rowsOf(elsewhere.databaseUrl ?? '', 'SELECT count(*) AS count FROM countersign.handle')).toEqual([
      { count: '20' },
    ]);
  });
});
