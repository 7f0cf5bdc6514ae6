/** Reads: rows of the index by contract, signer and role, and balances from the ledger. */
import { refuseSecrets } from '@countersign/core/secrets';
import type { Context } from 'hono';
import * as z from 'zod';
import { readBalances } from '../../contract/balances.ts';
import { beginCall } from '../../contract/call.ts';
import type { LiveService } from '../../live/live-service.ts';
import type { EscrowRecord } from '../../live/record.ts';
import { refreshed } from '../../live/refreshed.ts';
import { exactNumber } from '../bodies.ts';
import { address, text, ValidationError, validate } from '../validation.ts';
import { problem } from './answers.ts';
import { LIST, listed } from './list.ts';
import { rowOf } from './row.ts';
import { scanner } from './scanner.ts';

const MOST_ADDRESSES = 20;

const BY_CONTRACT = z.strictObject({ validateOnChain: LIST.validateOnChain });
const BY_SIGNER = z.strictObject({ signer: address('account'), ...LIST });
const BY_ROLE = z.strictObject({ role: text(), roleAddress: address('account', 'contract'), ...LIST });

/** The roles by which rows can be listed. */
const ROLES = {
  approver: ({ escrow }) => escrow.roles.approver,
  serviceProvider: ({ escrow }) => escrow.roles.serviceProvider,
  platformAddress: ({ escrow }) => escrow.roles.platformAddress,
  releaseSigner: ({ escrow }) => escrow.roles.releaseSigner,
  disputeResolver: ({ escrow }) => escrow.roles.disputeResolver,
  // Receivers of single milestones are not roles, so they are not found.
  receiver: ({ escrow }) => escrow.roles.receiver,
  signer: ({ signer }) => signer,
} satisfies Readonly<Record<string, (record: EscrowRecord) => string | undefined>>;

export async function byContracts(c: Context, service: LiveService): Promise<Response> {
  const { list, fields } = queryOf(c, 'contractIds');
  const { validateOnChain } = validate(BY_CONTRACT, fields);
  const known = list.flatMap((contractId) => service.index.get(contractId) ?? []);
  return rows(c, service, known, validateOnChain);
}

export async function bySigner(c: Context, service: LiveService): Promise<Response> {
  const { signer, ...list } = validate(BY_SIGNER, queryOf(c).fields);
  const known = service.index.all().filter((record) => record.signer === signer);
  return rows(c, service, listed(known, list), list.validateOnChain);
}

export async function byRole(c: Context, service: LiveService): Promise<Response> {
  const { role, roleAddress, ...list } = validate(BY_ROLE, queryOf(c).fields);
  if (!Object.hasOwn(ROLES, role)) return problem(c, 500, '9 FAILED_PRECONDITION: The query requires an index.');
  const addressIn = ROLES[role as keyof typeof ROLES];
  const known = service.index.all().filter((record) => addressIn(record) === roleAddress);
  return rows(c, service, listed(known, list), list.validateOnChain);
}

export async function balances(c: Context, { on }: LiveService): Promise<Response> {
  const { list, fields } = queryOf(c, 'addresses');
  validate(z.strictObject({}), fields);
  const entries = list.length === 0 ? [] : await readBalances(on, list);
  return c.json(entries.map(({ address, balance }) => ({ address, balance: exactNumber(balance) })) as object);
}

/** @param validateOnChain whether to refresh rows from the ledger; unconfirmed ones are left out */
async function rows(c: Context, { on }: LiveService, records: readonly EscrowRecord[], validateOnChain = false) {
  if (!validateOnChain) return c.json(records.map(rowOf));
  const call = beginCall(on, on.patience.readMs);
  const confirmed = await Promise.all(records.map((record) => refreshed(call, record).catch(() => undefined)));
  return c.json(confirmed.flatMap((record) => (record === undefined ? [] : [rowOf(record)])));
}

/**
 * A list needs `[]` in its name, even with one value: under the bare name the live service silently ignores it.
 * @throws ValidationError
 */
function queryOf(c: Context, listName?: string) {
  const query = c.req.queries();
  refuseSecrets(query, scanner);
  const list = listName === undefined ? [] : (query[`${listName}[]`] ?? []);
  const problem = list.length > MOST_ADDRESSES ? `must contain no more than ${MOST_ADDRESSES} elements` : undefined;
  const isSound = list.every((value) => address('contract').safeParse(value).success);
  const words = problem ?? (isSound ? undefined : 'must be valid Stellar addresses');
  if (words !== undefined) throw new ValidationError([`${listName} ${words}`]);
  const single = Object.entries(query).filter(([name]) => name !== listName && name !== `${listName}[]`);
  return { list, fields: Object.fromEntries(single.map(([name, values]) => [name, values[0]])) };
}
