/** `pnpm bench`: each figure beside its floor or rival from the same run. It only reports; no figure makes it fail. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';
import { type Bench, type Figure, tableOf } from './figure.ts';

/** Loaded one by one, so that no bench measures what another left in memory or caches. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  transaction: async () => (await import('./transaction.ts')).transactionBench,
  'start-up': async () => (await import('./start-up.ts')).startUpBench,
  client: async () => (await import('./client.ts')).clientBench,
  store: async () => (await import('./store.ts')).storeBench,
  folder: async () => (await import('./folder.ts')).folderBench,
  limiter: async () => (await import('./limiter.ts')).limiterBench,
  reads: async () => (await import('./reads.ts')).readsBench,
  steps: async () => (await import('./steps.ts')).stepsBench,
  ledger: async () => (await import('./ledger.ts')).ledgerBench,
  discord: async () => (await import('./discord.ts')).discordBench,
  scale: async () => (await import('./scale.ts')).scaleBench,
  page: async () => (await import('./page.ts')).pageBench,
};

const USAGE = `usage: pnpm bench [--only <name>]... [--json <file>]

  Prints one table for each of ${Object.keys(BENCHES).join(', ')}
  and writes all figures as JSON (default: coverage/bench.json).`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'string', default: resolve(import.meta.dirname, '../../../coverage/bench.json') },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const names = values.only ?? Object.keys(BENCHES);
  if (names.some((name) => !Object.hasOwn(BENCHES, name))) throw new UsageError(USAGE);
  const machine = `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  // As docs/performance.md has it above each table.
  process.stdout.write(`${new Date().toISOString().slice(0, 10)} at \`${commit}\`, ${machine}\n`);
  const all: Record<string, readonly Figure[]> = {};
  for (const name of names) {
    try {
      const bench = await (BENCHES[name] as () => Promise<Bench>)();
      const figures = await bench.run();
      all[name] = figures;
      process.stdout.write(`\n${tableOf(bench, figures)}\n`);
    } catch (thrown) {
      // A bench that cannot run here (without a browser, say) does not stop the others.
      process.stdout.write(`\nNo figures of ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    }
  }
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(
    values.json,
    `${JSON.stringify({ machine, at: new Date().toISOString(), figures: all }, undefined, 2)}\n`,
  );
});
