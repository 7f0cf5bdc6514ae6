/** Part of `pnpm check`: imports between modules, import cycles, and regular expressions that can take too long. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findExpressions, slowQuantifiers } from '../expressions/find-expressions.ts';
import { forbiddenImports, importCycles } from './imports.ts';

const root = resolve(import.meta.dirname, '../../..');
// Including uncommitted files, without ignored ones.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => /\.ts$|package\.json$/.test(file));
const repository = { files: [...new Set(files)], read: (file: string) => readFileSync(join(root, file), 'utf8') };
const broken = forbiddenImports(repository);
const cycles = importCycles(repository);
const slow = (await findExpressions(root)).flatMap(({ place, expression }) =>
  slowQuantifiers(expression).map((problem) => `${place}: in ${expression} ${problem}.`),
);

for (const { file, line, why } of broken) process.stderr.write(`${file}:${line} ${why}\n`);
if (broken.length > 0) process.stderr.write('tools/src/check/boundaries.ts says which module may import which.\n');
for (const cycle of cycles) process.stderr.write(`These files import each other: ${cycle.join(' -> ')}\n`);
for (const problem of slow) process.stderr.write(`${problem}\n`);
if (broken.length + cycles.length + slow.length > 0) process.exitCode = 1;
