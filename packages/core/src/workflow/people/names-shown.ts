/** Whom the viewer knows by name, wherever a request or an escrow is shown, and naming them there. */

import type { StepRequest } from '../../actions/steps/request.ts';
import { type Contact, knownPeople, type Named, nameKey, nameProblem, personName } from '../../contacts/index.ts';
import { CountersignError } from '../../errors/errors.ts';
import { type DeployRequest, partiesOf } from '../../escrow/index.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { isObject } from '../../text/fields.ts';
import type { NamedAddress } from '../../words/names.ts';
import { type Naming, naming } from '../../words/naming.ts';
import type { DeskContext } from '../context.ts';
import { shownEscrow } from '../model/at-stake.ts';
import { isLocal, isOwner, isPerson, type Person } from '../model/person.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { type AddressBook, addressBookOf } from './address-book.ts';

/** The owner's address book. On a page only for the local person: no other visitor is known to be the owner. */
export function bookAt(context: DeskContext, prepared: PreparedRequest): AddressBook | undefined {
  return isOwner(context.viewer, prepared.owner) ? addressBookOf(context, prepared.owner) : undefined;
}

type NamesContext = Pick<DeskContext, 'viewer' | 'store' | 'network'> & {
  readonly policy: Pick<DeskContext['policy'], 'defaultSigner'>;
};

/** Whom the viewer knows, by address: by their own address book, never by another person's. @param prepared on whose page they are */
async function knownTo(context: NamesContext, prepared?: PreparedRequest): Promise<ReadonlyMap<string, Named>> {
  const { store, network } = context;
  const owner = await readingPerson(context, prepared);
  return knownPeople(network, owner === undefined ? [] : await store.contactsOf(owner));
}

/** Who reads, where that is known: of a page its local owner, or the owner whose own wallet the visitor has proven. */
async function readingPerson(context: NamesContext, prepared?: PreparedRequest): Promise<Person | undefined> {
  const { viewer } = context;
  if (isPerson(viewer)) return viewer;
  if (prepared === undefined) return undefined;
  if (isOwner(viewer, prepared.owner)) return prepared.owner;
  if (viewer.wallets === undefined || viewer.wallets.length === 0) return undefined;
  const own = await walletOf(context, prepared.owner);
  return own !== undefined && viewer.wallets.includes(own) ? prepared.owner : undefined;
}

const walletOf = async ({ store, policy }: NamesContext, person: Person): Promise<string | undefined> =>
  isLocal(person) ? policy.defaultSigner : await store.provenWallet(person);

/** Who reads a sentence: whom they know by name, and which addresses are their own. */
export type Reader = { readonly names: ReadonlyMap<string, Named>; readonly own: readonly string[] };

/** @param prepared on whose page they are: only its local owner is known there */
export async function readerOf(context: NamesContext, prepared?: PreparedRequest): Promise<Reader> {
  const { viewer } = context;
  const names = await knownTo(context, prepared);
  if (!isPerson(viewer) && viewer.visitor !== undefined) return { names, own: viewer.wallets ?? [] };
  const person = await readingPerson(context, prepared);
  const wallet = person && (await walletOf(context, person));
  return { names, own: wallet === undefined ? [] : [wallet] };
}

type Fields = readonly (readonly [field: string, address: string])[];

/**
 * The names of these addresses, if the viewer may know them: as they were written in the request, else as the viewer knows
 * them. A name written there that the address book has for another address by now is not used.
 */
export async function namesAmong(
  context: NamesContext,
  fields: Fields,
  prepared?: PreparedRequest,
): Promise<readonly NamedAddress[]> {
  const [known, person] = [await knownTo(context, prepared), await readingPerson(context, prepared)];
  const isShown = prepared !== undefined && person !== undefined && isOwner(person, prepared.owner);
  const people = new Map([...known.values()].map(({ name, address }) => [nameKey(name), address]));
  const isCurrent = ({ name, address }: Named) => (people.get(nameKey(name)) ?? address) === address;
  const isUsed = (named: Named) => isShown && isCurrent(named) && nameProblem(named.name) === undefined;
  const ownNames = (prepared?.names ?? []).filter((named) => named.from !== 'address-book' || isUsed(named));
  return fields.flatMap(([field, address]): NamedAddress[] => {
    const same = ownNames.filter((named) => named.address === address);
    const named = same.find((each) => each.field === field) ?? same[0] ?? known.get(address);
    return named === undefined ? [] : [{ ...named, name: personName(named, known.values()), field }];
  });
}

