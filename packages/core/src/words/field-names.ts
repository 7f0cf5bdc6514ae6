/** What the fields of a request, a transaction and an escrow are called. */
import { pathParts } from '../text/fields.ts';
import { format, type Message, upper } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';

type Names<Name = string> = Readonly<Record<string, Name>>;
/** `paths`: of whole paths. `entries`: of one entry of a list. */
type FieldNames = { readonly paths: Names; readonly entries: Names<Message<'number'>>; readonly parts: Names };

/** Within a sentence: “milestone 1: amount”. A part without a name stays as it is. */
export function fieldWords({ fields }: CoreMessages, field: string): string {
  const { paths, entries, parts }: FieldNames = fields;
  if (Object.hasOwn(paths, field)) return paths[field] as string;
  let words = '';
  let mark = '';
  const all = pathParts(field);
  for (const { name, item, index, written } of all) {
    // Each role has a name of its own.
    if (name === 'roles' && written !== all.at(-1)?.written) continue;
    const numbered = Object.hasOwn(entries, name) ? entries[name] : undefined;
    const entry = numbered === undefined || index === undefined ? undefined : format(numbered, { number: index + 1 });
    const brackets = item === undefined ? '' : `[${item}]`;
    words += `${mark}${entry ?? (Object.hasOwn(parts, name) ? `${parts[name]}${brackets}` : written)}`;
    mark = entry === undefined ? ', ' : ': ';
  }
  return words;
}

/** As a label: “Milestone 1: amount”. */
export const fieldText = (messages: CoreMessages, field: string): string => upper(fieldWords(messages, field));
