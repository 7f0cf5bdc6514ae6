/** `pnpm mutate`: makes small faults in a copy of the product, one at a time, and shows which of them the tests see. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { withResources } from '../command-line/resources.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { LANES } from '../test/lanes.ts';
import { type Copy, openCopy } from './copy.ts';
import { productFiles, type Reach, testFinder } from './reach.ts';
import { choose, KINDS, linesOf, packageOf, type Site, sitesIn } from './sites.ts';

const USAGE = `usage: pnpm mutate [--seed <n>] [--count <n>] [--package <name>] [--lanes quick|all]
       pnpm mutate --again <file>

  Makes small faults in a copy of the last commit, one at a time, and shows which of them the tests see: flipped
  conditions, removed guards, exchanged arguments, limits that are one higher or lower. The first run for a commit also
  runs all tests once.
  --seed     which faults (default 1)
  --count    how many (default 60)
  --package  in one package only, such as core
  --lanes    which tests may see them (default quick)
  --again    tries those that no test saw in an earlier run; its last line names the file`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  count: { type: 'string', default: '60' },
  package: { type: 'string' },
  lanes: { type: 'string', default: 'quick' },
  again: { type: 'string' },
} as const;

const root = resolve(import.meta.dirname, '../../..');
/** Git ignores it. */
const FOLDER = join(root, 'coverage/mutate');
/** How many test files may try to see a fault, the nearest first; and at last the record, which is near to nothing. */
const MOST_FILES = 40;
const RECORD = 'tools/src/record/record.test.ts';
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** A mutation, and what came of it. */
type Mutant = Pick<Site, 'file' | 'kind'> &
  ReturnType<typeof linesOf> & {
    /** The test files that run it. */
    readonly reachedBy: readonly string[];
    /** The first test that failed. */
    readonly seenBy?: string;
  };
