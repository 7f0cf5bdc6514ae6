/** The number of handles in each state, for monitoring. */

/** `ended`: replaced, declined or discarded. The others are those of a handle's deciding or newest offer. */
export const HANDLE_STATES = [
  'offered',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'taken',
  'rejected',
  'dead',
  'ended',
] as const;

export type HandleState = (typeof HANDLE_STATES)[number];
export type HandleCounts = Readonly<Partial<Record<HandleState, number>>>;

/** The query of both engines. @param network the placeholder of its parameter */
export const handleCountsSql = (network: '?' | '$1'): string => `
  SELECT state, count(*) AS count FROM (
    SELECT COALESCE(
      (SELECT 'settled' FROM offer WHERE offer.handle = handle.id AND state = 'settled' LIMIT 1),
      CASE WHEN ended IS NOT NULL THEN 'ended' END,
      (SELECT state FROM offer WHERE offer.handle = handle.id ORDER BY number DESC LIMIT 1)
    ) AS state FROM handle WHERE network = ${network}
  ) AS each WHERE state IS NOT NULL GROUP BY state`;

export function handleCountsOf(rows: readonly object[]): HandleCounts {
  return Object.fromEntries((rows as { state: string; count: number }[]).map(({ state, count }) => [state, count]));
}
