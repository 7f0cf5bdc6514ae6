/** `pnpm fuzz`: random hostile inputs for everything that reads strangers' input, for as long as you like. */
import { randomInt } from 'node:crypto';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { FuzzFailure, fuzz, repeat } from '@countersign/testkit/fuzz/fuzz';
import type { AnyTarget } from '@countersign/testkit/fuzz/target';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { TARGETS } from './targets.ts';

const NAMES = TARGETS.map(({ name }) => name);
const USAGE = `usage: pnpm fuzz [--minutes <n>] [--seed <n>] [--target <name>]
       pnpm fuzz --target <name> --input <base64>

  Feeds inputs of chance to ${NAMES.join(', ')}:
  none may crash, take more than 250 ms, or come back otherwise than it should.
  --minutes  how long, in all (default 2)
  --seed     where to begin; the one that is printed makes the same inputs again
  --target   one of them alone
  --input    one input alone, as a failure prints it`;

/** Runs between two checks of the clock. */
const RUNS_AT_A_TIME = 200;

const OPTIONS = {
  minutes: { type: 'string', default: '2' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  target: { type: 'string' },
  input: { type: 'string' },
} as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async (values) => {
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const targets = TARGETS.filter(({ name }) => values.target === undefined || values.target === name);
  if (!(minutes > 0) || !Number.isInteger(seed) || targets.length === 0) throw new UsageError(USAGE);
  try {
    if (values.input === undefined) await fuzzFor(minutes, seed, targets);
    else await repeatOne(targets, values.input);
  } catch (thrown) {
    if (!(thrown instanceof FuzzFailure)) throw thrown;
    process.stderr.write(`${thrown.message}\n`);
    process.exitCode = 1;
  }
});

async function fuzzFor(minutes: number, first: number, targets: readonly AnyTarget[]): Promise<void> {
  process.stdout.write(`seed ${first}\n`);
  const ends = performance.now() + minutes * 60_000;
  const counts = new Map<string, number>();
  for (let round = 0; round === 0 || performance.now() < ends; round++) {
    for (const target of targets) {
      await fuzz(target, first + round, RUNS_AT_A_TIME);
      counts.set(target.name, (counts.get(target.name) ?? 0) + RUNS_AT_A_TIME);
    }
  }
  for (const [name, count] of counts)
    process.stdout.write(`${name.padEnd(14)}${count.toLocaleString('en').padStart(12)} inputs held\n`);
}

async function repeatOne(targets: readonly AnyTarget[], input: string): Promise<void> {
  const [target, ...more] = targets;
  if (target === undefined || more.length > 0) throw new UsageError(USAGE);
  await repeat(target, input);
  process.stdout.write('It holds.\n');
}
