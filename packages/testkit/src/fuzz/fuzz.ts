/** Runs a target on random inputs from a seed, each within a time limit. A failing input is shrunk and repeatable. */
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { spent, spentMs } from './processor-time.ts';
import { type AnyTarget, Broken } from './target.ts';

/**
 * No input within the caps may keep a process busy for longer. The costliest take 90 ms on an idle machine, and up to
 * 120 on one that shares its processor; an input whose cost grows faster than its length takes seconds.
 */
export const LONGEST_MS = 250;
/** On a busy machine one slow run proves nothing, and neither do several at the same moment. */
const REPEATS = 8;
/** Before each repetition twice as long as before the last, in milliseconds. */
const FIRST_PAUSE_MS = 10;

export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
  readonly input: string;
  constructor(target: string, input: unknown, cause: unknown) {
    const base64 = serialize(input).toString('base64');
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    super(`${target}: ${text}\nrepeat it with: pnpm fuzz --target ${target} --input ${base64}`, { cause });
    this.input = base64;
  }
}

export async function fuzz(target: AnyTarget, seed: number, runs: number): Promise<void> {
  const check = checkOf(target);
  const property = fc.asyncProperty(target.inputs, check);
  const run = await fc.check(property, { seed, numRuns: runs });
  if (!run.failed) return;
  throw new FuzzFailure(target.name, run.counterexample?.[0], run.errorInstance ?? new Broken('fast-check gave up'));
}

export async function repeat(target: AnyTarget, input: string): Promise<void> {
  const value: unknown = deserialize(Buffer.from(input, 'base64'));
  try {
    await checkOf(target)(value);
  } catch (cause) {
    throw new FuzzFailure(target.name, value, cause);
  }
}

/**
 * @returns milliseconds of the fastest of a few runs; more than one only where one is too slow. What other
 *   processes took of the machine meanwhile does not count.
 */
export async function fastest(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < REPEATS && best > LONGEST_MS; time++) {
    if (time > 0) await sleep(FIRST_PAUSE_MS * 2 ** time);
    const started = { wall: performance.now(), thread: spent() };
    await work();
    best = Math.min(best, performance.now() - started.wall, spentMs(started.thread));
  }
  return best;
}

function checkOf(target: AnyTarget): (input: unknown) => Promise<void> {
  const check = target.check as (input: unknown) => void | Promise<void>;
  return async (input) => {
    const ms = await fastest(() => check(input));
    if (ms > LONGEST_MS) throw new Broken(`it took ${Math.round(ms)} ms, more than ${LONGEST_MS}`);
  };
}
