/** What a handle's addresses are called, where it is shown, and giving them names there. */
import type { StepRequest } from '../actions/steps/request.ts';
import { standingOf } from '../actions/steps/standing.ts';
import { namedBy } from '../contacts/index.ts';
import { CountersignError } from '../errors/errors.ts';
import { isStepName } from '../escrow/steps.ts';
import type { NamedAddress } from '../words/names.ts';
import { isOwn } from './access.ts';
import { type AddressBook, addressBookOf } from './address-book.ts';
import type { DeskContext } from './context.ts';
import { isLocal, isPerson } from './person.ts';
import type { Handle } from './store/offers.ts';

/**
 * The address book that may be read and changed where a handle is shown: its owner's own. On a page only where that is
 * the one local person, since of whoever else opens one nobody knows that they are the owner.
 */
export function bookAt(context: DeskContext, handle: Handle): AddressBook | undefined {
  const { viewer } = context;
  const isTheirs = isPerson(viewer) || (viewer.visitor === undefined && isLocal(handle.owner));
  return isTheirs && isOwn(context, handle) ? addressBookOf(context, handle.owner) : undefined;
}

/** Where a handle's addresses came from, as far as whoever sees it may know. */
export function namesOf(context: DeskContext, handle: Handle): readonly NamedAddress[] {
  const isShown = bookAt(context, handle) !== undefined;
  return handle.names.filter(({ from }) => isShown || from !== 'address-book');
}

/** The same, with what its other parties are called in the address book now. */
export async function namesOnPage(context: DeskContext, handle: Handle): Promise<readonly NamedAddress[]> {
  const names = namesOf(context, handle);
  const book = bookAt(context, handle);
  const parties = book === undefined ? [] : partiesIn(context, handle);
  if (book === undefined || parties.length === 0) return names;
  const contacts = await book.list();
  const others = parties.flatMap(([field, address]): NamedAddress[] => {
    const contact = contacts.find((each) => each.address === address);
    const isNamed = names.some((named) => named.field === field);
    return contact === undefined || isNamed ? [] : [{ field, ...namedBy(contact, 'address') }];
  });
  return [...names, ...others];
}

/** Whom its page shows, by their field. */
function partiesIn({ network }: DeskContext, handle: Handle): readonly (readonly [string, string])[] {
  const { action, request } = handle;
  if (action === 'deploy') return Object.entries(request.roles).map(([role, address]) => [`roles.${role}`, address]);
  const escrow = isStepName(action) ? standingOf(request as StepRequest, network)?.escrow : undefined;
  if (escrow === undefined) return [];
  const { admin: _, observers: __, ...roles } = escrow.roles;
  return [
    ...Object.entries(roles).map(([role, address]) => [`roles.${role}`, address] as const),
    ...escrow.milestones.flatMap(({ receiver }, at) =>
      receiver === undefined ? [] : [[`milestones[${at}].receiver`, receiver] as const],
    ),
  ];
}

/** On the page of a handle, where its owner gives a name to an address that it shows them. */
export async function nameAddress(
  context: DeskContext,
  handle: Handle,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<void> {
  const book = bookAt(context, handle);
  if (book === undefined || handle.action !== 'deploy' || !Object.values(handle.request.roles).includes(address)) {
    const problem = book === undefined ? 'cannot be named on this page' : 'has no role in this escrow';
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  }
  await book.set(name, address, 'page');
}
