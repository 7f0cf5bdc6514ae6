import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CountersignError } from '../errors/errors.ts';
import { STORE_FORMAT } from '../workflow/store/sqlite/database.ts';
import { type DataFileFormat, dataFileError, inspectDataFile, type MigrationStep, openDataFile } from './data-file.ts';

const FIXTURE = path.resolve(import.meta.dirname, '../../../../tests/fixtures/data-folder/prepared.sqlite');
const NEWEST = STORE_FORMAT.steps.at(-1)?.version as number;
const CHILD = new URL('../../../testkit/src/fixtures/open-data-file.ts', import.meta.url).pathname;
const COPY_OF_VERSION_1 = /^prepared\.sqlite\.v1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** A folder with the file of version 1 that the fixture is. */
function folderOfVersion1(): string {
  const folder = temporaryFolder();
  copyFileSync(FIXTURE, path.join(folder, 'prepared.sqlite'));
  return folder;
}

/** A folder whose file `statements` made. */
function folderWith(statements: string, name = 'prepared.sqlite'): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(path.join(folder, name));
  database.exec(statements);
  database.close();
  return folder;
}

const open = (folder: string | undefined, format = STORE_FORMAT) => {
  const database = openDataFile(folder, format, { synchronous: 'FULL' });
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
};
const start = (folder: string, format = STORE_FORMAT) => open(folder, format).close();

function refusal(folder: string, format = STORE_FORMAT): CountersignError {
  try {
    start(folder, format);
  } catch (error) {
    expect(error).toMatchObject({ code: 'STORE_UNUSABLE' });
    return error as CountersignError;
  }
  throw new Error('it was opened');
}

const bytesOf = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'prepared.sqlite')))
    .digest('hex');
const copiesIn = (folder: string) => readdirSync(folder).filter((name) => COPY_OF_VERSION_1.test(name));
/** What no migration changes; what the states of before became is tested next to the store. */
const OFFERS = 'SELECT hash, handle, unsigned_xdr, signed_xdr FROM offer ORDER BY number';

type Contents = { readonly version: number; readonly transactions: readonly Row[]; readonly integrity: unknown };
type Row = Readonly<Record<string, unknown>>;

/** What a file says, by SQLite alone. */
function lookIn(folder: string, name = 'prepared.sqlite'): Contents {
  const database = new DatabaseSync(path.join(folder, name));
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  const transactions = database.prepare(OFFERS).all() as Row[];
  const { integrity_check: integrity } = database.prepare('PRAGMA integrity_check').get() as Record<string, unknown>;
  database.close();
  return { version, transactions, integrity };
}

const original = folderOfFile();
copyFileSync(FIXTURE, path.join(original, 'prepared.sqlite'));
const before = lookIn(original);

type Ended = { readonly code: number | null; readonly signal: string | null; readonly stderr: string };

/** Opens the file in another process. `at` settles when it has reached `step`. */
function startChild(folder: string, step?: MigrationStep, what?: string) {
  const args = [CHILD, folder, ...(step === undefined ? [] : [step, what as string])];
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const at = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, stderr })),
  );
  return { at, ended };
}

