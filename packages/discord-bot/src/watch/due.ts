/** When somebody is reminded that it is their turn. */

const DAY_MS = 24 * 3_600_000;

/** After it became somebody's turn and nothing happened. */
export const REMINDERS_MS = [2 * DAY_MS, 7 * DAY_MS] as const;

export const SNOOZE_MS = 7 * DAY_MS;

/**
 * When the reminder after this one is due; nothing where it was the last.
 * @param reminded how many were given before this one
 */
export function nextDue({ changed, reminded }: { changed: number; reminded: number }, now: number): number | null {
  const next = REMINDERS_MS[reminded + 1];
  // What is due by now as well would be a second reminder on the heels of the first, as after a long pause of the bot.
  return next === undefined || changed + next <= now ? null : changed + next;
}
