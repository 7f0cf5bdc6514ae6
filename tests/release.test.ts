/** What a release checks first, and what it writes next to its artefacts. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { problemsOf } from '../distribution/release/problems.ts';
import { writeStatements } from '../distribution/release/statements.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** A checkout of this version and these changes, and nothing else. */
function checkout(changes: string, version = '1.2.3', ofPackage = version): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'packages/core'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write('package.json', JSON.stringify({ version }));
  write('packages/core/package.json', JSON.stringify({ version: ofPackage }));
  write('CHANGELOG.md', changes);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'All');
  return folder;
}

test.each([
  ['# Changes\n\n## Not released\n- More.\n\n## 1.2.2\n', undefined, undefined, []],
  ['## 1.2.3 (2026-12-01)\n- More.\n', undefined, undefined, []],
  ['## 1.2.2\n- More.\n', undefined, undefined, ['CHANGELOG.md: its first section is “1.2.2”']],
  ['## Not released\n\n## 1.2.2\n- Before.\n', undefined, undefined, ['CHANGELOG.md: “Not released” says nothing']],
  ['## 1.2.3\n- More.\n', '1.2.3', '1.2.2', ['packages/core/package.json: version 1.2.2 is not 1.2.3']],
  ['## 1.2.3-rc\n- More.\n', '1.2.3-rc', undefined, ['package.json: 1.2.3-rc is not a version']],
])('finds what speaks against a release with %j', async (changes, version, ofPackage, expected) => {
  const problems = await problemsOf(checkout(changes, version, ofPackage));
  expect(problems).toEqual(expected.map((text) => expect.stringContaining(text)));
});

test('refuses a checkout with changes that no commit has', async () => {
  const folder = checkout('## 1.2.3\n- More.\n');
  writeFileSync(path.join(folder, 'more.txt'), '');
  expect(await problemsOf(folder)).toEqual([expect.stringContaining('not committed:\n?? more.txt')]);
});

test('this version is described in the CHANGELOG, and each package has it', async () => {
  expect((await problemsOf(ROOT)).filter((problem) => !problem.startsWith('not committed'))).toEqual([]);
});

test('states a checksum of each artefact, and from what it was made', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'one.tgz'), 'one');
  cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'icons/LICENSE'));
  const build = { version: '1.2.3', commit: 'c0ffee', command: 'pnpm release', startedOn: '2026-11-30T00:00:00.000Z' };
  await writeStatements(folder, { ...build, materials: { 'pnpm-lock.yaml': Buffer.from('locked') } });
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(checked).toBe('icons/LICENSE: OK\none.tgz: OK\n');
  const { subject, predicate } = JSON.parse(readFileSync(path.join(folder, 'provenance.json'), 'utf8'));
  expect(subject.map(({ name }: { readonly name: string }) => name)).toEqual(['icons/LICENSE', 'one.tgz']);
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([
    { name: 'countersign', digest: { gitCommit: 'c0ffee' } },
    { name: 'pnpm-lock.yaml', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ]);
});
