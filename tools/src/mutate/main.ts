/** `pnpm mutate`: makes small faults in a copy of the product, one at a time, and shows which of them the tests see. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';
import { LANES } from '../test/lanes.ts';
import { choose, packageOf } from './choose.ts';
import { Copy } from './copy.ts';
import { productFiles, type Reach, testFinder } from './reach.ts';
import { KINDS, linesOf, type Site, sitesIn } from './sites.ts';

const USAGE = `usage: pnpm mutate [--seed <n>] [--count <n>] [--package <name>] [--lanes quick|all] [--files <n>]
       pnpm mutate --again <file>

  Makes small faults in a copy of the last commit, one at a time, and shows which of them the tests see: flipped
  conditions, removed guards, exchanged arguments, limits that are one higher or lower. The first run for a commit also runs all tests once.
  --seed     which faults (default 1)
  --count    how many (default 60)
  --package  in one package only, such as core
  --lanes    which tests may see them (default quick)
  --files    how many test files may try to see one, the nearest first (default 40)
  --again    tries those that no test saw in an earlier run; its last line names the file`;

const root = resolve(import.meta.dirname, '../../..');
/** Git ignores it. */
const FOLDER = join(root, 'coverage/mutate');
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
/** A mutation to try, and the test files that may see it. */
type Trial = { readonly site: Site; readonly tests: readonly string[] };

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '60' },
      package: { type: 'string' },
      lanes: { type: 'string', default: 'quick' },
      files: { type: 'string', default: '40' },
      again: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const [seed, count, most] = [Number(values.seed), Number(values.count), Number(values.files)];
  const isWrong = !Number.isInteger(seed) || !(count > 0) || !(most > 0) || !['quick', 'all'].includes(values.lanes);
  if (isWrong || (values.package !== undefined && !existsSync(join(root, 'packages', values.package)))) {
    throw new UsageError(USAGE);
  }
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const earlier: Run | undefined = values.again && JSON.parse(await readFile(values.again, 'utf8'));
  const chosen = LANES.filter(({ isQuick }) => isQuick || values.lanes === 'all').map(({ name }) => name);
  const lanes = earlier?.lanes ?? chosen;
  await mkdir(FOLDER, { recursive: true });

  await Copy.with(root, async (copy) => {
    const texts = await Promise.all(
      productFiles(copy.root).map(async (file) => [file, await copy.read(file)] as const),
    );
    const trials =
      earlier === undefined
        ? await newTrials(copy, new Map(texts), { seed, count, only: values.package, lanes, commit })
        : earlierTrials(earlier, new Map(texts));
    const mutants: Mutant[] = [];
    const file = join(FOLDER, `${commit}-${earlier ? 'again' : seed}.json`);
    for (const { site, tests } of trials) {
      const run = await copy.whileMutated([site], () => tryTests(copy, lanes, tests.slice(0, most)));
      const lines = linesOf(site, await copy.read(site.file));
      mutants.push({ file: site.file, kind: site.kind, ...lines, reachedBy: tests, ...run });
      await writeFile(file, `${JSON.stringify({ commit, lanes, mutants } satisfies Run, undefined, 2)}\n`);
      process.stdout.write(`${mutants.length}/${trials.length} ${mutantText(mutants.at(-1) as Mutant)}\n`);
    }
    process.stdout.write(`\n${sharesTable(mutants)}\n\nNot seen:\n`);
    for (const each of mutants) if (each.seenBy === undefined) process.stdout.write(`${mutantText(each)}\n`);
    process.stdout.write(`\nCommit ${commit}, seed ${seed}. To try these again: --again ${relative('.', file)}\n`);
  });
});

type Options = {
  readonly seed: number;
  readonly count: number;
  readonly only: string | undefined;
  readonly lanes: readonly string[];
  readonly commit: string;
};

async function newTrials(copy: Copy, sources: ReadonlyMap<string, string>, options: Options): Promise<Trial[]> {
  const files = [...sources].filter(([file]) => options.only === undefined || packageOf({ file }) === options.only);
  const choices = choose(new Map(files), options.seed, options.count);
  const all = [...choices.values()].flatMap(({ sites }) => sites);
  const errors = await copy.whileMutated(all, () => copy.typeErrors());
  const refused = new Set(
    errors.map(({ file, line }) => {
      const distance = (site: Site) => Math.abs(linesOf(site, sources.get(file) ?? '').line - line);
      return all.filter((site) => site.file === file).sort((one, other) => distance(one) - distance(other))[0];
    }),
  );
  const reaches = await readReaches(copy, options);
  const testsOf = testFinder(sources, reaches, (test) => readFileSync(join(copy.root, test), 'utf8'));
  return [...choices.values()]
    .map(({ sites, quota }) => sites.filter((site) => !refused.has(site)).slice(0, quota))
    .flatMap((sites) => sites.map((site, at) => ({ site, at, tests: testsOf(site) })))
    .sort((one, other) => one.at - other.at);
}

/** Runs all tests of the lanes once for each commit. A file that fails without a mutation can see none. */
async function readReaches(copy: Copy, { lanes, commit }: Options): Promise<Reach[]> {
  const file = join(FOLDER, `${commit}-${lanes.length}-lanes.jsonl`);
  if (!existsSync(file)) {
    process.stdout.write('Runs the tests once, to note which of them run which part of the product.\n');
    const notes = `${copy.root}-reach.jsonl`;
    const { failedFiles } = await copy.test(lanes, [], { MUTATE_REACH: notes });
    for (const each of failedFiles) process.stdout.write(`Left out, since it fails without a mutation: ${each}\n`);
    const lines = (await readFile(notes, 'utf8')).split('\n').filter((line) => line !== '');
    const sound = lines.filter((line) => !failedFiles.includes((JSON.parse(line) as Reach).test));
    await writeFile(file, sound.join('\n'));
  }
  return (await readFile(file, 'utf8')).split('\n').map((line) => JSON.parse(line) as Reach);
}

/** Those that no test saw: with the tests that were changed since then, and with those that reached them then. */
function earlierTrials({ commit, mutants }: Run, sources: ReadonlyMap<string, string>): Trial[] {
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

async function tryTests(copy: Copy, lanes: readonly string[], tests: readonly string[]) {
  if (tests.length === 0) return {};
  const { hasPassed, failed } = await copy.test(lanes, tests, { MUTATE_ORDER: tests.join(' ') });
  return hasPassed ? {} : { seenBy: failed ?? 'The tests ended or hung.' };
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
