/** The highest number of requests a minute that an operator can set. */
const HIGHEST_RATE_LIMIT = 100_000;

export function rateLimitProblem(value: string): string | undefined {
  const fits = /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= HIGHEST_RATE_LIMIT;
  return fits ? undefined : `is not a whole number from 1 to ${HIGHEST_RATE_LIMIT}`;
}
