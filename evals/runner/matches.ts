/** Whether a value is what a conversation expects. Of objects only the fields that are named count. */

/**
 * Differences, each with its place. In addition to plain values, `expected` may hold `{ "includes": text }`,
 * `{ "contains": [items] }`, and `{ "is": "absent" }` or `{ "is": "present" }`.
 */
export function mismatches(expected: unknown, found: unknown, path = ''): string[] {
  const differs = (what: string) => [`${path === '' ? 'it' : path} is ${shown(found)}, not ${what}`];
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, found) ? [] : differs(shown(expected));
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return differs(`a list of ${expected.length}`);
    return expected.flatMap((item, index) => mismatches(item, found[index], `${path}[${index}]`));
  }
  const fields = expected as Readonly<Record<string, unknown>>;
  if (isOnly(fields, 'is')) {
    return (found === undefined) === (fields['is'] === 'absent') ? [] : differs(String(fields['is']));
  }
  if (isOnly(fields, 'includes')) {
    return String(found).includes(String(fields['includes'])) ? [] : differs(`one with ${shown(fields['includes'])}`);
  }
  if (isOnly(fields, 'contains')) {
    const items = Array.isArray(found) ? found : [];
    const missing = (fields['contains'] as readonly unknown[]).filter(
      (item) => !items.some((each) => mismatches(item, each).length === 0),
    );
    return missing.length === 0 ? [] : differs(`a list with ${shown(missing)}`);
  }
  if (typeof found !== 'object' || found === null) return differs('an object');
  return Object.entries(fields).flatMap(([key, value]) =>
    mismatches(value, (found as Readonly<Record<string, unknown>>)[key], path === '' ? key : `${path}.${key}`),
  );
}

const isOnly = (fields: Readonly<Record<string, unknown>>, key: string): boolean =>
  Object.keys(fields).length === 1 && Object.hasOwn(fields, key);

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
