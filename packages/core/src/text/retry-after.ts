/** Longer values are ignored: one wrong header could silence us for days. */
const LONGEST_MS = 10 * 60_000;

const SECONDS = /^\d{1,9}$/;
/** IMF-fixdate, the one form of date that may be sent. */
const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Of the `Retry-After` header (RFC 9110, 10.2.3) in both of its forms: milliseconds to wait from `now` (epoch milliseconds), 0 or more; undefined where the header is absent or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS);
  const date = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), LONGEST_MS);
}
