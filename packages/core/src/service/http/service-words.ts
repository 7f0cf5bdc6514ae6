/** The words of an error body of the service, as text. */
import { STATUS_CODES } from 'node:http';
import { isObject } from '../../text/fields.ts';

/** Fields in which services of this interface, and Horizon behind them, put their words. */
const SPOKEN_FIELDS = ['message', 'error', 'detail', 'title', 'extras', 'result_codes', 'transaction', 'operations'];

/** "Bad Request" beside a message only repeats the status, and "Not Found" would read like part of the message. */
const STATUS_PHRASES: ReadonlySet<string | undefined> = new Set(Object.values(STATUS_CODES));

const LONGEST = 2_000;

/**
 * All that the body says, joined: `message` may be a string or a list of them, `error` a word or an object.
 * To be matched, or shown as labelled data, never as our own words.
 */
export function serviceWords(value: unknown): string {
  const words = new Set<string>();
  collect(value, words, 0);
  const telling = [...words].filter((word) => !STATUS_PHRASES.has(word));
  return (telling.length > 0 ? telling : [...words]).join('; ').slice(0, LONGEST);
}

function collect(value: unknown, words: Set<string>, depth: number): void {
  if (words.size >= 20 || depth > 4) return;
  if (typeof value === 'string') {
    if (value !== '') words.add(value.slice(0, LONGEST));
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, words, depth + 1);
  } else if (isObject(value)) {
    for (const field of SPOKEN_FIELDS) collect(value[field], words, depth + 1);
  }
}
