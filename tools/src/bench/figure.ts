/** A measured value next to its floor or rival from the same run, and the aim that it is compared with. */
import { setTimeout as rest } from 'node:timers/promises';

/** What is measured may be a time, a size, a count or a rate. */
type Unit = 'ms' | 'MB' | 'kB' | 'tokens' | 'requests' | '/s' | '%' | '';

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** The floor (the least that it could be) or rival (what one would use instead), measured in the same run. */
  readonly against?: { readonly name: string; readonly value: number };
  readonly aim?: { readonly text: string; readonly met: boolean };
};

/** One table of the bench. @template Size how much is measured; absent: only one size makes sense */
export type Bench<Size = never> = {
  readonly title: string;
  readonly measure: (size?: Size) => Promise<readonly Figure[]>;
};

/** A table of the bench, with when it was measured. */
export type Measured = {
  readonly day: string;
  readonly commit: string;
  readonly title: string;
  readonly figures: readonly Figure[];
};

export const measuredText = ({ day, commit, title, figures }: Measured): string =>
  `${day} at \`${commit}\`\n\n${tableOf([title, 'measured', 'aim'], figures.map(cellsOf))}`;

type Comparison = {
  readonly against?: readonly [name: string, value: number];
  readonly atMost?: number | undefined;
  readonly atLeast?: number;
  /** How many times its floor or rival. */
  readonly atMostTimes?: number | undefined;
};

export function figure(name: string, value: number, unit: Unit, comparison: Comparison = {}): Figure {
  const { against: [rival = '', least = 0] = [], atMost, atLeast, atMostTimes } = comparison;
  const aims = [
    atMost !== undefined && { text: `at most ${withUnit(atMost, unit)}`, met: value <= atMost },
    atLeast !== undefined && { text: `at least ${withUnit(atLeast, unit)}`, met: value >= atLeast },
    atMostTimes !== undefined && { text: `at most ${atMostTimes} x`, met: value <= atMostTimes * least },
  ];
  const aim = aims.find((each) => each !== false);
  return {
    name,
    value,
    unit,
    ...(rival === '' ? {} : { against: { name: rival, value: least } }),
    ...(aim === undefined ? {} : { aim }),
  };
}

/** Milliseconds of the measured task, and of its floor or rival. */
export type Samples = readonly [own: readonly number[], rival: readonly number[]];

/** The milliseconds below which so many per cent of the samples lie. */
const compareAt =
  (percent: number) =>
  ([own, rivals]: Samples, name: string, rival: string, aims: Omit<Comparison, 'against'> = {}): Figure => {
    const against = [rival, percentile(rivals, percent / 100)] as const;
    return figure(`${name}, p${percent}`, percentile(own, percent / 100), 'ms', { against, ...aims });
  };
export const p50 = compareAt(50);
export const p99 = compareAt(99);

function withUnit(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(digits);
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`.trimEnd();
}

/** Its cells in a table: what was measured, the result next to its floor or rival, and the aim. */
export function cellsOf({ name, value, unit, against, aim }: Figure): readonly [string, string, string] {
  const times = against === undefined || against.value === 0 ? '' : `${(value / against.value).toFixed(2)} x `;
  const rival = against === undefined ? '' : ` (${times}${withUnit(against.value, unit)} ${against.name})`;
  return [
    name,
    `${withUnit(value, unit)}${rival}`,
    aim === undefined ? '' : `${aim.text}: ${aim.met ? 'met' : 'MISSED'}`,
  ];
}

/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** How often a pair of tasks is measured, after `warm` runs that do not count, and how long to rest before each pair. */
type Rounds = { readonly count: number; readonly warm: number; readonly restMs?: number };

/** Milliseconds of two alternating tasks, so that other load on the machine affects both alike. */
export async function samplePair(one: () => unknown, other: () => unknown, rounds: Rounds): Promise<Samples> {
  const timed = (work: () => unknown) => async () => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  return await inTurns(timed(one), timed(other), rounds);
}

/** Milliseconds of processor time of one run, which other load on the machine hardly changes. */
export async function processorMs(work: () => Promise<unknown>, count: number): Promise<number> {
  const samples: number[] = [];
  for (let run = 0; run < count; run++) {
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    samples.push((user + system) / 1_000);
  }
  return median(samples);
}

/** As `samplePair`, for tasks that measure their own time. */
export async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
  { count, warm, restMs = 0 }: Rounds,
): Promise<Samples> {
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
