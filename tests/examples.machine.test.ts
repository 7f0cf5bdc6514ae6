/** Each example in a package's README or a docstring compiles under our own flags, runs to its end, and prints what it says. */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
// In the tests' package, which depends on all the others.
const FOLDER = mkdtempSync(path.join(import.meta.dirname, '.examples-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

type Example = { readonly source: string; readonly code: string; readonly file: string };

const EXAMPLES: readonly Example[] = globSync(['packages/*/README.md', 'packages/*/src/**/*.ts'], { cwd: ROOT })
  .toSorted()
  .flatMap((source) =>
    codeIn(source).map((code, index) => {
      const file = path.join(FOLDER, `${source.replace(/\W+/g, '-')}-${index}.ts`);
      writeFileSync(file, code);
      return { source, code, file };
    }),
  );

function codeIn(source: string): string[] {
  const text = readFileSync(path.join(ROOT, source), 'utf8');
  if (source.endsWith('.ts') && !text.includes('* @example')) return [];
  const plain = source.endsWith('.ts') ? text.replace(/^ *\* ?/gm, '') : text;
  return [...plain.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
}

/** Runs all of them in one process, which shares what they load. */
const RUNNER = `
const print = console.log;
for (const file of process.argv.slice(1)) {
  print('# ' + file);
  await import(file).catch((error) => print('failed', error));
}`;
const printed = new Map<string, string>();

beforeAll(async () => {
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', RUNNER, ...EXAMPLES.map(({ file }) => file)],
    { env: {} },
  );
  for (const part of stdout.split(/^# /m)) printed.set(part.slice(0, part.indexOf('\n')), part);
});

test('the examples compile', async () => {
  const config = path.join(FOLDER, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }));
  const { stdout } = await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', config]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe('');
});

test.each(EXAMPLES.map(({ source, code, file }) => [source, code, file] as const))(
  'an example of %s runs to its end and prints what it says',
  (_, code, file) => {
    const output = printed.get(file) ?? '';
    expect(output).not.toMatch(/^failed/m);
    const lines = output.split('\n');
    const said = [...code.matchAll(/; \/\/ → (.*)$/gm)].map(([, line]) => line as string);
    const isPrinted = (line: string) =>
      line.includes('…') ? line.split('…').every((part) => output.includes(part)) : lines.includes(line);
    expect(said.filter((line) => !isPrinted(line))).toEqual([]);
  },
);
