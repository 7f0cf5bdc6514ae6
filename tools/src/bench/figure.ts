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
