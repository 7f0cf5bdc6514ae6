/** The source of an address that was given by a name, as data. */

/**
 * `address-book`: the name was given, and its owner's address book had the address. `address`: the address itself was
 * given, and the address book knows it. `sandbox`: a demo account. `network`: a known token.
 */
export type NameSource = 'address-book' | 'address' | 'sandbox' | 'network';

/** Where a person set a name. */
export type SetBy = 'terminal' | 'page';

/** An address of a request, with its name. */
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

/**
 * Each name once, with its fields: “Service provider, Receiver: Ana, from your address book, …”
 * @param words of one language
 */
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
    // “Share 1”: that a name stands for an address is known.
    const field = named.field.endsWith(ADDRESS) ? named.field.slice(0, -ADDRESS.length) : named.field;
    fields.set(text, [...(fields.get(text) ?? []), words.fieldText(field)]);
  }
  return [...fields].map(([text, labels]) => `${labels.join(', ')}: ${text}`);
}