type Run = { readonly commit: string; readonly lanes: readonly string[]; readonly mutants: readonly Mutant[] };

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ package: only, ...values }) => {
  const [seed, count] = [Number(values.seed), Number(values.count)];
  const isWrong = !Number.isInteger(seed) || !(count > 0) || !['quick', 'all'].includes(values.lanes);
  if (isWrong || (only !== undefined && !existsSync(join(root, 'packages', only)))) throw new UsageError(USAGE);
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const earlier: Run | undefined = values.again && JSON.parse(readFileSync(values.again, 'utf8'));
  const wanted = LANES.filter(({ isQuick }) => isQuick || values.lanes === 'all').map(({ name }) => name);
  const lanes = earlier?.lanes ?? wanted;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${commit}-${earlier ? 'again' : seed}.json`);
  const mutants: Mutant[] = [];
  const before: Run['mutants'] = earlier || !existsSync(file) ? [] : JSON.parse(readFileSync(file, 'utf8')).mutants;

  await withResources(async (resources) => {
    const copy = await openCopy(root, resources);
    const sources = new Map(productFiles(copy.root).map((name) => [name, copy.read(name)]));
    /** @returns whether it could be tried: what the type check refuses cannot be committed */
    const tryOne = async (site: Site, tests: readonly string[]): Promise<boolean> => {
      const lines = linesOf(site, copy.read(site.file));
      // A run that was interrupted goes on where it was.
      const known = before.find((each) => each.file === site.file && each.after === lines.after);
      const chosen = tests.filter((test, at) => at < MOST_FILES || test === RECORD);
      const tryIt = async () => ((await copy.hasTypeErrors(site.file)) ? undefined : await seenIn(copy, lanes, chosen));
      const run = known ?? (await copy.whileMutated(site, tryIt));
      if (run === undefined) return false;
      const mutant: Mutant = { file: site.file, kind: site.kind, ...lines, reachedBy: tests, ...run };
      mutants.push(mutant);
      writeFileSync(file, `${JSON.stringify({ commit, lanes, mutants } satisfies Run, undefined, 2)}\n`);
      process.stdout.write(`${mutants.length}. ${mutantText(mutant)}\n`);
      return true;
    };
    if (earlier !== undefined) {
      for (const { site, tests } of earlierTrials(earlier, sources)) await tryOne(site, tests);
      return;
    }
    const testsOf = testFinder(sources, await readReaches(copy, lanes, commit), (test) => copy.read(test));
    const own = [...sources].filter(([name]) => only === undefined || packageOf({ file: name }) === only);
    for (const { quota, sites } of choose(new Map(own), seed, count)) {
      let tried = 0;
      for (const site of sites) if (tried < quota && (await tryOne(site, testsOf(site)))) tried += 1;
    }
  });
  process.stdout.write(`\n${sharesTable(mutants)}\n\nNot seen:\n`);
  for (const each of mutants) if (each.seenBy === undefined) process.stdout.write(`${mutantText(each)}\n`);
  process.stdout.write(`\nCommit ${commit}, seed ${seed}. To try these again: --again ${relative('.', file)}\n`);
});

/** Runs all tests of the lanes once for each commit. A file that fails without a mutation can see none. */
async function readReaches(copy: Copy, lanes: readonly string[], commit: string): Promise<Reach[]> {
  const file = join(FOLDER, `${commit}-${lanes.length}-lanes.jsonl`);
  const reachesIn = (path: string) =>
    (readFileSync(path, 'utf8').match(/.+/g) ?? []).map((line) => JSON.parse(line) as Reach);
  if (existsSync(file)) return reachesIn(file);
  process.stdout.write('Runs the tests once, to note which of them run which part of the product.\n');
  const notes = `${copy.root}-reach.jsonl`;
  const failed = (await copy.testAll(lanes, notes)).failures.map((failure) => failure.file);
  for (const each of failed) process.stdout.write(`Left out, since it fails without a mutation: ${each}\n`);
  const reaches = reachesIn(notes).filter(({ test }) => !failed.includes(test));
  writeFileSync(file, reaches.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return reaches;
}

/** Those that no test saw: with the tests that were changed since then, and with those that reached them then. */
function earlierTrials({ commit, mutants }: Run, sources: ReadonlyMap<string, string>) {
  const changed = git('diff', '--name-only', '--diff-filter=AM', commit, 'HEAD').split('\n');
  const tests = changed.filter((file) => file.endsWith('.test.ts'));
  return mutants.flatMap(({ file, before, after, seenBy, reachedBy }) => {
    const text = sources.get(file) ?? '';
    const site = sitesIn(file, text).find((each) => {
      const lines = linesOf(each, text);
      return lines.before === before && lines.after === after;
    });
    const stillThere = reachedBy.filter((test) => existsSync(join(root, test)));
    return site && seenBy === undefined ? [{ site, tests: [...new Set([...tests, ...stillThere])] }] : [];
  });
}

async function seenIn(copy: Copy, lanes: readonly string[], tests: readonly string[]): Promise<{ seenBy?: string }> {
  if (tests.length === 0) return {};
  const { hasPassed, failures } = await copy.test(lanes, tests);
  const [failed] = failures;
  return hasPassed ? {} : { seenBy: failed ? `${failed.file}: ${failed.title}` : 'The tests ended or hung.' };
}

function mutantText({ file, line, kind, before, after, seenBy, reachedBy }: Mutant): string {
  const seen = seenBy === undefined ? `not seen, ${reachedBy.length} test files reach it` : `seen by ${seenBy}`;
  return `${file}:${line} ${kind}: ${seen}\n    - ${before}\n    + ${after}`;
}

function sharesTable(mutants: readonly Mutant[]): string {
  const row = (name: string, of: readonly Mutant[]) => {
    const cells = [...KINDS, undefined].map((kind) => {
      const these = of.filter((each) => kind === undefined || each.kind === kind);
      return `${these.filter(({ seenBy }) => seenBy !== undefined).length}/${these.length}`.padStart(11);
    });
    const seen = of.filter(({ seenBy }) => seenBy !== undefined).length;
    return `${name.padEnd(16)}${cells.join('')}${`${Math.round((100 * seen) / of.length)} %`.padStart(7)}`;
  };
  const heads = `${'seen of tried'.padEnd(16)}${[...KINDS, 'all'].map((kind) => kind.padStart(11)).join('')}`;
  const packages = [...Map.groupBy(mutants, packageOf)].map(([name, of]) => row(name, of));
  return [heads, ...packages, row('all', mutants)].join('\n');
}
