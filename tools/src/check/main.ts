/** Part of `pnpm check`: imports between modules, import cycles, false claims of documents, and titles of tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cataloguesIn, languageProblems } from './catalogues.ts';
import { claimChecker, isDocument } from './false-claims.ts';
import { forbiddenImports, importCycles } from './imports.ts';
import { oldWordProblems } from './old-words.ts';
import { badTitles } from './test-titles.ts';

const root = resolve(import.meta.dirname, '../../..');
// Including uncommitted files, without ignored ones.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const all = [...new Set(listed.split('\n'))].filter((file) => existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const repository = { files: all.filter((file) => /\.tsx?$|package\.json$/.test(file)), read };
const falseClaims = claimChecker({ files: all, read });

/** The problems of each kind, and what to do about them. */
const PROBLEMS: readonly (readonly [found: readonly string[], advice: string])[] = [
  [
    forbiddenImports(repository).map(({ file, line, why }) => `${file}:${line} ${why}`),
    'tools/src/check/boundaries.ts says which module may import which.',
  ],
  [importCycles(repository).map((cycle) => cycle.join(' -> ')), 'These files import each other.'],
  [
    all.filter(isDocument).flatMap((file) => falseClaims(file, read(file)).map((each) => `${file}: ${each}.`)),
    'Correct the document; a name of another system goes into tools/src/check/false-claims.ts.',
  ],
  [oldWordProblems({ files: all, read }), 'docs/decisions/0003-handles-and-offers.md has the names of today.'],
  [cataloguesIn(root).flatMap(languageProblems), 'CONTRIBUTING.md says how a language is written.'],
  [
    badTitles({ files: all, read }),
    'A test’s title says “does X when Y”; it does not begin with of, if, that, by, whatever or what.',
  ],
];

for (const [found, advice] of PROBLEMS) {
  if (found.length === 0) continue;
  process.stderr.write(`${found.join('\n')}\n${advice}\n`);
  process.exitCode = 1;
}
