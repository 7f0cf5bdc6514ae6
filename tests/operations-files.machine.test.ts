/** The files for operators that no other test runs, read by the programs they are for: Debian's systemd and Prometheus. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** In CI a missing program is an error. */
function has(program: string, debian: string): boolean {
  const isHere = spawnSync(program, ['--version']).error === undefined;
  if (!isHere && process.env['CI']) throw new Error(`${program} is missing: install Debian's package ${debian}.`);
  return isHere;
}

test.runIf(has('promtool', 'prometheus'))('Prometheus reads the alerts', () => {
  const file = path.join(root, 'docs/operations/alerts.yml');
  expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toMatch(/SUCCESS: \d+ rules found/);
});

test.runIf(has('systemd-analyze', 'systemd'))('systemd reads the unit, which leaves little exposed', () => {
  const unit = path.join(temporaryFolder(), 'countersign@bot.service');
  cpSync(path.join(root, 'distribution/systemd/countersign@.service'), unit);
  // The threshold is ten times what it prints.
  const args = ['security', '--offline=true', '--threshold=30', '--no-pager', unit];
  const printed = execFileSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(printed).toMatch(/Overall exposure level for countersign@bot.service: [012]\.\d/);
});
