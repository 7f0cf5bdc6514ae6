/**
 * The one way from anything thrown to what a model reads: our catalogue's words alone, redacted, and short enough
 * that a host does not cut it in the middle.
 */
import { type ErrorView, toCountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';

/** A host is known to cut an error's text at about 11,000 characters. */
const TEXT_LIMIT = 10_000;
const LIST_LIMIT = 40;
const ENTRY_LIMIT = 300;

/** `{ error: view }` as JSON text. */
export function errorText(thrown: unknown, redact: (text: string) => string): string {
  const view = redactStrings(toCountersignError(thrown).toView(), redact);
  for (let limit = LIST_LIMIT; ; limit = Math.floor(limit / 2)) {
    const text = JSON.stringify({ error: shorten(view, limit) });
    if (text.length <= TEXT_LIMIT || limit === 0) return text;
  }
}

function shorten(view: ErrorView, limit: number): ErrorView {
  const { fields, differences } = view;
  return {
    ...view,
    ...(fields === undefined
      ? {}
      : { fields: cutList(fields, limit, (left) => ({ path: '…', problem: `and ${left} more` })) }),
    ...(differences === undefined
      ? {}
      : {
          differences: cutList(differences, limit, (left) => ({ field: '…', asked: '…', found: `and ${left} more` })),
        }),
  };
}

function cutList<T extends Readonly<Record<string, string>>>(
  list: readonly T[],
  limit: number,
  rest: (left: number) => T,
): readonly T[] {
  const kept = list.slice(0, limit).map((entry) => cutEntry(entry));
  return list.length > limit ? [...kept, rest(list.length - limit)] : kept;
}

function cutEntry<T extends Readonly<Record<string, string>>>(entry: T): T {
  return Object.fromEntries(
    Object.entries(entry).map(([key, text]) => [
      key,
      text.length > ENTRY_LIMIT ? `${text.slice(0, ENTRY_LIMIT).toWellFormed()}…` : text,
    ]),
  ) as T;
}
