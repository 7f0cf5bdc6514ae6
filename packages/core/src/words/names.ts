/** Where an address came from that was given by a name: as data, and in words. */
import { ROLE_NAMES, type RoleName } from '../escrow/roles.ts';
import { ROLE_WORDS } from './words.ts';

/**
 * `address-book`: the name was given, and its owner's address book had the address. `address`: the address itself was
 * given, and the address book knows it. `sandbox`: a demo account. `network`: a known token.
 */
export type NameSource = 'address-book' | 'address' | 'sandbox' | 'network';

/** Where a person set a name. */
export type SetBy = 'terminal' | 'page';

/** An address of a request, with its name. */
export type NamedAddress = {
  /** Of the request: `roles.receiver`. */
  readonly field: string;
  /** As whoever set it wrote it. */
  readonly name: string;
  readonly address: string;
  readonly from: NameSource;
  /** Of an address book: how and when (ISO 8601, UTC) the name was set, and the address that it had before. */
  readonly setBy?: SetBy | undefined;
  readonly setAt?: string | undefined;
  readonly before?: string | undefined;
};

/** “Ana, from your address book, set 3 October 2026 in the terminal” */
export function nameText({ name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  switch (from) {
    case 'address-book':
      return `${name}, from your address book${setText(setBy, setAt)}`;
    case 'address':
      return `${name} in your address book${setText(setBy, setAt)}`;
    case 'sandbox':
      return `${name}, a demo account of the sandbox`;
    case 'network':
      return `${name}, a known token of this network`;
  }
}

/** Each name once, with the fields that it stands in: “Service provider, Receiver: Ana, from your address book, …” */
export function nameLines(names: readonly NamedAddress[]): string[] {
  const fields = new Map<string, string[]>();
  for (const named of names) {
    const text = nameText(named);
    fields.set(text, [...(fields.get(text) ?? []), fieldText(named.field)]);
  }
  return [...fields].map(([text, labels]) => `${labels.join(', ')}: ${text}`);
}

function fieldText(field: string): string {
  const role = ROLE_NAMES.find((name): name is RoleName => field === `roles.${name}`);
  return role === undefined ? (FIELD_WORDS[field] ?? field) : ROLE_WORDS[role];
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  signer: 'Signer',
  escrow: 'Escrow',
  'trustline.address': 'Token',
};

function setText(setBy: SetBy | undefined, setAt: string | undefined): string {
  return setBy === undefined || setAt === undefined ? '' : `, set ${dayText(setAt)} ${SET_BY_WORDS[setBy]}`;
}

export const SET_BY_WORDS: Readonly<Record<SetBy, string>> = {
  terminal: 'in the terminal',
  page: 'on the signing page',
};

/** `at`: when, ISO 8601 in UTC. */
export type NameChange = {
  readonly name: string;
  readonly before: string;
  readonly now: string;
  readonly at: string;
  readonly by: SetBy;
};

export function nameChangeText({ name, before, now, at, by }: NameChange): string {
  return `The address of ${name} in the address book was changed on ${dayText(at)} ${SET_BY_WORDS[by]}: before it was ${before}, now it is ${now}.`;
}

/** “3 October 2026”. @param time ISO 8601, UTC */
export function dayText(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
