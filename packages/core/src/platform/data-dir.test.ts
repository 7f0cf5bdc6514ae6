import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';
import { makeDataDir, restrictDataFile } from './data-dir.ts';

const STRANGER = 12_345;
const isRoot = process.geteuid?.() === 0;
/** Only root can give a file away, so for everybody else these are shown as skipped. */
const withStranger = isRoot ? 'belongs to a stranger' : 'belongs to a stranger (skipped: only root can make one)';

const ROUNDS = 60;
const MAKERS = 3;
/** Makes one nested folder a round; all makers begin each round together. */
const MAKER = `
  const { parentPort, workerData: { root, turn } } = require('node:worker_threads');
  import(${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)}).then(({ makeDataDir }) => {
    const failures = [];
    for (let round = 0; round < ${ROUNDS}; round++) {
      Atomics.add(turn, 0, 1);
      while (Atomics.load(turn, 0) < ${MAKERS} * (round + 1));
      try { makeDataDir(root + '/' + round + '/a/b'); } catch (error) { failures.push(error.message); }
    }
    parentPort.postMessage(failures);
  });`;

const modeOf = (entry: string) => statSync(entry).mode & 0o7777;
const refused = (...texts: (string | RegExp)[]) =>
  expect.objectContaining({
    code: 'STORE_UNUSABLE',
    ...(texts[0] === undefined ? {} : { message: expect.stringMatching(texts[0]) }),
    operatorRemedy: expect.stringMatching(texts[1] ?? 'COUNTERSIGN_DATA_DIR'),
  });

describe('making a folder', () => {
  test('makes those above it too, for the owner alone, and again without harm', () => {
    const root = temporaryFolder();
    const folder = path.join(root, 'a', 'b', 'c');
    makeDataDir(folder);
    makeDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  // A kernel's own file system refuses; there Node's recursive mkdir never comes back.
  test('does not fail when several first starts make it at the same moment', async () => {
    const root = temporaryFolder();
    const turn = new Int32Array(new SharedArrayBuffer(4));
    const makers = Array.from({ length: MAKERS }, () => new Worker(MAKER, { eval: true, workerData: { root, turn } }));
    const failures = await Promise.all(makers.map(async (maker) => (await once(maker, 'message'))[0] as string[]));
    expect(failures.flat()).toEqual([]);
    expect(readdirSync(root)).toHaveLength(ROUNDS);
  });

  test.runIf(process.platform === 'linux')('fails where it cannot be made, at once', () => {
    expect(() => makeDataDir('/proc/countersign/a')).toThrowError(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => makeDataDir('/dev/null/a')).toThrowError(expect.objectContaining({ code: 'ENOTDIR' }));
  });
});

describe.skipIf(process.platform === 'win32')('a folder that stood before', () => {
  test.each<[mode: string, files: readonly string[], becomes: string, error?: string]>([
    ...['755', '777', '750', '701'].map((mode): [string, string[], string] => [mode, [], '700']),
    ['775', ['prepared.sqlite', 'notes.txt'], '700'],
    // Where its owner has closed it further, it is not opened up.
    ['500', [], '500'],
    ['755', ['notes.txt'], '755', 'chmod 700'],
    // Made for sharing, like /tmp.
    ['1777', [], '1777', ''],
    ['700', ['notes.txt'], '700'],
  ])(
    'with mode %s that holds %j gets mode %s, and is refused where others can open it',
    (mode, files, becomes, error) => {
      const folder = temporaryFolder();
      for (const name of files) writeFileSync(path.join(folder, name), '');
      chmodSync(folder, mode);
      if (error === undefined) makeDataDir(folder);
      else
        expect(() => makeDataDir(folder)).toThrowError(
          refused(folder, ...(error === '' ? [] : [`${error} ${folder}`])),
        );
      expect(modeOf(folder).toString(8)).toBe(becomes);
    },
  );

  test.each(['777', '707'])('is refused below a folder with mode %s, where other users may replace it', (mode) => {
    const root = temporaryFolder();
    const shared = path.join(root, 'shared');
    mkdirSync(shared);
    chmodSync(shared, mode);
    const folder = path.join(shared, 'between', 'data');
    expect(() => makeDataDir(folder)).toThrowError(refused(shared, /chmod o-w .*shared/));
    const link = path.join(shared, 'link');
    symlinkSync(root, link);
    expect(() => makeDataDir(link)).toThrowError(refused(shared));
    chmodSync(shared, 0o1777);
    expect(() => makeDataDir(folder)).not.toThrow();
  });

  test('may be a symbolic link to a folder of one’s own, which is closed to other users', () => {
    const root = temporaryFolder();
    const real = path.join(root, 'real');
    mkdirSync(real);
    chmodSync(real, 0o755);
    symlinkSync(real, path.join(root, 'link'));
    makeDataDir(path.join(root, 'link'));
    expect(modeOf(real)).toBe(0o700);
  });

  describe.runIf(isRoot)(withStranger, () => {
    test.each(['700', '755', '777'])('with mode %s: it is refused by name, and left as it is', (mode) => {
      const folder = temporaryFolder();
      chmodSync(folder, mode);
      chownSync(folder, STRANGER, STRANGER);
      expect(() => makeDataDir(folder)).toThrowError(
        refused(`${folder} belongs to another user \\(uid ${STRANGER}\\)`),
      );
      expect(statSync(folder)).toMatchObject({ uid: STRANGER });
      expect(modeOf(folder)).toBe(Number.parseInt(mode, 8));
    });

    test('a symbolic link to it is refused as well', () => {
      const root = temporaryFolder();
      const real = path.join(root, 'real');
      mkdirSync(real, { mode: 0o700 });
      chownSync(real, STRANGER, STRANGER);
      symlinkSync(real, path.join(root, 'link'));
      expect(() => makeDataDir(path.join(root, 'link'))).toThrowError(refused('link belongs to another user'));
    });

    test('a stranger’s symbolic link to a folder of one’s own is refused', () => {
      const root = temporaryFolder();
      const link = path.join(root, 'link');
      mkdirSync(path.join(root, 'real'), { mode: 0o700 });
      symlinkSync(path.join(root, 'real'), link);
      lchownSync(link, STRANGER, STRANGER);
      expect(() => makeDataDir(link)).toThrowError(refused('link belongs to another user'));
    });

    test('a stranger’s file is refused by name, and left as it is', () => {
      const file = path.join(temporaryFolder(), 'prepared.sqlite');
      writeFileSync(file, 'theirs');
      chownSync(file, STRANGER, STRANGER);
      chmodSync(file, 0o666);
      expect(() => restrictDataFile(file)).toThrowError(refused(`${file} belongs to another user`, 'away'));
      expect(modeOf(file)).toBe(0o666);
    });
  });
});

describe.skipIf(process.platform === 'win32')('a file that stood before', () => {
  test.each([
    ...[['644', '600'] as const, ['666', '600'] as const, ['640', '600'] as const, ['600', '600'] as const],
    ...[['777', '700'] as const, ['444', '400'] as const],
  ])('with mode %s gets mode %s', (mode, expected) => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, 'kept');
    chmodSync(file, mode);
    restrictDataFile(file);
    expect(modeOf(file).toString(8)).toBe(expected);
  });

  test('is refused when it is a symbolic link, which could lead anywhere', () => {
    const folder = temporaryFolder();
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'file'));
    expect(() => restrictDataFile(path.join(folder, 'file'))).toThrowError(refused('not a regular file', 'away'));
  });

  test('need not be there', () => {
    expect(() => restrictDataFile(path.join(temporaryFolder(), 'file'))).not.toThrow();
  });
});
