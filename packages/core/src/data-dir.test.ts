import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDataDir, platformDataDir } from './data-dir.ts';

const home = (folder: string) => () => folder;
const noHome = () => {
  throw new Error('no home');
};

describe('the data folder', () => {
  test.each<[string, NodeJS.Platform, Record<string, string>, () => string, string]>([
    ['Linux', 'linux', {}, home('/home/ada'), '/home/ada/.local/share/countersign'],
    ['Linux with XDG', 'linux', { XDG_DATA_HOME: '/data' }, noHome, '/data/countersign'],
    [
      'Linux with a relative XDG',
      'linux',
      { XDG_DATA_HOME: 'data' },
      home('/home/ada'),
      '/home/ada/.local/share/countersign',
    ],
    [
      'Linux with an empty XDG',
      'linux',
      { XDG_DATA_HOME: '' },
      home('/home/ada'),
      '/home/ada/.local/share/countersign',
    ],
    ['FreeBSD', 'freebsd', {}, home('/home/ada'), '/home/ada/.local/share/countersign'],
    [
      'macOS',
      'darwin',
      { XDG_DATA_HOME: '/data' },
      home('/Users/ada'),
      '/Users/ada/Library/Application Support/countersign',
    ],
    ['Windows', 'win32', { LOCALAPPDATA: 'D:\\Local' }, noHome, 'D:\\Local\\countersign'],
    ['Windows without', 'win32', {}, home('C:\\Users\\ada'), 'C:\\Users\\ada\\AppData\\Local\\countersign'],
  ])('of %s', (_, platform, env, homeOf, folder) => {
    expect(platformDataDir(env, platform, homeOf)).toBe(folder);
  });

  test('needs a home where nothing else says', () => {
    expect(() => platformDataDir({}, 'linux', noHome)).toThrow('no home');
  });
});

describe('making a folder', () => {
  test('makes those above it too, for the owner alone, and again without harm', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'data-dir-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = path.join(root, 'a', 'b', 'c');
    makeDataDir(folder);
    makeDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  // A kernel's own file system refuses; there Node's recursive mkdir never comes back.
  test.runIf(process.platform === 'linux')('fails where it cannot be made, at once', () => {
    expect(() => makeDataDir('/proc/countersign/a')).toThrowError(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => makeDataDir('/dev/null/a')).toThrowError(expect.objectContaining({ code: 'ENOTDIR' }));
  });
});
