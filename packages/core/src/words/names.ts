/** What addresses are called. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import { fieldText } from './field-names.ts';

/**
 * `address-book`: the name was given, and its owner's address book had the address. `address`: the address itself was
 * given, and the address book knows it. `sandbox`: a demo account. `network`: a known token.
 */
export type NameSource = 'address-book' | 'address' | 'sandbox' | 'network';

/** `command`: without a terminal, as by a program; or by an earlier version, which did not note it. */
export const SET_BY = ['terminal', 'page', 'command'] as const;
export type SetBy = (typeof SET_BY)[number];

export type NamedAddress = {
  /** The request's field: `roles.receiver`. */
  readonly field: string;
  /** As it was written when it was set. */
  readonly name: string;
  readonly address: string;
  readonly from: NameSource;
  /** For an address book: how and when (ISO 8601, UTC) the name was set, and its previous address. */
  readonly setBy?: SetBy | undefined;
  readonly setAt?: string | undefined;
  readonly before?: string | undefined;
};

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
