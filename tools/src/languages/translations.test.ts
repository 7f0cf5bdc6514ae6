import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { cataloguesIn } from '../check/catalogues.ts';
import { report } from './translations.ts';

test('counts sentences, and names those that are missing or changed in English after their translation', () => {
  const root = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], { cwd: root });
  const folder = join(root, 'packages/one/messages');
  mkdirSync(folder, { recursive: true });
  const commit = (files: Readonly<Record<string, unknown>>) => {
    for (const [name, json] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(json));
    git('add', '-A');
    git('commit', '-q', '-m', 'A change');
  };
  git('init', '-q');
  commit({ 'core.en.json': { a: 'One', b: { c: 'Two', d: 'Three' } }, 'core.es.json': { a: 'Uno', b: { c: 'Dos' } } });
  commit({ 'core.en.json': { a: 'One more', b: { c: 'Both', d: 'Three' } } });
  commit({ 'core.es.json': { a: 'Uno', b: { c: 'Ambos' } } });
  expect(report(root, cataloguesIn(root))).toEqual([
    'es: 2 of 3 sentences (66 %)',
    '  missing: packages/one/messages/core.es.json b.d',
    '  changed in English since: packages/one/messages/core.es.json a',
  ]);
});