describe('a file of an older version', () => {
  test('migrates with all its content, and keeps a copy next to the new file', () => {
    const folder = folderOfVersion1();
    start(folder);
    expect(before.version).toBe(1);
    expect(lookIn(folder)).toEqual({ ...before, version: NEWEST });
    expect(readdirSync(folder)).toEqual(['prepared.sqlite', expect.stringMatching(COPY_OF_VERSION_1)]);
    expect(lookIn(folder, copiesIn(folder)[0])).toEqual(before);
  });

  test.skipIf(process.platform === 'win32')('has a copy that other users cannot read', () => {
    const folder = folderOfVersion1();
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    start(folder);
    expect(statSync(path.join(folder, copiesIn(folder)[0] as string)).mode & 0o777).toBe(0o600);
  });

  test('is copied once: the next start finds nothing to do', () => {
    const folder = folderOfVersion1();
    start(folder);
    const copies = copiesIn(folder);
    start(folder);
    expect(copiesIn(folder)).toEqual(copies);
  });

  test('has its three newest copies kept, and nothing else removed', () => {
    const folder = folderOfVersion1();
    const older = [1, 2, 3].map((day) => `prepared.sqlite.v1-2026-01-0${day}T10-00-00.000Z`);
    for (const name of [...older, 'prepared.sqlite.v1-mine', 'notes']) writeFileSync(path.join(folder, name), '');
    start(folder);
    expect(copiesIn(folder)).toEqual([older[1], older[2], expect.stringMatching(COPY_OF_VERSION_1)]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['prepared.sqlite.v1-mine', 'notes']));
  });

  test('is copied and migrated with the content of a log that was not checkpointed', () => {
    const folder = folderOfVersion1();
    const other = new DatabaseSync(path.join(folder, 'prepared.sqlite'));
    other.exec("PRAGMA journal_mode = WAL; UPDATE offer SET state = 'unknown' WHERE state = 'offered'");
    const database = open(folder);
    const transactions = before.transactions.map((row) =>
      row['state'] === 'offered' ? { ...row, state: 'unknown' } : row,
    );
    expect(database.prepare(OFFERS).all()).toEqual(transactions);
    expect(lookIn(folder, copiesIn(folder)[0])).toEqual({ ...before, transactions });
    other.close();
  });

  const broken = (sql: string): DataFileFormat => ({
    ...STORE_FORMAT,
    steps: [...STORE_FORMAT.steps, { version: NEWEST + 1, sql }],
  });

  test.each([
    ['a step fails', 'CREATE TABLE added (value); INSERT INTO missing VALUES (1)', 'no such table'],
    ['a step breaks a reference', 'DELETE FROM handle', 'a reference is broken'],
  ])('is left as it was when %s, and the error says so', (_, sql, why) => {
    const folder = folderOfVersion1();
    const error = refusal(folder, broken(sql));
    expect(error.message).toContain(`could not be updated from file version 1 to ${NEWEST + 1} `);
    expect(error.message).toMatch(/and was left as it was\.$/);
    expect(error.message).toContain(why);
    expect(lookIn(folder)).toEqual(before);
    expect(copiesIn(folder)).toEqual([]);
    start(folder);
    expect(lookIn(folder)).toEqual({ ...before, version: NEWEST });
  });

  test('is left as it was when it cannot be copied', () => {
    const folder = folderOfVersion1();
    mkdirSync(path.join(folder, 'prepared.sqlite.copying'));
    expect(refusal(folder).message).toMatch(/could not be updated .* and was left as it was\.$/);
    expect(lookIn(folder)).toEqual(before);
  });

  test('is not migrated when it is damaged', () => {
    const folder = folderOfVersion1();
    const file = path.join(folder, 'prepared.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4_096, 8_192);
    writeFileSync(file, bytes);
    expect(refusal(folder).message).toMatch(/it is damaged|malformed/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(copiesIn(folder)).toEqual([]);
  });

  test.each<[MigrationStep, number]>([
    ['copying', 1],
    ['copied', 1],
    ['migrated', 1],
    ['committed', NEWEST],
  ])(
    'killed at "%s", its migration leaves version %i whole, and the next start completes it',
    async (step, version) => {
      const folder = folderOfVersion1();
      expect((await startChild(folder, step, 'kill').ended).signal).toBe('SIGKILL');
      for (const name of copiesIn(folder)) expect(lookIn(folder, name)).toEqual(before);
      expect(inspectDataFile(folder, STORE_FORMAT)).toEqual({ version, newest: NEWEST });
      expect(lookIn(folder)).toEqual({ ...before, version });
      start(folder);
      expect(lookIn(folder)).toEqual({ ...before, version: NEWEST });
      expect(readdirSync(folder).filter((name) => name.endsWith('copying'))).toEqual([]);
      expect(copiesIn(folder).length).toBeGreaterThan(0);
    },
  );

  test('is migrated once by processes that start together, also if it takes longer than any other write', async () => {
    const folder = folderOfVersion1();
    const slow = startChild(folder, 'copied', '5500');
    await slow.at;
    const others = [startChild(folder), startChild(folder)];
    for (const { ended } of [slow, ...others]) expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
    expect(lookIn(folder)).toEqual({ ...before, version: NEWEST });
    expect(copiesIn(folder)).toHaveLength(1);
  });
});

test('a file that another process holds is temporary trouble, and its name is the operator’s alone', () => {
  const folder = folderWith('CREATE TABLE held (value)');
  const [one, other] = [1, 2].map(() => new DatabaseSync(path.join(folder, 'prepared.sqlite'), { timeout: 0 }));
  onTestFinished(() => [one, other].forEach((each) => void each?.close()));
  one?.exec('BEGIN EXCLUSIVE');
  let thrown: unknown;
  try {
    other?.exec('INSERT INTO held VALUES (1)');
  } catch (error) {
    thrown = error;
  }
  const error = dataFileError(folder, STORE_FORMAT, thrown);
  expect(error).toMatchObject({ code: 'STORE_UNREACHABLE', retryable: true });
  expect(error.operatorRemedy).toContain(folder);
  expect(JSON.stringify(error.toView())).not.toContain(folder);
});

describe('a file that cannot be used', () => {
  const MARK = `PRAGMA application_id = ${STORE_FORMAT.applicationId}`;
  test.each([
    ['of a newer version', `${MARK}; PRAGMA user_version = ${NEWEST + 1}; CREATE TABLE later (value)`],
    ['of a newer version that was not marked', `PRAGMA user_version = ${NEWEST + 1}; CREATE TABLE handle (value)`],
  ])('%s is refused by name, and not a byte of it is changed', (_, statements) => {
    const folder = folderWith(statements);
    const bytes = bytesOf(folder);
    const { message, operatorRemedy } = refusal(folder);
    expect(message).toContain(`${path.join(folder, 'prepared.sqlite')} cannot be used`);
    expect(message).toMatch(/made by a newer version of Countersign \(file version \d+; this one reads up to \d+\)/);
    expect(operatorRemedy).toBe('Update Countersign, or choose another folder with COUNTERSIGN_DATA_DIR.');
    expect(() => inspectDataFile(folder, STORE_FORMAT)).toThrow('newer version');
    expect(bytesOf(folder)).toBe(bytes);
    expect(readdirSync(folder)).toEqual(['prepared.sqlite']);
  });

  test.each([
    ['marked by another program', 'PRAGMA application_id = 7; CREATE TABLE handle (value); CREATE TABLE offer (value)'],
    ['with another program’s tables', 'CREATE TABLE notes (text)'],
    ['with tables of ours and of another program', 'CREATE TABLE offer (value); CREATE TABLE notes (text)'],
    ['with a version and without tables', 'PRAGMA user_version = 4'],
  ])('%s is refused as another program’s, and not a byte of it is changed', (_, statements) => {
    const folder = folderWith(statements);
    const bytes = bytesOf(folder);
    expect(refusal(folder).message).toMatch(/belongs to another program\.$/);
    expect(bytesOf(folder)).toBe(bytes);
  });

  test('is refused with advice when its version is too old', () => {
    const folder = folderOfVersion1();
    const error = refusal(folder, { ...STORE_FORMAT, oldest: 2 });
    expect(error.message).toContain('older version of Countersign (file version 1), which cannot be updated');
    expect(error.operatorRemedy).toMatch(/^Move it away/);
  });

  test('is refused and left as it is when it is not a database', () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'prepared.sqlite'), 'not a database, but long enough to look like one'.repeat(40));
    const bytes = bytesOf(folder);
    const { message, operatorRemedy } = refusal(folder);
    expect(operatorRemedy).toContain('file is not a database');
    // People read the message, and never a path of this machine.
    expect(message).not.toContain(folder);
    expect(bytesOf(folder)).toBe(bytes);
  });
});

test('a new file is made at the newest version and marked, without a copy', () => {
  const folder = temporaryFolder();
  expect(inspectDataFile(folder, STORE_FORMAT)).toBeUndefined();
  const database = open(folder);
  expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x43735072 });
  expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
  expect(inspectDataFile(folder, STORE_FORMAT)).toEqual({ version: NEWEST, newest: NEWEST });
  database.close();
  expect(readdirSync(folder)).toEqual(['prepared.sqlite']);
});

test('a database in memory goes through the same steps', () => {
  expect(open(undefined).prepare('PRAGMA user_version').get()).toEqual({ user_version: NEWEST });
});
