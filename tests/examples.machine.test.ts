/**
 * Each example in a package's README or a docstring compiles under our own flags, runs to its end, and prints what it says.
 * Those of core use its packed copy, as a program outside the repository does.
 */
import { execFile } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packLibraries } from '../tools/src/pack/pack-libraries.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
// In the tests' package, which depends on all the others.
const FOLDER = mkdtempSync(path.join(import.meta.dirname, '.examples-'));
const OUTSIDE = path.join(FOLDER, 'outside');
mkdirSync(OUTSIDE);
afterAll(() => rmSync(FOLDER, { recursive: true }));

type Example = { readonly source: string; readonly code: string; readonly file: string };

const EXAMPLES: readonly Example[] = globSync(['packages/*/README.md', 'packages/*/src/**/*.ts'], { cwd: ROOT })
  .toSorted()
  .flatMap((source) =>
    codeIn(source).map((code, index) => {
      const folder = source.startsWith('packages/core/') ? OUTSIDE : FOLDER;
      const file = path.join(folder, `${source.replace(/\W+/g, '-')}-${index}.ts`);
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

/** As `npm install` does with the tarballs; packages of the registry come from the checkout. */
async function installPacked(): Promise<void> {
  for (const tarball of await packLibraries(OUTSIDE)) {
    await run('tar', ['-xzf', tarball], { cwd: OUTSIDE });
    const { name, dependencies } = JSON.parse(readFileSync(path.join(OUTSIDE, 'package/package.json'), 'utf8'));
    for (const each of Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@countersign/'))) {
      const place = path.join(OUTSIDE, 'node_modules', each);
      const from = path.join(ROOT, 'packages', path.basename(name), 'node_modules', each);
      mkdirSync(path.dirname(place), { recursive: true });
      rmSync(place, { force: true });
      symlinkSync(realpathSync(from), place);
    }
    mkdirSync(path.join(OUTSIDE, 'node_modules/@countersign'), { recursive: true });
    renameSync(path.join(OUTSIDE, 'package'), path.join(OUTSIDE, 'node_modules', name));
  }
}

beforeAll(async () => {
  await installPacked();
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', RUNNER, ...EXAMPLES.map(({ file }) => file)],
    { env: {} },
  );
  for (const part of stdout.split(/^# /m)) printed.set(part.slice(0, part.indexOf('\n')), part);
});

test('the packed core has every module that core exports', async () => {
  const { exports } = JSON.parse(readFileSync(path.join(ROOT, 'packages/core/package.json'), 'utf8'));
  const modules = Object.keys(exports).filter((each) => !each.includes('*'));
  const script = modules.map((each) => `await import('@countersign/core${each.slice(1)}');`).join('\n');
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: OUTSIDE, env: {} });
  expect(modules.length).toBeGreaterThan(40);
});

test('the examples compile', async () => {
  const config = path.join(FOLDER, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts', 'outside/*.ts'] }));
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
    const texts = [...code.matchAll(/; \/\/ → (.*)$/gm)].map(([, line]) => line as string);
    const isPrinted = (line: string) =>
      line.includes('…') ? line.split('…').every((part) => output.includes(part)) : lines.includes(line);
    expect(texts.filter((line) => !isPrinted(line))).toEqual([]);
  },
);
