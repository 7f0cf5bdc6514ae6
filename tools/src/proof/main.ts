/** `pnpm proof`: runs every proof and prints what it counted; SECURITY.md quotes these figures. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { runCommand, UsageError } from '../command-line/run-command.ts';
import { figuresTable, type ProofFigures, withFigures } from './figures.ts';
import { figuresReporter } from './figures-reporter.ts';

const USAGE = `usage: pnpm proof [--write | --check] [--from <file>]

  Runs the proofs (*.proof.test.ts) and prints what they counted.
  --write   puts the figures into SECURITY.md
  --check   fails where SECURITY.md says something else
  --from    takes the figures of a test run that is over, instead of running the proofs`;

const root = resolve(import.meta.dirname, '../../..');

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean' },
      check: { type: 'boolean' },
      from: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (values.write && values.check) throw new UsageError(USAGE);
  const file = values.from ?? (await runProofs());
  if (file === undefined) return fail('A proof failed, so its figures count for nothing.');
  const table = figuresTable(JSON.parse(await readFile(file, 'utf8')) as ProofFigures[]);
  process.stdout.write(`\n${table}\n`);
  if (values.write || values.check) await compareWithPage(table, values.write === true);
});

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

/** The file of figures; nothing where a proof failed. */
async function runProofs(): Promise<string | undefined> {
  const file = join(root, 'coverage/figures.json');
  const run = await startVitest('test', ['.proof.test.ts'], {
    root,
    watch: false,
    reporters: ['default', figuresReporter(file)],
  });
  const failed = run.state.getCountOfFailedTests() > 0 || run.state.getUnhandledErrors().length > 0;
  await run.close();
  return failed ? undefined : file;
}

async function compareWithPage(table: string, write: boolean): Promise<void> {
  const file = join(root, 'SECURITY.md');
  const page = await readFile(file, 'utf8');
  const updated = withFigures(page, table);
  if (updated === page) return;
  if (!write) return fail('SECURITY.md quotes other figures: run `pnpm proof --write` and commit it.');
  await writeFile(file, updated);
}
