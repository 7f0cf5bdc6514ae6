/** Times, taken often enough that one busy moment does not decide. */
import { setTimeout as rest } from 'node:timers/promises';

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Milliseconds of each of `count` runs, after `warm` that do not count. */
export async function sample(work: () => unknown, count: number, warm: number): Promise<number[]> {
  for (let run = 0; run < warm; run++) await work();
  const samples: number[] = [];
  for (let run = 0; run < count; run++) {
    const begin = performance.now();
    await work();
    samples.push(performance.now() - begin);
  }
  return samples;
}

/** Milliseconds of two alternating tasks, so that other load on the machine affects both alike. */
export async function samplePair(
  one: () => unknown,
  other: () => unknown,
  count: number,
  warm: number,
  restMs = 0,
): Promise<[number[], number[]]> {
  const timed = (work: () => unknown) => async () => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  return inTurns(timed(one), timed(other), count, warm, restMs);
}

/** As `samplePair`, for tasks that measure their own time. @param restMs before each pair */
export async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
  count: number,
  warm: number,
  restMs = 0,
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  for (let run = 0; run < warm + count; run++) {
    if (restMs > 0) await rest(restMs);
    // The order alternates, since the second finds warm caches.
    for (const which of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const time = await (which === 0 ? one : other)();
      if (run >= warm) samples[which].push(time);
    }
  }
  return samples;
}
