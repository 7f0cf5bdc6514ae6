/** Resolves names in an input by the caller's address book, before the input is parsed. */
import * as z from 'zod';
import type { ActionName } from '../../actions/action.ts';
import { ACTION_NAMES, actionOf } from '../../actions/actions.ts';
import { READ_FROM_LEDGER } from '../../actions/steps/request.ts';
import { type AddressField, resolveNames } from '../../contacts/index.ts';
import { CountersignError, type FieldProblem, type FieldText } from '../../errors/errors.ts';
import { ROLE_SPELLINGS } from '../../escrow/parse-request.ts';
import { ADDRESSES } from '../../escrow/request.ts';
import { isStepName } from '../../escrow/steps.ts';
import { ownCommand } from '../../platform/launch.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { DeskContext } from '../context.ts';
import { isLocal, type Person } from '../model/person.ts';

const party = (...path: string[]): AddressField => ({ path, takes: 'party' });
/** Where each action's request has addresses; lists are gone through whole. */
export const REQUEST_FIELDS = Object.fromEntries(
  ACTION_NAMES.map((name) => {
    const fields = addressFields(actionOf(name).schema);
    const isGiven = ({ path: [first] }: AddressField) => !READ_FROM_LEDGER.some((read) => read === first);
    return [name, isStepName(name) ? fields.filter(isGiven) : fields];
  }),
) as Readonly<Record<ActionName, readonly AddressField[]>>;
export const BALANCE_FIELDS: readonly AddressField[] = [party('signer'), party('wallet'), party('addresses', '*')];
export const END_FIELDS: readonly AddressField[] = [party('escrow'), party('signer'), party('refundTo')];
export const FIND_FIELDS: readonly AddressField[] = [party('wallet')];

function addressFields(schema: z.core.$ZodType, path: readonly string[] = []): readonly AddressField[] {
  const takes = ADDRESSES.get(schema)?.takes;
  if (takes !== undefined) return [{ path, takes }];
  if (schema instanceof z.ZodOptional) return addressFields(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return addressFields(schema.element, path);
  if (schema instanceof z.ZodPipe) return addressFields(schema.out, path);
  if (!(schema instanceof z.ZodObject)) return [];
  const entries = Object.entries(schema.shape).map(([name, field]) => addressFields(field, [...path, name]));
  // Roles have other spellings as well.
  const isOnlyParties = path.length > 0 && entries.every(([field]) => field?.takes === 'party');
  return isOnlyParties ? [party(...path, '*')] : entries.flat();
}

/**
 * Runs `work` on the input with addresses in place of names, and returns its result with the names that were used. For
 * a field with an unknown name, the error says that instead of what `work` says.
 * @throws CountersignError INPUT_INVALID
 */
export async function withNames<T>(
  { store, network }: Pick<DeskContext, 'store' | 'network'>,
  owner: Person,
  input: unknown,
  fields: readonly AddressField[],
  work: (input: unknown) => T | Promise<T>,
): Promise<{ readonly result: T; readonly names: readonly NamedAddress[] }> {
  const builtIn = resolveNames(input, fields, network, []);
  // Most inputs need no address book.
  const contacts = builtIn.problems.length === 0 ? [] : await store.contactsOf(owner);
  const known = contacts.filter(({ removedAt }) => removedAt === undefined);
  const { input: resolved, names, problems } = resolveNames(input, fields, network, known);
  return {
    result: problems.length === 0 ? await work(resolved) : await failWith(problems, owner, () => work(resolved)),
    names: names.map((named) => ({ ...named, field: canonicalField(named.field) })),
  };
}

/** Runs the parser too, so that every problem is reported at once: it accepts none of these texts as an address. */
async function failWith(problems: readonly FieldProblem[], owner: Person, work: () => unknown): Promise<never> {
  const problemsByField = new Map(problems.map((problem) => [writtenField(problem.path), problem]));
  const isOfParty = [...problemsByField.keys()].some((path) => path !== 'trustline.address' && path !== 'token');
  const others: (FieldProblem | FieldText)[] = [];
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CountersignError) || error.fields === undefined) throw error;
    others.push(...error.fields.filter(({ path }) => !problemsByField.has(path)));
  }
  throw new CountersignError('INPUT_INVALID', {
    fields: [...problemsByField.values(), ...others],
    ...(isLocal(owner) && isOfParty ? { remedy: addNames() } : {}),
  });
}

const addNames = () =>
  `Correct the listed fields, then try again. Only the person can add a name to their address book: in a terminal with “${ownCommand()} contacts add”, or on the signing page.`;

/** A list with one object counts as that object; the parser's paths leave the list out. */
function writtenField(path: string): string {
  return path.replace(/^trustline\[0\]/, 'trustline');
}

/** The request's own name of a field: `roles[0].release` is `roles.releaseSigner`. */
function canonicalField(path: string): string {
  const role = /^roles(?:\[\d+\])?\.(.+)$/.exec(path)?.[1];
  return role === undefined ? writtenField(path) : `roles.${ROLE_SPELLINGS.get(role) ?? role}`;
}
