/** `pnpm proof`: runs every proof with all its cases and prints what it counted; SECURITY.md quotes these figures. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { WHOLE } from '@countersign/testkit/proof/share';
import { startVitest } from 'vitest/node';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { areWhole, contradictions, figuresTable, type ProofFigures, withFigures } from './figures.ts';
import { figuresReporter } from './figures-reporter.ts';

const USAGE = `usage: pnpm proof [--write | --check] [--from <file>] [--only <name>]

  Runs the proofs (*.proof.test.ts), all their cases, and prints what they counted.
  --write   puts the figures into SECURITY.md
  --check   fails where SECURITY.md says something else
  --from    takes the figures of a test run that is over, instead of running the proofs; of a sample,
            --check compares what it knows: every row, and how many cases there are
  --only    runs the proofs with this in their path alone, such as scale
  --only hosts, or hosts/<name> for one of them
            plays conversations through real hosts, whose programs it installs from npm (several hundred MB each);
            they are never a part of the other proofs. --write keeps what was found in tools/src/proof/hosts.json`;

const root = resolve(import.meta.dirname, '../../..');
const PAGE = join(root, 'SECURITY.md');
const HOSTS = join(import.meta.dirname, 'hosts.json');

const OPTIONS = {
  write: { type: 'boolean' },
  check: { type: 'boolean' },
  from: { type: 'string' },
  only: { type: 'string' },
} as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async (values) => {
  const [isHosts, hostName] = /^hosts(?:\/(.+))?$/.exec(values.only ?? '') ?? [];
  if (isHosts !== undefined) {
    if (values.check || values.from !== undefined || (values.write && hostName !== undefined)) {
      throw new UsageError(USAGE);
    }
    return await proveHosts(hostName, values.write === true);
  }
  const isPart = values.only !== undefined;
  if ((values.write && values.check) || (isPart && (values.write || values.check))) throw new UsageError(USAGE);
  const file = values.from ?? (await runProofs(await proofsWith(values.only)));
  if (file === undefined) return fail('A proof failed, so its figures count for nothing.');
  const figures = JSON.parse(await readFile(file, 'utf8')) as ProofFigures[];
  process.stdout.write(`\n${figuresTable(figures)}\n`);
  if (!isPart && values.from === undefined) {
    process.stdout.write('\nReal hosts were left out: `pnpm proof --only hosts` installs and plays them.\n');
  }
  if (values.write) await writePage(figures);
  if (values.check) await checkPage(figures);
});

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

/** Loaded only now: nothing else needs what it loads. */
async function proveHosts(only: string | undefined, write: boolean): Promise<void> {
  const { HostProblem, runHosts } = await import('../../../evals/hosts/run-hosts.ts');
  const found = await runHosts(only).catch((thrown: unknown) => {
    if (thrown instanceof HostProblem) return thrown;
    throw thrown;
  });
  if (found instanceof HostProblem) return fail(found.message);
  const { records, isWhole } = found;
  if (!isWhole) return fail('A host did not play all conversations as they are written.');
  if (!write) return;
  await writeFile(HOSTS, `${JSON.stringify(records, undefined, 2)}\n`);
  process.stdout.write('Run `pnpm fix`, which writes the tables of hosts, and commit both.\n');
}

/** Filters by which Vitest finds the proofs. @throws UsageError if none has that name */
async function proofsWith(name: string | undefined): Promise<string[]> {
  if (name === undefined) return ['.proof.test.ts'];
  const files: string[] = [];
  for await (const file of glob('{packages/*/{src,test},tests,tools/src}/**/*.proof.test.ts', { cwd: root })) {
    if (file.includes(name)) files.push(file);
  }
  if (files.length === 0) throw new UsageError(`No proof has “${name}” in its path.\n\n${USAGE}`);
  return files;
}

/** The file of figures; nothing if a proof failed. */
async function runProofs(filters: readonly string[]): Promise<string | undefined> {
  const file = join(root, 'coverage/figures.json');
  process.env[WHOLE.name] = WHOLE.value;
  const run = await startVitest('test', [...filters], {
    root,
    watch: false,
    reporters: ['default', figuresReporter(file)],
  });
  const failed = run.state.getCountOfFailedTests() > 0 || run.state.getUnhandledErrors().length > 0;
  await run.close();
  return failed ? undefined : file;
}

async function writePage(figures: readonly ProofFigures[]): Promise<void> {
  if (!areWhole(figures)) return fail('These figures are a sample’s, and SECURITY.md quotes those of the whole run.');
  await writeFile(PAGE, withFigures(await readFile(PAGE, 'utf8'), figuresTable(figures)));
}

async function checkPage(figures: readonly ProofFigures[]): Promise<void> {
  const lines = contradictions(await readFile(PAGE, 'utf8'), figures);
  if (lines.length === 0) return;
  fail(`SECURITY.md says otherwise:\n${lines.join('\n')}\nRun \`pnpm proof --write\` and commit it.`);
}
