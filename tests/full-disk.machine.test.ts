/** On a full disk, one line says what to do, nothing is lost, and nothing is submitted unrecorded. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDesk, STORE_FORMAT } from '@countersign/core';
import { backUp, type Formats, restore, STORE_TABLES } from '@countersign/core/backup';
import { CountersignError } from '@countersign/core/errors';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAs } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase, newDatabaseOn } from '@countersign/testkit/postgres/databases';
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

const orderOf = (number: number) => ({ ...REQUEST, engagementId: `full-${number}` });
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
    const thrown = await work(attempt).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (thrown instanceof CountersignError) return thrown;
    if (thrown !== undefined) throw thrown;
  }
  throw new Error('it never failed');
}

/** 20 requests. */
async function prepareMuch(settings: Settings): Promise<void> {
  const desk = await deskOn(settings);
  for (let number = 0; number < 20; number++) await desk.prepare('deploy', orderOf(number));
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

  test.each([['files'], ...(hasPostgres ? [['PostgreSQL']] : [])])(
    'a backup of %s onto it leaves nothing behind',
    async (engine) => {
      const settings = settingsOf(engine === 'files' ? {} : { DATABASE_URL: await newDatabase() });
      await prepareMuch(settings);
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
    await prepareMuch(settings);
    const backup = path.join(temporaryFolder(), 'backup');
    await backUp(settings, FORMATS, backup);
    const disk = smallDisk(1_000);
    const elsewhere = settingsOf({ COUNTERSIGN_DATA_DIR: path.join(disk, 'data') });
    await (await openStore(elsewhere)).store.close();
    fillDisk(disk);
    // SQLite's side files are empty here.
    const names = () => readdirSync(elsewhere.dataDir).filter((name) => !/-(?:wal|shm)$/.test(name));
    const seen = () => names().map((name) => [name, readFileSync(path.join(elsewhere.dataDir, name), 'base64')]);
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
});
