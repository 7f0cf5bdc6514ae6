import { isObject } from '../text/fields.ts';

export function readJsonSetting(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value, repeated: repeatedIn(text) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Paths of the names that one object has twice, of which `JSON.parse` keeps only the last.
 * @param json valid, so a text with a colon after it is a name
 */
function repeatedIn(json: string): readonly (readonly string[])[] {
  const open: { readonly names: Set<string>; name: string }[] = [];
  const repeated: string[][] = [];
  for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push({ names: new Set(), name: '' });
    if (token === '}') open.pop();
    const inner = open.at(-1);
    if (text === undefined || colon === undefined || inner === undefined) continue;
    // Two spellings of one name ("a", "\u0061") are the same.
    inner.name = JSON.parse(text) as string;
    if (inner.names.has(inner.name)) repeated.push(open.map(({ name }) => name));
    inner.names.add(inner.name);
  }
  return repeated;
}
