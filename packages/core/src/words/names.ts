/** What addresses are called. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import type { DataOf, namedAddressSchema } from './data/schemas.ts';
import { fieldText } from './field-names.ts';

export type NamedAddress = DataOf<typeof namedAddressSchema>;
export type SetBy = NonNullable<NamedAddress['setBy']>;

/** `at`: when, ISO 8601 in UTC. */
export type NameChange = {
  readonly name: string;
  readonly before: string;
  readonly now: string;
  readonly at: string;
  readonly by: SetBy;
};

/** “Ana, from your address book, set 3 October 2026 in the terminal” */
function nameText(messages: Messages, { name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  const { names: texts, setBy: ways } = messages;
  if (from === 'sandbox' || from === 'network') return format(texts[from], { name });
  if (setBy === undefined || setAt === undefined) return format(texts[from].plain, { name });
  return format(texts[from].set, { name, day: dayText(messages, setAt), how: ways[setBy] });
}

const ADDRESS = '.address';

/** Each name once, with its fields: “Service provider, Receiver: Ana, from your address book, …” */
function nameLines(messages: Messages, names: readonly NamedAddress[]): string[] {
  const fields = new Map<string, string[]>();
  for (const named of names) {
    const text = nameText(messages, named);
    // “Share 1”: that a name refers to an address is known.
    const field = named.field.endsWith(ADDRESS) ? named.field.slice(0, -ADDRESS.length) : named.field;
    fields.set(text, [...(fields.get(text) ?? []), fieldText(messages, field)]);
  }
  return [...fields].map(([text, labels]) => `${labels.join(', ')}: ${text}`);
}

const nameChangeText = (messages: Messages, { name, before, now, at, by }: NameChange): string =>
  format(messages.nameChange, { name, before, now, day: dayText(messages, at), how: messages.setBy[by] });

/** “3 October 2026”. @param time ISO 8601, UTC */
const dayText = ({ dates }: Messages, time: string): string =>
  new Date(time).toLocaleDateString(dates, { dateStyle: 'long', timeZone: 'UTC' });

export const NAME_WORDS = { dayText, nameChangeText, nameLines, nameText };
