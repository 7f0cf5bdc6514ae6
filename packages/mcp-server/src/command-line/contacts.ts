/** A person's address book in a terminal: `countersign-mcp contacts`, and `pnpm contacts` in a checkout. */
import { type AddressBook, type BookEntry, openAddressBook } from '@countersign/core/address-book';
import { CountersignError } from '@countersign/core/errors';
import { isAddress } from '@countersign/core/escrow';
import { ownCommand } from '@countersign/core/platform/launch';
import { parseSettings } from '@countersign/core/settings';
import { cleanLine } from '@countersign/core/text';
import {
  dayText,
  differingBegin,
  LOOK_ALIKE,
  type LookAlike,
  NETWORK_WORDS,
  SET_BY_WORDS,
} from '@countersign/core/words';
import { problemText } from '@countersign/core/words/problems';
import { askPerson } from './read-input.ts';
import { print, readOptions, wrongCommand } from './run-command.ts';

type Contact = Awaited<ReturnType<AddressBook['set']>>;

/** @param name the command as the person types it */
const usage = (name: string) => `usage: ${name} <command>

  add <name> <address>   give an address (G… or C…) a name; asks before a name gets another address
  list                   the names, each with its whole address, where it was set, and when
  remove <name>          take a name out

  A name can stand wherever an address can, in what you ask an assistant for too. Only you can change it: here, or on
  the signing page. After 7 days an address that you added here is one you know; one that a program added is not. There is an address book for each network (STELLAR_NETWORK).`;

const OPTIONS = { help: { type: 'boolean', short: 'h' } } as const;

export async function run(args: readonly string[], name = `${ownCommand()} contacts`): Promise<void> {
  const { positionals, values } = readOptions(args, OPTIONS);
  if (values.help) return print(usage(name));
  const [command, ...operands] = positionals;
  const isRight =
    (command === 'add' && operands.length >= 2) ||
    (command === 'list' && operands.length === 0) ||
    (command === 'remove' && operands.length >= 1);
  if (!isRight) throw wrongCommand(command, ['add', 'list', 'remove'], usage(name));
  const settings = parseSettings(process.env, { needsService: false });
  const { network } = settings;
  const where = NETWORK_WORDS[network.name].name;
  const book = await openAddressBook(settings);
  try {
    if (command === 'add') {
      const added = await add(book, operands.slice(0, -1).join(' '), operands.at(-1) ?? '', where);
      if (added === undefined) nothingChanged();
      else print(added);
    }
    if (command === 'remove') print(await remove(book, operands.join(' '), where));
    if (command === 'list') print(listed(await book.list(), where, name));
  } finally {
    await book.close();
  }
}

/** @returns nothing if the person cancelled */
async function add(book: AddressBook, name: string, address: string, where: string): Promise<string | undefined> {
  const earlier = await book.find(name);
  const before = earlier?.address === address ? undefined : earlier;
  const alike = isAddress(address, ['account', 'contract']) ? await book.lookAlike(address) : undefined;
  const isAsked = isAddress(address, ['account', 'contract']) && (before !== undefined || alike !== undefined);
  if (isAsked && isAtTerminal() && !(await isConfirmed(book, address, before, alike))) return undefined;
  const confirmed = isAtTerminal() ? [before?.address, alike?.looksLike] : [];
  const contact = await book.set(name, address, isAtTerminal() ? 'terminal' : 'command', ...confirmed);
  return `${where}: ${cleanLine(contact.name)} is ${contact.address}`;
}

/** A flag or a pipe is not a person. */
const isAtTerminal = () => process.stdin.isTTY && process.stderr.isTTY;

/**
 * Asks for characters of the new address that the other one does not have.
 * @param before the name's entry until now
 * @param alike the address that the new one may be mistaken for
 * @returns false if the question was cancelled
 */
async function isConfirmed(
  book: AddressBook,
  address: string,
  before: Contact | undefined,
  alike: LookAlike | undefined,
): Promise<boolean> {
  const known = alike && (await book.list()).find((each) => each.address === alike.looksLike);
  const [has, label] = before?.removedAt === undefined ? ['has', 'now'] : ['had until recently', 'old'];
  const lines = [
    ...(before === undefined ? [] : [`${cleanLine(before.name)} ${has} another address in your address book.`]),
    ...(before === undefined || before.address === alike?.looksLike ? [] : [`  ${label}  ${before.address}`]),
    ...(alike === undefined ? [`  new  ${address}`] : comparedLines(alike, known && cleanLine(known.name))),
    'Ask them, outside the chat that gave you this address, whether it is theirs.',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  const wanted = alike === undefined ? address.slice(-4) : differingBegin(alike);
  const which = alike === undefined ? 'last 4' : `first ${wanted.length} marked`;
  const typed = (await askPerson(`To confirm, type the ${which} characters of the new address: `)).toUpperCase();
  if (typed === '' || typed === wanted) return typed !== '';
  throw new CountersignError('CONFIRMATION_NEEDED', {
    message: `Those are not its ${which} characters. Nothing was changed.`,
    remedy: 'Compare the new address with the one that they gave you, then run the command again.',
  });
}

/** Both in groups of four, one below the other, with a line below that marks where they differ. */
function comparedLines(alike: LookAlike, name: string | undefined): string[] {
  const { address, looksLike, start, end } = alike;
  const groups = (text: string) => (text.match(/.{1,4}/g) ?? []).join(' ');
  const marks = [...address].map((_, at) => (at >= start && at < address.length - end ? '^' : '.')).join('');
  return [
    LOOK_ALIKE.lead,
    `  known  ${groups(looksLike)}${name === undefined ? '' : ` (${name})`}`,
    `  new    ${groups(address)}`,
    `         ${groups(marks).replaceAll('.', ' ').trimEnd()}`,
    LOOK_ALIKE.equal(start, end),
  ];
}

async function remove(book: AddressBook, name: string, where: string): Promise<string> {
  const removed = await book.remove(name);
  return `${where}: ${cleanLine(removed.name)} was removed; its address was ${removed.address}`;
}

function listed(contacts: readonly BookEntry[], where: string, name: string): string {
  if (contacts.length === 0) return `${where}: the address book is empty. Add a name: ${name} add <name> <address>`;
  const width = Math.max(...contacts.map((each) => cleanLine(each.name).length));
  return contacts
    .map(({ name, address, setBy, setAt, before, toRename }) => {
      const set = `set ${dayText(new Date(setAt).toISOString())} ${SET_BY_WORDS[setBy]}`;
      const rename =
        toRename === undefined
          ? ''
          : `\n  Rename it (add the address under another name, then remove this one): it ${problemText(toRename, 'en')}. Until then nothing uses this name.`;
      return `${cleanLine(name).padEnd(width)}  ${address}  ${set}${before === undefined ? '' : `, before: ${before}`}${rename}`;
    })
    .join('\n');
}

function nothingChanged(): void {
  process.stderr.write('Nothing was changed.\n');
  process.exitCode = 1;
}
