/** What the fields of a request, a transaction and an escrow are called, by the tables of a language. */
import { pathParts } from '../text/fields.ts';

type Names = Readonly<Record<string, string>>;
export type FieldNames = {
  /** Of a whole path. */
  readonly paths: Names;
  /** Of one entry of a list, before its number. */
  readonly entries: Names;
  readonly parts: Names;
};

/** Within a sentence: “milestone 1: amount”. A part without a name stays as it is. */
export function fieldWordsBy({ paths, entries, parts }: FieldNames): (field: string) => string {
  return (field) => {
    if (Object.hasOwn(paths, field)) return paths[field] as string;
    let words = '';
    let mark = '';
    const all = pathParts(field);
    for (const { name, item, index, written } of all) {
      // Each role has a name of its own.
      if (name === 'roles' && written !== all.at(-1)?.written) continue;
      const entry = index !== undefined && Object.hasOwn(entries, name) ? `${entries[name]} ${index + 1}` : undefined;
      const brackets = item === undefined ? '' : `[${item}]`;
      words += `${mark}${entry ?? (Object.hasOwn(parts, name) ? `${parts[name]}${brackets}` : written)}`;
      mark = entry === undefined ? ', ' : ': ';
    }
    return words;
  };
}

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
