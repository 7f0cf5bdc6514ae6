/** What models write in other shapes than a schema says. Nothing of it is judged here. */

export type Plain = Readonly<Record<string, unknown>>;

export function isPlain(input: unknown): input is Plain {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Whether it can be taken out of a request: what is neither true nor false stays in it, where the desk refuses it. */
export function isAnswer(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || value === undefined;
}

/**
 * Some models write a nested value as JSON in a text.
 * @returns the request with the values of these fields; and such texts as they were written, for the desk to look
 *   through: of a doubled name JSON keeps the last
 */
export function withNested(
  given: Plain,
  names: readonly string[],
): { readonly request: Plain; readonly written: readonly string[] | undefined } {
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
