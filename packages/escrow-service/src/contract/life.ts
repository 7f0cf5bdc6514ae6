/** How long a built transaction can be signed and sent. */

/** How long the person has to sign: the real service gives "well under two minutes". */
const LIFE_SECONDS = 100;
/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

/** @param now epoch milliseconds */
export function lifeFrom(now: number): { readonly minTime: number; readonly maxTime: number } {
  const seconds = Math.floor(now / 1000);
  return { minTime: seconds - BEGUN_SECONDS, maxTime: seconds + LIFE_SECONDS };
}
