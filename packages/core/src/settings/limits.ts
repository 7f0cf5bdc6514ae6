/** The operator's limits on what may be prepared; a model can never set them. */
import { canonicalDecimal } from '../escrow/amount.ts';
import { notAddress, problemUnless, type Reading } from './given-value.ts';

export type Limits = {
  /** Of one escrow or payment, and of all in a day: decimal strings in token units. */
  readonly maxAmount?: string;
  readonly maxPerDay?: string;
  /** G… and C…: no one else may be paid or have a role. */
  readonly counterparties?: readonly string[];
  /** G… of issuers and C… of token contracts. */
  readonly tokens?: readonly string[];
  /** Epoch milliseconds, after which nothing more may be prepared. */
  readonly until?: number;
};

export function readLimits(read: Reading['checked']): Limits {
  const maxAmount = read('COUNTERSIGN_MAX_AMOUNT', amountProblem);
  const maxPerDay = read('COUNTERSIGN_MAX_PER_DAY', amountProblem);
  const counterparties = read('COUNTERSIGN_COUNTERPARTIES', addressesProblem);
  const tokens = read('COUNTERSIGN_TOKENS', addressesProblem);
  const until = read('COUNTERSIGN_LIMITS_UNTIL', timeProblem);
  return {
    ...(maxAmount === undefined ? {} : { maxAmount: canonicalDecimal(maxAmount) ?? '0' }),
    ...(maxPerDay === undefined ? {} : { maxPerDay: canonicalDecimal(maxPerDay) ?? '0' }),
    ...(counterparties === undefined ? {} : { counterparties: addressesIn(counterparties) }),
    ...(tokens === undefined ? {} : { tokens: addressesIn(tokens) }),
    ...(until === undefined ? {} : { until: timeOf(until) ?? 0 }),
  };
}

export function isAboveZero(value: string): boolean {
  const canonical = canonicalDecimal(value) ?? '0';
  return canonical !== '0' && !canonical.startsWith('-');
}

const amountProblem = problemUnless(isAboveZero, 'is not an amount above 0, like 500 or 0.5');

const addressesIn = (value: string): string[] => value.split(',').map((address) => address.trim());

function addressesProblem(value: string): string | undefined {
  const problems = addressesIn(value).map(notAddress('account', 'contract'));
  const index = problems.findIndex((each) => each !== undefined);
  const problem = problems[index];
  return problem === undefined ? undefined : `(address ${index + 1}) ${problem}`;
}

const timeProblem = problemUnless(
  (value) => timeOf(value) !== undefined,
  'is not a date or a time with its zone, like 2026-12-31 or 2026-12-31T18:00:00Z',
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** A date means the end of that day, in UTC. A time needs a zone, or it would differ from machine to machine. */
function timeOf(value: string): number | undefined {
  const [day = ''] = value.split('T');
  const midnight = DAY.test(day) ? Date.parse(day) : Number.NaN;
  // `Date.parse` turns 31 February into 3 March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, day.length) !== day) return undefined;
  if (day === value) return midnight + DAY_MS;
  if (!/^[^T]+T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