export async function namesOf(context: DeskContext, prepared: PreparedRequest): Promise<readonly NamedAddress[]> {
  const parties = partiesIn(context, prepared);
  const isParty = (named: NamedAddress) => parties.some(([field]) => field === named.field);
  const others = prepared.names.filter((named) => !isParty(named));
  return await namesAmong(
    context,
    [...others.map(({ field, address }) => [field, address] as const), ...parties],
    prepared,
  );
}

/** The addresses that it shows, by field. */
function partiesIn({ network }: DeskContext, prepared: PreparedRequest): Fields {
  const { action, request } = prepared;
  const signer = ['signer', request.signer] as const;
  if (action === 'deploy') return [signer, ...partyFields(request.roles, request.milestones)];
  const escrow = shownEscrow(prepared, network);
  const shares = isStepName(action) ? ((request as StepRequest).distributions ?? []) : [];
  return [
    signer,
    ...(escrow === undefined ? [] : escrowFields(escrow)),
    ...shares.map(({ address }, at) => [`distributions[${at}].address`, address] as const),
  ];
}

function escrowFields({ roles: { admin: _, observers: __, ...roles }, milestones }: EscrowOnChain): Fields {
  return partyFields(roles, milestones);
}

/** Of an escrow: its roles, and the receivers of its milestones. */
export function partyFields(
  roles: Readonly<Partial<Record<keyof DeployRequest['roles'] | 'receiver', string | undefined>>>,
  milestones: readonly { readonly receiver?: string | undefined }[],
): Fields {
  const fields = [
    ...Object.entries(roles).map(([role, address]) => [`roles.${role}`, address] as const),
    ...milestones.map(({ receiver }, at) => [`milestones[${at}].receiver`, receiver] as const),
  ];
  return fields.flatMap(([field, address]) => (address === undefined ? [] : [[field, address] as const]));
}

/** The fields of a result that hold sentences of ours. */
const SENTENCES: ReadonlySet<string> = new Set(['message', 'next', 'paid', 'does', 'doesNot', 'about']);

export async function withKnownNames<Result>(context: NamesContext, result: Result): Promise<Result> {
  if (!hasNameless(result)) return result;
  const known = await knownTo(context);
  const named = naming([...known.values()], listedIn(result));
  return known.size === 0 ? result : inSentences(result, named);
}

export async function namedError(context: NamesContext, error: unknown): Promise<unknown> {
  if (!(error instanceof CountersignError) || !hasAddress(error.message + error.remedy)) return error;
  const known = await knownTo(context);
  return error.withTexts(naming([...known.values()]));
}

const hasAddress = (text: string): boolean => /[GC][A-Z2-7]{55}/.test(text);

function hasNameless(part: unknown, key = ''): boolean {
  if (typeof part === 'string') return SENTENCES.has(key) && hasAddress(part);
  if (Array.isArray(part)) return part.some((each) => hasNameless(each, key));
  return isObject(part) && Object.entries(part).some(([name, each]) => hasNameless(each, name));
}

/** Of an escrow every surface lists the parties, each address next to its name. */
function listedIn(result: unknown): readonly string[] {
  const { roles, names } = isObject(result) ? result : {};
  return roles === undefined || !Array.isArray(names)
    ? []
    : (names as readonly NamedAddress[]).map(({ address }) => address);
}

function inSentences<Part>(part: Part, named: Naming, key = ''): Part {
  const visit = (each: unknown, name: string): unknown => {
    if (typeof each === 'string') return SENTENCES.has(name) ? named(each) : each;
    if (Array.isArray(each)) return each.map((item) => visit(item, name));
    if (!isObject(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([own, item]) => [own, visit(item, own)]));
  };
  return visit(part, key) as Part;
}

/** Gives a name to an address on a request's page. @param unlike of its input: the known address that it looks like */
export async function nameAddress(
  context: DeskContext,
  prepared: PreparedRequest,
  { name, address, unlike }: Pick<Contact, 'name' | 'address'> & { readonly unlike?: string | undefined },
): Promise<void> {
  const book = bookAt(context, prepared);
  if (book === undefined || prepared.action !== 'deploy' || !partiesOf(prepared.request).includes(address)) {
    const problem = book === undefined ? 'cannot be named on this page' : 'has no role in this escrow';
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  }
  await book.set(name, address, 'page', undefined, unlike);
}
