/** The list of a person's escrows and their address book, for the browser that opened it. */
import { CountersignError } from '../../errors/errors.ts';
import { type AddressBook, addressBookOf } from '../address-book.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions, ListDesk } from '../desk.ts';
import { searchEscrows } from '../find.ts';
import { getEscrow } from '../get.ts';
import { personIn } from '../person.ts';
import { type RunningCall, runCall } from '../run-call.ts';
import type { ListRight } from './access.ts';
import { listed } from './group.ts';
import { happenedTo } from './happenings.ts';
import type { ListedEscrows } from './views.ts';

const MOST_LISTED = 200;

export function createListDesk(context: DeskContext, right: ListRight): ListDesk {
  const run = <T>(input: unknown, options: CallOptions | undefined, work: (call: RunningCall) => Promise<T>) =>
    runCall(context, input, options ?? {}, work);
  const withBook = <T>(input: unknown, work: (book: AddressBook) => Promise<T>) =>
    run(input, {}, () => work(addressBookOf(context, personIn(context))));
  const change = <T>(input: unknown, work: (book: AddressBook) => Promise<T>) =>
    withBook(input, async (book) => {
      if (right === 'reading') throw new CountersignError('READ_ONLY', OPENED_BY_ASSISTANT);
      return await work(book);
    });
  return {
    escrows: (input, options) => run(input, options, (call) => list(context, input, call())),
    details: (input, options) =>
      run(input, options, async (call) => {
        const escrow = await getEscrow(context, input, call());
        return { escrow, ...(await happenedTo(context, escrow, call())) };
      }),
    contacts: {
      list: () => withBook(undefined, (book) => book.list()),
      find: (name) => withBook({ name }, (book) => book.find(name)),
      set: (named) => change({ ...named }, (book) => book.set(named.name, named.address, 'page', named.instead)),
      remove: (name) => change({ name }, (book) => book.remove(name)),
    },
  };
}

const OPENED_BY_ASSISTANT = {
  message: 'This list was opened with a link that an assistant gave, so the address book cannot be changed in it.',
  remedy: 'Open the list with “countersign-mcp escrows” in a terminal, then change it there.',
} as const;

async function list(context: DeskContext, input: unknown, call: CallOptions): Promise<ListedEscrows> {
  const person = personIn(context);
  const { here, more } = await searchEscrows(context, input, call, MOST_LISTED);
  const signers = await context.store.signersOf(person);
  const mine = new Set(signers.keys());
  const escrows = here.map(async (found) => {
    const about = found.now === undefined ? [] : await context.store.handlesAbout(person, found.entry.contractId);
    return listed(found, mine, about);
  });
  // Somebody else may sign what was prepared for them here.
  const me = [...signers].filter(([, signed]) => signed).map(([address]) => address);
  return { me, escrows: await Promise.all(escrows), more };
}
