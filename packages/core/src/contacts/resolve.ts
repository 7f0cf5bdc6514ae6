/** Replaces names in an input by addresses, in any case of letters. A name that is only close is not used. */
import { Asset } from '@stellar/stellar-sdk/base';
import { type FieldProblem, fieldProblem } from '../errors/errors.ts';
import { isAddress } from '../escrow/address.ts';
import { knownTokens, type Network, SANDBOX_ACCOUNTS, SANDBOX_PEOPLE } from '../escrow/network.ts';
import { decodeStrKey } from '../escrow/strkey.ts';
import { editDistance } from '../text/edit-distance.ts';
import { isObject } from '../text/fields.ts';
import { cleanLine } from '../text/text.ts';
import type { NamedAddress } from '../words/names.ts';
import { type Contact, canBeName } from './contact.ts';
import { lookOf, nameKey } from './look.ts';

export type Named = Omit<NamedAddress, 'field'>;

/** Where an input takes addresses: each part is a field's name, or `*` for every field or item. */
export type AddressField = { readonly path: readonly string[]; readonly takes: 'party' | 'token' };

export type Resolved = {
  readonly input: unknown;
  /** With their fields as they were written: `roles[0].release`. */
  readonly names: readonly NamedAddress[];
  /** Of texts that are neither an address nor a known name; they stay as they are. */
  readonly problems: readonly FieldProblem[];
};

/** Only this many problems suggest close names: each suggestion searches the whole address book. */
const MOST_HINTS = 10;

export function resolveNames(
  input: unknown,
  fields: readonly AddressField[],
  network: Network,
  contacts: readonly Contact[],
): Resolved {
  const names: NamedAddress[] = [];
  const problems: FieldProblem[] = [];
  const tokens = namesFor('token', network, contacts);
  const parties = namesFor('party', network, contacts);
  const replaced = (text: string, field: string, takes: AddressField['takes']): string => {
    const contract = takes === 'token' ? contractOfAsset(text, network) : undefined;
    if (contract !== undefined) return contract;
    // No name holds the sign of a federated address.
    if (decodeStrKey(text) !== undefined || text.includes('*') || !canBeName(text)) return text;
    const known = takes === 'token' ? tokens : parties;
    // As people write a member of a chat.
    const named = known.get(nameKey(text.replace(/^@/, '')));
    if (named === undefined) {
      const close = problems.length < MOST_HINTS ? closeNames(text, known) : [];
      const codes = knownTokens(network).map(({ code }) => code);
      problems.push(
        takes === 'token'
          ? fieldProblem(field, 'UNKNOWN_TOKEN', { network: network.name, known: codes, close })
          : fieldProblem(field, 'UNKNOWN_NAME', { close }),
      );
    } else if (isAddress(named.address, ['account', 'contract'])) {
      names.push({ field, ...named });
      return named.address;
    } else {
      problems.push(fieldProblem(field, 'NAME_WITHOUT_ADDRESS'));
    }
    return text;
  };
  const resolved = fields.reduce(
    (left, { path, takes }) => visit(left, path, '', (text, at) => replaced(text, at, takes)),
    input,
  );
  return { input: resolved, names, problems };
}

/** @param text an asset as wallets write it: `USDC:G…`, its code and its issuer */
function contractOfAsset(text: string, { passphrase }: Network): string | undefined {
  const [, code, issuer] = /^\s*([A-Za-z0-9]{1,12})[:-](G[A-Z2-7]{55})\s*$/.exec(text) ?? [];
  return code === undefined || issuer === undefined || !isAddress(issuer, ['account'])
    ? undefined
    : new Asset(code, issuer).contractId(passphrase);
}

export function reservedNames(network: Network): string[] {
  return [...TOKEN_CODES, ...builtIn('party', network).map(({ name }) => name)];
}

const TOKEN_CODES = ['USDC', 'EURC', 'XLM'];

/** By key. What is built in comes first. */
function namesFor(
  takes: AddressField['takes'],
  network: Network,
  contacts: readonly Contact[],
): ReadonlyMap<string, Named> {
  return new Map([
    ...contacts.map((contact) => [contact.key, namedBy(contact, 'address-book')] as const),
    ...builtIn(takes, network).map((named) => [nameKey(named.name), named] as const),
  ]);
}

function builtIn(takes: AddressField['takes'], network: Network): readonly Named[] {
  if (takes === 'token')
    return knownTokens(network).map(({ code, address }) => ({ name: code, address, from: 'network' }));
  return network.name === 'sandbox' ? SANDBOX_ACCOUNTS.map((account) => ({ ...account, from: 'sandbox' })) : [];
}

/** A demo account's name as a person's, unless the reader knows another person by that name. */
export function personName(
  { name, address }: Pick<Named, 'name' | 'address'>,
  others: Iterable<Pick<Named, 'name' | 'address'>>,
): string {
  const demo = SANDBOX_ACCOUNTS.find((account) => account.name === name && account.address === address);
  if (demo === undefined) return name;
  const person = SANDBOX_PEOPLE[demo.name];
  const isTaken = [...others].some((other) => other.address !== address && lookOf(other.name) === lookOf(person));
  return isTaken ? name : person;
}

/** Whom a person knows by name, by address: the sandbox's accounts, and their address book. */
export function knownPeople(network: Network, contacts: readonly Contact[]): ReadonlyMap<string, Named> {
  const kept = contacts.filter(({ removedAt }) => removedAt === undefined);
  const people = builtIn('party', network).map((named) => ({ ...named, name: personName(named, kept) }));
  const all = [...people, ...kept.map((contact) => namedBy(contact, 'address'))];
  return new Map(all.toReversed().map((named) => [named.address, named]));
}

/** @param from `address-book` where the name was given, `address` where its address was */
export function namedBy({ name, address, setBy, setAt, before }: Contact, from: NamedAddress['from']): Named {
  const at = new Date(setAt).toISOString();
  return { name: cleanLine(name), address, from, setBy, setAt: at, ...(before === undefined ? {} : { before }) };
}

type Replace = (text: string, field: string) => string;

/** A copy in which the texts at `path` are replaced; lists on the way are gone through whole. */
function visit(value: unknown, path: readonly string[], at: string, replace: Replace): unknown {
  const [part, ...rest] = path;
  if (part === undefined && typeof value === 'string') return replace(value, at);
  if (Array.isArray(value)) {
    // A list of objects counts as one object: `*` names its fields, not its items.
    const leftFor = (item: unknown) => (part === '*' && typeof item === 'string' ? rest : path);
    return value.map((item: unknown, index) => visit(item, leftFor(item), `${at}[${index}]`, replace));
  }
  if (part === undefined || !isObject(value)) return value;
  // By entries, so that a key such as __proto__ stays one like any other.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      part === '*' || part === key ? [key, visit(item, rest, at === '' ? key : `${at}.${key}`, replace)] : [key, item],
    ),
  );
}

const MOST_CLOSE = 3;

/** @param known by key */
export function closeNames(meant: string, known: ReadonlyMap<string, { readonly name: string }>): string[] {
  const key = nameKey(meant);
  const furthest = key.length < 4 ? 1 : 2;
  return [...known]
    .map(([other, { name }]) => ({ name, distance: distanceBetween(key, other, furthest) }))
    .filter(({ distance }) => distance <= furthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_CLOSE)
    .map(({ name }) => name);
}

/** A name that begins with the other's whole words counts as close. */
function distanceBetween(one: string, other: string, furthest: number): number {
  if (other.startsWith(`${one} `) || one.startsWith(`${other} `)) return 1;
  return editDistance(one, other, furthest);
}
