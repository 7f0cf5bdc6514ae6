/** `pnpm bench`: each figure next to its floor or rival from the same run. It only reports; no figure makes it fail. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { type Bench, type Measured, measuredText } from './figure.ts';

/** Loaded one by one, so that no bench measures what another left in memory or caches. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  transaction: async () => (await import('./transaction.ts')).transactionBench,
  'start-up': async () => (await import('./start-up.ts')).startUpBench,
  client: async () => (await import('./client.ts')).clientBench,
  store: async () => (await import('./store.ts')).storeBench,
  folder: async () => (await import('./folder.ts')).folderBench,
  limiter: async () => (await import('./limiter.ts')).limiterBench,
  steps: async () => (await import('./steps.ts')).stepsBench,
  discord: async () => (await import('./discord.ts')).discordBench,
  scale: async () => (await import('./scale.ts')).scaleBench,
  people: async () => (await import('./people.ts')).peopleBench,
  page: async () => (await import('./page.ts')).pageBench,
};

const USAGE = `usage: pnpm bench [--only <name>]... [--write]

  Prints one table for each of ${Object.keys(BENCHES).join(', ')}.
  --write keeps the figures for docs/performance.md, which \`pnpm fix\` then writes.`;

/** By the name of the bench. */
const FIGURES = resolve(import.meta.dirname, 'figures.json');

const OPTIONS = {
  only: { type: 'string', multiple: true },
  write: { type: 'boolean', default: false },
} as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ only: names = Object.keys(BENCHES), write }) => {
  if (names.some((name) => !Object.hasOwn(BENCHES, name))) throw new UsageError(USAGE);
  process.stdout.write(
    `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}\n`,
  );
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const kept: Record<string, Measured> = JSON.parse(await readFile(FIGURES, 'utf8'));
  for (const [name, load] of Object.entries(BENCHES).filter(([name]) => names.includes(name))) {
    try {
      const { title, measure } = await load();
      const day = new Date().toISOString().slice(0, 10);
      const measured: Measured = { day, commit, title, figures: await measure() };
      process.stdout.write(`\n${measuredText(measured)}\n`);
      kept[name] = measured;
    } catch (thrown) {
      // A bench that cannot run here (without a browser, say) does not stop the others.
      process.stdout.write(`\nNo figures of ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    }
  }
  if (write) await writeFile(FIGURES, `${JSON.stringify(kept, undefined, 2)}\n`);
});
