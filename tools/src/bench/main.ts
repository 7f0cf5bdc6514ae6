/** `pnpm bench`: each figure next to its floor or rival from the same run. It only reports; no figure makes it fail. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { type Bench, type Figure, tableOf } from './figure.ts';

/** Loaded one by one, so that no bench measures what another left in memory or caches. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  transaction: async () => (await import('./transaction.ts')).transactionBench,
  'start-up': async () => (await import('./start-up.ts')).startUpBench,
  client: async () => (await import('./client.ts')).clientBench,
  store: async () => (await import('./store.ts')).storeBench,
  folder: async () => (await import('./folder.ts')).folderBench,
  limiter: async () => (await import('./limiter.ts')).limiterBench,
  steps: async () => (await import('./steps.ts')).stepsBench,
  ledger: async () => (await import('./ledger.ts')).ledgerBench,
  discord: async () => (await import('./discord.ts')).discordBench,
  scale: async () => (await import('./scale.ts')).scaleBench,
  page: async () => (await import('./page.ts')).pageBench,
};

const USAGE = `usage: pnpm bench [--only <name>]... [--json <file>]

  Prints one table for each of ${Object.keys(BENCHES).join(', ')}
  and writes all figures as JSON (default: coverage/bench.json).`;

const OPTIONS = {
  only: { type: 'string', multiple: true },
  json: { type: 'string', default: resolve(import.meta.dirname, '../../../coverage/bench.json') },
} as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ only: names = Object.keys(BENCHES), json }) => {
  if (names.some((name) => !Object.hasOwn(BENCHES, name))) throw new UsageError(USAGE);
  const machine = `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const at = new Date().toISOString();
  // As docs/performance.md has it above each table.
  process.stdout.write(`${at.slice(0, 10)} at \`${commit}\`, ${machine}\n`);
  const all: Record<string, readonly Figure[]> = {};
  for (const [name, load] of Object.entries(BENCHES).filter(([name]) => names.includes(name))) {
    try {
      const { title, measure } = await load();
      const figures = await measure();
      all[name] = figures;
      process.stdout.write(`\n${tableOf(title, figures)}\n`);
    } catch (thrown) {
      // A bench that cannot run here (without a browser, say) does not stop the others.
      process.stdout.write(`\nNo figures of ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    }
  }
  await mkdir(dirname(json), { recursive: true });
  await writeFile(json, `${JSON.stringify({ machine, at, figures: all }, undefined, 2)}\n`);
});
