/** What addresses and fields are called, and the proof that a wallet is somebody's: as data, and in any language. */
import { pathParts } from '../text/fields.ts';

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

const ADDRESS = '.address';

/** Each name once, with its fields: “Service provider, Receiver: Ana, from your address book, …” */
export function linesOfNames(
  names: readonly NamedAddress[],
  words: {
    readonly nameText: (named: NamedAddress) => string;
    readonly fieldText: (field: string) => string;
  },
): string[] {
  const fields = new Map<string, string[]>();
  for (const named of names) {
    const text = words.nameText(named);
    // “Share 1”: that a name refers to an address is known.
    const field = named.field.endsWith(ADDRESS) ? named.field.slice(0, -ADDRESS.length) : named.field;
    fields.set(text, [...(fields.get(text) ?? []), words.fieldText(field)]);
  }
  return [...fields].map(([text, labels]) => `${labels.join(', ')}: ${text}`);
}

type Names = Readonly<Record<string, string>>;
/** What the fields of a request, a transaction and an escrow are called, by the tables of a language. */
type FieldNames = {
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
