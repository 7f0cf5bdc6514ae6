/** Part of `pnpm check`: imports between modules, import cycles, slow regular expressions, false claims of documents, and titles of tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findExpressions, slowQuantifiers } from '../expressions/find-expressions.ts';
import { claimChecker, isDocument } from './false-claims.ts';
import { forbiddenImports, importCycles } from './imports.ts';
import { badTitles, OLD_TITLES, titlesWithout } from './test-titles.ts';

const root = resolve(import.meta.dirname, '../../..');
// Including uncommitted files, without ignored ones.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const all = [...new Set(listed.split('\n'))].filter((file) => existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const repository = { files: all.filter((file) => /\.tsx?$|package\.json$/.test(file)), read };
const broken = forbiddenImports(repository);
const cycles = importCycles(repository);
const slow = (await findExpressions(root)).flatMap(({ place, expression }) =>
  slowQuantifiers(expression).map((problem) => `${place}: in ${expression} ${problem}.`),
);
const falseClaims = claimChecker({ files: all, read });
const claims = all
  .filter(isDocument)
  .flatMap((file) => falseClaims(file, read(file)).map((each) => `${file}: ${each}.`));
const titles = titlesWithout(badTitles({ files: all, read }), read(OLD_TITLES).split('\n'));

for (const { file, line, why } of broken) process.stderr.write(`${file}:${line} ${why}\n`);
if (broken.length > 0) process.stderr.write('tools/src/check/boundaries.ts says which module may import which.\n');
for (const cycle of cycles) process.stderr.write(`These files import each other: ${cycle.join(' -> ')}\n`);
for (const problem of [...slow, ...claims]) process.stderr.write(`${problem}\n`);
if (claims.length > 0) {
  const others = 'a name of another system goes into tools/src/check/false-claims.ts';
  process.stderr.write(`Correct the document; ${others}.\n`);
}
for (const title of titles) process.stderr.write(`${title}\n`);
if (titles.length > 0) {
  process.stderr.write(
    'A test’s title says “does X when Y”; it does not begin with of, if, that, by, whatever or what.\n',
  );
}
if (broken.length + cycles.length + slow.length + claims.length + titles.length > 0) process.exitCode = 1;
