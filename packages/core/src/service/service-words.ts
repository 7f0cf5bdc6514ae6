/** What an error body of the service says, as text. Shapes: facts gathered in docs (error bodies seen). */

/** Fields in which services of this interface, and Horizon behind them, put their words. */
const SPOKEN_FIELDS = ['message', 'error', 'detail', 'title', 'extras', 'result_codes', 'transaction', 'operations'];

const LONGEST = 2_000;

/**
 * All that the body says, joined: `message` may be a string or a list of them, `error` a word or an object.
 * A stranger's words: to be matched or shown as labelled data, never as ours.
 */
export function serviceWords(value: unknown): string {
  const words: string[] = [];
  collect(value, words, 0);
  return words.join('; ').slice(0, LONGEST);
}

function collect(value: unknown, words: string[], depth: number): void {
  if (words.length >= 20 || depth > 4) return;
  if (typeof value === 'string') {
    if (value !== '') words.push(value.slice(0, LONGEST));
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, words, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const field of SPOKEN_FIELDS) collect((value as Record<string, unknown>)[field], words, depth + 1);
  }
}
