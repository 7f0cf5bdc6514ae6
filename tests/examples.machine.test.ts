/** Each example in a package's README or a docstring compiles under our own flags and runs to its end. */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
// In the tests' package, which depends on all the others.
const FOLDER = mkdtempSync(path.join(import.meta.dirname, '.examples-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const EXAMPLES = globSync(['packages/*/README.md', 'packages/*/src/**/*.ts'], { cwd: ROOT })
  .toSorted()
  .flatMap((source) => examplesIn(source).map((code, index) => write(source, index, code)));

function examplesIn(source: string): string[] {
  const text = readFileSync(path.join(ROOT, source), 'utf8');
  if (source.endsWith('.ts') && !text.includes('* @example')) return [];
  const plain = source.endsWith('.ts') ? text.replace(/^ *\* ?/gm, '') : text;
  return [...plain.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
}

function write(source: string, index: number, code: string): [source: string, file: string] {
  const file = path.join(FOLDER, `${source.replace(/\W+/g, '-')}-${index}.ts`);
  writeFileSync(file, code);
  return [source, file];
}

test('the examples compile', async () => {
  const config = path.join(FOLDER, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }));
  const { stdout } = await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', config]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe('');
});

test.each(EXAMPLES)('an example of %s runs to its end', async (_, file) => {
  await run(process.execPath, [file], { env: {} });
});
