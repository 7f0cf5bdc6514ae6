import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { isOnFoldersNode, ownCommand, ownStart } from './launch.ts';

/** A folder as npx keeps one, with the package in it. */
function npxFolder(spec: string): string {
  const folder = join(temporaryFolder(), '_npx/0a1b2c');
  const installed = join(folder, 'node_modules/countersign-mcp');
  mkdirSync(installed, { recursive: true });
  mkdirSync(join(folder, 'node_modules/.bin'));
  writeFileSync(join(installed, 'cli.js'), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { 'countersign-mcp': spec } }));
  symlinkSync('../countersign-mcp/cli.js', join(folder, 'node_modules/.bin/countersign-mcp'));
  return folder;
}

test('the server is started again with the same Node and the same file', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'cli.js');
  writeFileSync(file, '');
  symlinkSync('cli.js', join(folder, 'countersign-mcp'));
  for (const entry of [file, join(folder, 'countersign-mcp')])
    expect(ownStart(entry)).toEqual({ command: process.execPath, args: [file] });
  expect(ownCommand(file)).toBe(`${process.execPath} ${file}`);
  const bot = join(folder, 'bot.js');
  writeFileSync(bot, '');
  expect(ownCommand(bot), 'another program of the same bundle').toBe(`${process.execPath} ${file}`);
});

test('a path with a space is one word, and a shell runs nothing inside it', () => {
  const file = join(temporaryFolder(), 'my "$(touch x)` cli\'s.js');
  writeFileSync(file, '');
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${ownCommand(file)}`], { encoding: 'utf8' });
  expect(words).toBe(`${process.execPath}\0${file}\0`);
});

test('under npx it is started by npx from the same tarball, since the npx cache may be emptied', () => {
  const folder = npxFolder('file:../../built/countersign-mcp-0.1.0.tgz');
  const tarball = join(folder, '../../built/countersign-mcp-0.1.0.tgz');
  expect(ownStart(join(folder, 'node_modules/.bin/countersign-mcp'))).toEqual({
    command: 'npx',
    args: ['-y', `file:${tarball}`],
  });
});

test('the registry’s name is used once it is published, except in a checkout', () => {
  const folder = npxFolder('^0.1.0');
  const file = join(folder, 'node_modules/countersign-mcp/cli.js');
  expect(ownStart(file, false)).toEqual({ command: process.execPath, args: [file] });
  expect(ownStart(file, true)).toEqual({ command: 'npx', args: ['-y', 'countersign-mcp'] });
  const source = join(temporaryFolder(), 'cli.ts');
  writeFileSync(source, '');
  expect(ownStart(source, true)).toEqual({ command: process.execPath, args: [source] });
});

test('npx finds a Node that belongs to a folder; a host elsewhere does not', () => {
  const npx = { command: 'npx', args: [] };
  expect(isOnFoldersNode(npx, '/opt/project/node_modules/.pnpm/node@26.0.0/node_modules/node/bin/node')).toBe(true);
  expect(isOnFoldersNode(npx, '/usr/bin/node')).toBe(false);
  expect(
    isOnFoldersNode(
      { command: '/opt/project/node_modules/.bin/node', args: [] },
      '/opt/project/node_modules/.bin/node',
    ),
  ).toBe(false);
});

test('a checkout names its own script, which finds a Node that is new enough', () => {
  expect(ownCommand()).toBe(`${fileURLToPath(new URL('../../../../countersign', import.meta.url))} mcp`);
});
