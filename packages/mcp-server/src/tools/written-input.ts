/** Input that models write in other shapes than the schema's. Nothing is validated here. */
import type { Fields } from '@countersign/core/text/fields';

/** Whether it can be taken out of a request: other values than true or false stay, and the desk refuses them. */
export function isAnswer(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || value === undefined;
}

/**
 * Some models write a nested value as JSON text.
 * @returns the request with these fields parsed, and the original texts for the desk to scan: of duplicate names,
 *   JSON.parse keeps only the last
 */
export function withNested(
  given: Fields,
  names: readonly string[],
): { readonly request: Fields; readonly written: readonly string[] | undefined } {
  const read = names.flatMap((name) => {
    const value = jsonIn(given[name]);
    return value === undefined ? [] : [{ name, value, written: String(given[name]) }];
  });
  return {
    request: { ...given, ...Object.fromEntries(read.map(({ name, value }) => [name, value])) },
    written: read.length === 0 ? undefined : read.map(({ written }) => written),
  };
}

function jsonIn(text: unknown): object | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
