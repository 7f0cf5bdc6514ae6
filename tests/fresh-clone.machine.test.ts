/** A fresh clone as a newcomer and an operator install it, with the machine's own Node, which may be an old one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { COMMANDS } from '../tools/src/command-line/commands.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));

function freshClone(): string {
  const folder = temporaryFolder();
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    cpSync(join(ROOT, file), join(folder, file));
  }
  return folder;
}

function run(folder: string, command: string, ...args: readonly string[]): string {
  // Inside a script pnpm does not let another one install.
  const { pnpm_config_verify_deps_before_run: _, ...own } = process.env;
  const env = { ...own, PATH: PATH.join(delimiter) };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}: ${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

const megabytes = (folder: string) => Number.parseInt(run(folder, 'du', '-sm', 'node_modules'), 10);

test('the first command installs at most 560 MB without a warning', () => {
  const clone = freshClone();
  const output = run(clone, 'npx', '-y', 'pnpm@12.21.0', 'demo', '--help');
  expect(output).toContain('usage: pnpm demo');
  expect(output).not.toContain('WARN');
  expect(megabytes(clone)).toBeLessThanOrEqual(560);
});

test('production installs at most 310 MB without a warning, and has all that its commands load', () => {
  const clone = freshClone();
  const output = run(clone, 'npx', '-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prod');
  expect(output).not.toContain('WARN');
  expect(megabytes(clone)).toBeLessThanOrEqual(310);
  for (const command of Object.keys(COMMANDS))
    expect(run(clone, './countersign', command, '--help')).toMatch(/^usage: /im);
});
