/** Whether a reader's time grows with its input and no faster, judged so that a busy machine cannot decide it. */

import { spent, spentMs } from './processor-time.ts';

/** Runs at each size; of these the fastest counts. */
const RUNS = 15;
/** Sizes are compared over two doublings, which tells a square (16 times) from a line (4 times) through any noise. */
const TIMES_LARGER = 4;
/** Per doubling, where a line has 2 and a square 4; caches and collected garbage rarely take a line beyond that, and not four times in a row. */
const MOST_PER_DOUBLING = 2.5;
/** Below this the larger input costs nothing that could be compared, in milliseconds. A square of a small constant may hide here. */
const NOTHING = 8;
/** Who is suspected is measured again, after a while: what a busy machine did to the times does not come again each time. */
const MEASUREMENTS = 4;
const PAUSE_MS = 300;
/** One run above this ends the comparison: it is slow enough to say so. In milliseconds. */
const TOO_LONG = 2_000;

/**
 * @param size of the larger input, in characters
 * @returns nothing where the time is linear, else both times in words
 */
export function growsFaster(run: (text: string) => unknown, make: (size: number) => string, size: number) {
  const [small, large] = [make(size / TIMES_LARGER), make(size)];
  let suspected: string | undefined;
  for (let time = 0; time < MEASUREMENTS; time++) {
    suspected = measured(run, small, large);
    if (suspected === undefined) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return suspected;
}

function measured(run: (text: string) => unknown, small: string, large: string): string | undefined {
  let [before, after] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let time = 0; time < RUNS; time++) {
    // A few milliseconds of processor time may be counted as none, so the smaller input is timed by the clock.
    before = Math.min(before, timed(() => run(small)).wall);
    if (before > TOO_LONG) return `${Math.round(before)} ms for ${small.length} characters`;
    const { wall, processor } = timed(() => run(large));
    after = Math.min(after, wall, processor);
    if (after <= NOTHING || after <= before * MOST_PER_DOUBLING ** 2) return undefined;
    if (after > TOO_LONG) break;
  }
  return `${before.toFixed(1)} ms for ${small.length} characters, ${after.toFixed(1)} ms for ${large.length}`;
}

/** Milliseconds. */
function timed(run: () => unknown): { wall: number; processor: number } {
  const started = { wall: performance.now(), thread: spent() };
  run();
  return { wall: performance.now() - started.wall, processor: spentMs(started.thread) };
}
