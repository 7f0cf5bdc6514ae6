import { expect, test } from 'vitest';
import { platformDataDir } from './platform-data-dir.ts';

const home = (folder: string) => () => folder;
const noHome = () => {
  throw new Error('no home');
};

const ADA = '/home/ada/.local/share/countersign';

test.each<[string, NodeJS.Platform, Record<string, string>, () => string, string]>([
  ['Linux', 'linux', {}, home('/home/ada'), ADA],
  ['Linux with XDG', 'linux', { XDG_DATA_HOME: '/data' }, noHome, '/data/countersign'],
  ['Linux with a relative XDG', 'linux', { XDG_DATA_HOME: 'data' }, home('/home/ada'), ADA],
  ['Linux with an empty XDG', 'linux', { XDG_DATA_HOME: '' }, home('/home/ada'), ADA],
  ['FreeBSD', 'freebsd', {}, home('/home/ada'), ADA],
  ['macOS', 'darwin', {}, home('/Users/ada'), '/Users/ada/Library/Application Support/countersign'],
  ['Windows', 'win32', { LOCALAPPDATA: 'D:\\Local' }, noHome, 'D:\\Local\\countersign'],
  ['Windows without', 'win32', {}, home('C:\\Users\\ada'), 'C:\\Users\\ada\\AppData\\Local\\countersign'],
])('follows the rules of %s for the data folder', (_, platform, env, homeOf, folder) => {
  expect(platformDataDir(env, platform, homeOf)).toBe(folder);
});

test('needs a home where nothing else names the data folder', () => {
  expect(() => platformDataDir({}, 'linux', noHome)).toThrow('no home');
});
