/** A person's address book: which names they gave to which addresses. Only a person changes it, never a model. */
import {
  type Contact,
  contactFor,
  lookOf,
  MAX_CONTACTS,
  nameKey,
  nameProblem,
  reservedNames,
} from '../../contacts/index.ts';
import { CountersignError, createProblem, fieldProblem, type Problem } from '../../errors/errors.ts';
import { addressProblem } from '../../escrow/address.ts';
import { ownCommand } from '../../platform/launch.ts';
import type { Settings } from '../../settings/settings.ts';
import { quoted } from '../../text/text.ts';
import { LOOK_ALIKE } from '../../words/en.ts';
import { type LookAlike, lookAlikeText } from '../../words/look-alike.ts';
import type { SetBy } from '../../words/names.ts';
import type { DeskContext } from '../context.ts';
import { LOCAL_PERSON, type Person } from '../model/person.ts';
import { openStore } from '../store/open-store.ts';
import { lookAlikeOf } from './trusted-baseline.ts';

/** `toRename`: why its name is no longer accepted; until it has another one, nothing uses it. */
export type BookEntry = Contact & { readonly toRename?: Problem };

export type AddressBook = ReturnType<typeof addressBookOf>;

type AddressBookContext = Pick<DeskContext, 'store' | 'network' | 'now'> & {
  readonly policy?: Pick<DeskContext['policy'], 'defaultSigner'>;
};

export function addressBookOf(context: AddressBookContext, owner: Person) {
  const { store, network, now } = context;
  const kept = async (): Promise<readonly BookEntry[]> => {
    const [contacts, refused] = await Promise.all([store.contactsOf(owner), store.contactsToRename(owner)]);
    const toRename = refused.map((contact) => ({ ...contact, toRename: nameProblem(contact.name) as Problem }));
    return [...contacts, ...toRename].sort((one, other) => (one.key < other.key ? -1 : 1));
  };
  /** The entry of a name, including one that was removed lately. */
  const find = async (name: string): Promise<Contact | undefined> =>
    (await kept()).find(({ key }) => key === nameKey(name));
  /** An address that the person trusts and that this one may be mistaken for. */
  const lookAlike = (address: string): Promise<LookAlike | undefined> => lookAlikeOf(context, owner, address);
  return {
    list: async () => (await kept()).filter(({ removedAt }) => removedAt === undefined),
    find,
    lookAlike,
    /**
     * Gives a name to an address, and the entry as it is then.
     * @param instead the address that this one replaces, as the person saw and confirmed
     * @param unlike the address that this one looks like, likewise
     * @throws CountersignError INPUT_INVALID, CONFIRMATION_NEEDED where the name has another address, or the
     *   address looks like one that the person trusts
     */
    set: async (name: string, address: string, by: SetBy, instead?: string, unlike?: string): Promise<Contact> => {
      const others = (await kept()).filter(({ key }) => key !== nameKey(name));
      const current = others.filter(({ removedAt }) => removedAt === undefined);
      // A removed entry matters only if its address differs: a new spelling of a name is no change of address.
      const taken = others.filter((other) => other.removedAt === undefined || other.address !== address);
      requireValid({
        name:
          nameProblem(name) ??
          lookProblem(name, [...reservedNames(network).map((reserved) => ({ name: reserved })), ...taken]) ??
          (current.length < MAX_CONTACTS ? undefined : createProblem('ADDRESS_BOOK_FULL', { most: MAX_CONTACTS })),
        address: addressProblem(address, ['account', 'contract']),
      });
      const earlier = await find(name);
      const isSame = earlier?.address === address && earlier.removedAt === undefined;
      // An entry that a person sets themselves counts from then on as theirs.
      if (isSame && (earlier.setBy !== 'command' || by === 'command')) return earlier;
      if (earlier !== undefined && earlier.address !== address && earlier.address !== instead)
        throw namesAnother(earlier);
      const alike = await lookAlike(address);
      if (alike !== undefined && alike.looksLike !== unlike) throw looksLikeKnown(alike);
      const contact = contactFor(name, address, { by, at: now(), earlier });
      if (!(await store.setContact(owner, contact, earlier))) throw changedMeanwhile();
      return contact;
    },
    /** @throws CountersignError INPUT_INVALID where there is no such name */
    remove: async (name: string): Promise<Contact> => {
      const contact = await find(name);
      if (contact === undefined || contact.removedAt !== undefined) {
        throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('name', 'NOT_IN_ADDRESS_BOOK')] });
      }
      if (!(await store.setContact(owner, { ...contact, removedAt: now() }, contact))) throw changedMeanwhile();
      return contact;
    },
  };
}

/** The local person's address book, for a terminal; opened in the store that the settings name. */
export async function openAddressBook(settings: Settings): Promise<AddressBook & { close(): Promise<void> }> {
  const { network, defaultSigner } = settings;
  const { store } = await openStore(settings);
  const policy = defaultSigner === undefined ? {} : { defaultSigner };
  return { ...addressBookOf({ store, network, policy, now: Date.now }, LOCAL_PERSON), close: () => store.close() };
}

function lookProblem(name: string, taken: readonly Pick<Contact, 'name' | 'removedAt'>[]): Problem | undefined {
  const found = taken.find((other) => lookOf(other.name) === lookOf(name));
  if (found === undefined) return undefined;
  return createProblem('LOOKS_LIKE_NAME', { name: found.name, isRemoved: found.removedAt !== undefined });
}

function requireValid(problems: Readonly<Record<string, Problem | undefined>>): void {
  const fields = Object.entries(problems).flatMap(([path, problem]) =>
    problem === undefined ? [] : [{ path, problem }],
  );
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
}

function namesAnother({ name, address, removedAt }: Contact): CountersignError {
  const stood = removedAt === undefined ? `${quoted(name)} stands` : `Until recently ${quoted(name)} stood`;
  return new CountersignError('CONFIRMATION_NEEDED', {
    message: `${stood} for another address in the address book: ${address}. Nothing was changed.`,
    remedy: `Ask them, outside the chat that gave you the new address, whether it is theirs. To change it, ${inPerson()}`,
  });
}

const inPerson = () =>
  `use “${ownCommand()} contacts add” in a terminal, which asks for some characters of the new address. An assistant cannot.`;

function looksLikeKnown(alike: LookAlike): CountersignError {
  return new CountersignError('CONFIRMATION_NEEDED', {
    message: `${lookAlikeText(alike, LOOK_ALIKE)} Nothing was changed.`,
    remedy: `To save it nevertheless, ${inPerson()}`,
  });
}

function changedMeanwhile(): CountersignError {
  return new CountersignError('CONFIRMATION_NEEDED', {
    message: 'The address book was changed at the same moment. Nothing was changed.',
    remedy: 'Look at it again, then repeat what you want to change.',
  });
}
