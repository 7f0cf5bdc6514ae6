/**
 * Processor time of this thread, where Node can tell (24 and later): what other processes take of the machine does not
 * count, nor what Node compiles and collects next to it.
 * @param before what an earlier call gave
 */
export const spent = (before?: NodeJS.CpuUsage): NodeJS.CpuUsage =>
  (process.threadCpuUsage ?? process.cpuUsage)(before);

export function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = spent(before);
  return (user + system) / 1_000;
}

/** Runs at each size; of these the fastest counts. */
const RUNS = 15;
/** Sizes are compared over two doublings, which tells a square (16 times) from a line (4 times) through any noise. */
const TIMES_LARGER = 4;
/** Per doubling: linear is 2, quadratic 4. Caches and garbage collection rarely exceed this, and not four times in a row. */
const MOST_PER_DOUBLING = 2.5;
/** In milliseconds. Below this the times cannot be compared; quadratic growth with a small constant may go unnoticed. */
const NOTHING = 8;
/** A suspect is measured again after a pause, since a busy machine does not disturb every measurement. */
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

function timed(run: () => unknown): { wall: number; processor: number } {
  const started = { wall: performance.now(), thread: spent() };
  run();
  return { wall: performance.now() - started.wall, processor: spentMs(started.thread) };
}
