/** What addresses are called, and the proof that a wallet belongs to a person. */
import { format } from '../text/message.ts';
import type { FieldMessages, RiskMessages } from './catalogue.ts';
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
function nameText(messages: RiskMessages, { name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  const { names: texts, setBy: ways } = messages;
  if (from === 'sandbox' || from === 'network') return format(texts[from], { name });
  if (setBy === undefined || setAt === undefined) return format(texts[from].plain, { name });
  return format(texts[from].set, { name, day: dayText(messages, setAt), how: ways[setBy] });
}

const ADDRESS = '.address';

/** Each name once, with its fields: “Service provider, Receiver: Ana, from your address book, …” */
function nameLines(
  messages: RiskMessages & { readonly fields: FieldMessages },
  names: readonly NamedAddress[],
): string[] {
  const fields = new Map<string, string[]>();
  for (const named of names) {
    const text = nameText(messages, named);
    // “Share 1”: that a name refers to an address is known.
    const field = named.field.endsWith(ADDRESS) ? named.field.slice(0, -ADDRESS.length) : named.field;
    fields.set(text, [...(fields.get(text) ?? []), fieldText(messages.fields, field)]);
  }
  return [...fields].map(([text, labels]) => `${labels.join(', ')}: ${text}`);
}

const nameChangeText = (messages: RiskMessages, { name, before, now, at, by }: NameChange): string =>
  format(messages.nameChange, { name, before, now, day: dayText(messages, at), how: messages.setBy[by] });

/** “3 October 2026”. @param time ISO 8601, UTC */
const dayText = ({ dates }: RiskMessages, time: string): string =>
  new Date(time).toLocaleDateString(dates, { dateStyle: 'long', timeZone: 'UTC' });

const walletProofText = (messages: RiskMessages, proof: WalletProof): string => format(messages.walletProof, proof);

/** What the signer's wallet signs before a link that anyone may have shows the transaction. */
const pageProofText = (messages: RiskMessages, proof: PageProofText): string => format(messages.pageProof, proof);

export const NAME_WORDS = { dayText, nameChangeText, nameLines, nameText, pageProofText, walletProofText };

/** What the wallet that is asked to sign a transaction signs first, to open its page. */
export type PageProofText = Pick<WalletProof, 'address' | 'host' | 'code'>;

/** What a person signs to prove that a wallet is theirs. */
export type WalletProof = {
  /** G address. */
  readonly address: string;
  /** Who says that it is theirs, and where: ids or a purpose, without line breaks. */
  readonly person: string;
  readonly place: string;
  /** Name of the host that asks. */
  readonly host: string;
  /** 128 random bits, used once. */
  readonly code: string;
};
