import { setTimeout as rest } from 'node:timers/promises';
/** A measured value beside its floor or rival from the same run, and the aim that it is compared with. */

/** What is measured may be a time, a size, a count or a rate. */
export type Unit = 'ms' | 'µs' | 'MB' | 'kB' | 'tokens' | 'requests' | '/s' | '%' | '';

export type Figure = {
  /** What was measured, in self-explanatory words. */
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** The floor (the least that it could be) or rival (what one would use instead), measured in the same run. */
  readonly against?: { readonly name: string; readonly value: number };
  readonly aim?: {
    readonly text: string;
    readonly met: boolean;
  };
};

/** One table of the bench. */
export type Bench = {
  readonly title: string;
  readonly run: () => Promise<readonly Figure[]>;
};

/** The value divided by its floor or rival. */
export function ratioOf({ value, against }: Figure): number | undefined {
  return against === undefined || against.value === 0 ? undefined : value / against.value;
}

export function atMost(value: number, limit: number, unit: Unit): NonNullable<Figure['aim']> {
  return { text: `at most ${withUnit(limit, unit)}`, met: value <= limit };
}

export function atLeast(value: number, limit: number, unit: Unit): NonNullable<Figure['aim']> {
  return { text: `at least ${withUnit(limit, unit)}`, met: value >= limit };
}

export function withUnit(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(digits);
  return unit === ''
    ? text
    : unit === '/s' || unit === '%'
      ? `${text}${unit === '%' ? ' %' : '/s'}`
      : `${text} ${unit}`;
}

/** A Markdown table. */
export function tableOf(bench: Pick<Bench, 'title'>, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const against =
      figure.against === undefined ? '' : `${withUnit(figure.against.value, figure.unit)} ${figure.against.name}`;
    const aim = figure.aim === undefined ? '' : `${figure.aim.text}: ${figure.aim.met ? 'met' : 'MISSED'}`;
    return [
      figure.name,
      withUnit(figure.value, figure.unit),
      against,
      ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
      aim,
    ];
  });
  const cells = [[bench.title, 'measured', 'floor or rival', 'ratio', 'aim'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

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
