/** The names of a handle's addresses wherever it is shown, and naming them there. */

import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { namedBy } from '../../contacts/index.ts';
import { CountersignError } from '../../errors/errors.ts';
import { type DeployRequest, partiesOf } from '../../escrow/index.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { BlockingWarning, Fact, TakingParty } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest } from '../store/requests.ts';
import { type AddressBook, addressBookOf } from './address-book.ts';
import { isOwner } from './person.ts';

/**
 * The owner's address book, to be read and changed where the handle is shown. On a page only for the local person:
 * nobody knows whether any other visitor is the owner.
 */
export function bookAt(context: DeskContext, handle: PreparedRequest): AddressBook | undefined {
  return isOwner(context.viewer, handle.owner) ? addressBookOf(context, handle.owner) : undefined;
}

/** The names by which a handle's addresses were given, if the viewer may know them. */
export function namesOf(context: DeskContext, handle: PreparedRequest): readonly NamedAddress[] {
  const isShown = bookAt(context, handle) !== undefined;
  return handle.names.filter(({ from }) => isShown || from !== 'address-book');
}

/** The same, plus the address book's present names of the other parties. */
export async function namesOnPage(context: DeskContext, handle: PreparedRequest): Promise<readonly NamedAddress[]> {
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

/** The addresses that its page shows, by field. */
function partiesIn({ network }: DeskContext, handle: PreparedRequest): readonly (readonly [string, string])[] {
  const { action, request } = handle;
  if (action === 'deploy') return fieldsOf(request.roles, request.milestones);
  const escrow = isStepName(action) ? escrowStateOf(request as StepRequest, network)?.escrow : undefined;
  if (escrow === undefined) return [];
  const { admin: _, observers: __, ...roles } = escrow.roles;
  return fieldsOf(roles, escrow.milestones);
}

function fieldsOf(
  roles: Readonly<Record<string, string>>,
  milestones: readonly Pick<DeployRequest['milestones'][number], 'receiver'>[],
): readonly (readonly [string, string])[] {
  return [
    ...Object.entries(roles).map(([role, address]) => [`roles.${role}`, address] as const),
    ...milestones.flatMap(({ receiver }, at) =>
      receiver === undefined ? [] : [[`milestones[${at}].receiver`, receiver] as const],
    ),
  ];
}

/** The same stop, warning or fact, with the names of those who could take the money. @param names by address */
export function withNames<Said extends BlockingWarning | Fact>(said: Said, names: ReadonlyMap<string, string>): Said {
  const named = ({ address }: TakingParty): TakingParty => {
    const name = names.get(address);
    return name === undefined ? { address } : { address, name };
  };
  if (said.code === 'CAN_TAKE_ALONE') return { ...said, params: { ...said.params, ...named(said.params) } };
  if (said.code !== 'CAN_TAKE_TOGETHER') return said;
  const { parties, resolver, mover } = said.params;
  const others = {
    ...(resolver === undefined ? {} : { resolver: named(resolver) }),
    ...(mover === undefined ? {} : { mover: named(mover) }),
  };
  return { ...said, params: { ...said.params, parties: parties.map(named), ...others } };
}

/** Gives a name to an address on a handle's page. */
export async function nameAddress(
  context: DeskContext,
  handle: PreparedRequest,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<void> {
  const book = bookAt(context, handle);
  if (book === undefined || handle.action !== 'deploy' || !partiesOf(handle.request).includes(address)) {
    const problem = book === undefined ? 'cannot be named on this page' : 'has no role in this escrow';
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  }
  await book.set(name, address, 'page');
}
