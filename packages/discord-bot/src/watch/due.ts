/** When somebody is reminded that it is their turn. */

const DAY_MS = 24 * 3_600_000;

/** Counted from when it became somebody's turn, while nothing happens. */
export const REMINDERS_MS = [2 * DAY_MS, 7 * DAY_MS] as const;

export const SNOOZE_MS = 7 * DAY_MS;

/**
 * When the next reminder is due; undefined after the last.
 * @param reminded how many were given before this one
 */
export function nextDue({ changed, reminded }: { changed: number; reminded: number }, now: number): number | null {
  const next = REMINDERS_MS[reminded + 1];
  // Skips those already due, as after a long pause of the bot, so that two reminders never follow each other at once.
  return next === undefined || changed + next <= now ? null : changed + next;
}
