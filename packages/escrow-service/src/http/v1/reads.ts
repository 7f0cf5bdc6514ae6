/** Reads: rows of the index by contract, signer and role, and balances from the ledger. */
import { fromBaseUnits, fromBasisPoints, ROLE_NAMES, toBaseUnits } from '@countersign/core/escrow';
import type { MilestoneOnChain } from '@countersign/core/kinds';
import type { Context } from 'hono';
import * as z from 'zod';
import { readBalances } from '../../contract/balances.ts';
import { beginCall } from '../../contract/call.ts';
import type { EscrowRecord, LiveService } from '../../live/live-service.ts';
import { refreshed } from '../../live/reindex.ts';
import { exactNumber } from '../local-app.ts';
import { address, oneOf, readQuery, text, ValidationError, validate } from '../request-bodies.ts';
import { problem } from './answers.ts';

/** The live service's page size is not known. */
const PAGE = 50;

const STATUSES = ['working', 'pendingRelease', 'released', 'resolved', 'inDispute'] as const;
const truth = oneOf(['true', 'false']).transform((value) => value === 'true');
const decimal = z.string().regex(/^\d{1,20}(\.\d{1,7})?$/, { error: 'must be a number string' });
const date = text().refine((value) => !Number.isNaN(Date.parse(value)), {
  error: 'must be a valid ISO 8601 date string',
});

/** The parameters of a query; every value is a string. */
const LIST = {
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'must not be less than 1' })
    .optional(),
  orderBy: oneOf(['createdAt', 'updatedAt', 'amount']).optional(),
  orderDirection: oneOf(['asc', 'desc']).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
  minAmount: decimal.optional(),
  maxAmount: decimal.optional(),
  isActive: truth.optional(),
  title: text().optional(),
  engagementId: text().optional(),
  status: oneOf(STATUSES).optional(),
  type: oneOf(['single-release', 'multi-release']).optional(),
  validateOnChain: truth.optional(),
};

type List = z.output<z.ZodObject<typeof LIST>>;

/** Filters, sorts and pages the rows of the index. */
function listed(records: readonly EscrowRecord[], list: List): readonly EscrowRecord[] {
  const { page = '1', orderBy = 'createdAt', orderDirection = 'desc' } = list;
  const sign = orderDirection === 'asc' ? 1 : -1;
  const rank = (record: EscrowRecord) => (orderBy === 'amount' ? totalOf(record.escrow) : BigInt(record[orderBy]));
  const wanted = records.filter((record) => isWanted(record, list));
  const ordered = wanted.toSorted((one, other) => sign * Number(rank(one) - rank(other)));
  return ordered.slice((Number(page) - 1) * PAGE, Number(page) * PAGE);
}

function isWanted(record: EscrowRecord, list: List): boolean {
  const { escrow, kind, decimals, createdAt } = record;
  const total = totalOf(escrow);
  const units = (amount: string) => toBaseUnits(amount, decimals) ?? 0n;
  return (
    (list.type === undefined || list.type === `${kind.release}-release`) &&
    (list.status === undefined || list.status === statusOf(record)) &&
    (list.title === undefined || list.title === escrow.title) &&
    (list.engagementId === undefined || list.engagementId === escrow.engagementId) &&
    list.isActive !== false &&
    (list.minAmount === undefined || total >= units(list.minAmount)) &&
    (list.maxAmount === undefined || total <= units(list.maxAmount)) &&
    (list.startDate === undefined || createdAt >= Date.parse(list.startDate)) &&
    (list.endDate === undefined || createdAt <= Date.parse(list.endDate))
  );
}

function statusOf({ escrow: { flags, milestones } }: EscrowRecord): (typeof STATUSES)[number] {
  const all = flags === undefined ? milestones.map((milestone) => milestone.flags) : [flags];
  if (all.some(({ disputed }) => disputed)) return 'inDispute';
  if (all.every(({ resolved }) => resolved)) return 'resolved';
  if (all.every(({ released, resolved }) => released || resolved)) return 'released';
  return milestones.every(({ flags: { approved, released, resolved } }) => approved || released || resolved)
    ? 'pendingRelease'
    : 'working';
}

const MOST_ADDRESSES = 20;

const BY_CONTRACT = z.strictObject({ validateOnChain: LIST.validateOnChain });
const BY_SIGNER = z.strictObject({ signer: address('account'), ...LIST });
const BY_ROLE = z.strictObject({ role: text(), roleAddress: address('account', 'contract'), ...LIST });

/** The roles by which rows can be listed. Receivers of single milestones are not roles, so they are not found. */
const ROLES = [...ROLE_NAMES, 'signer'] as const;

export async function byContracts(c: Context, service: LiveService): Promise<Response> {
  const { list, fields } = queryOf(c, 'contractIds');
  const { validateOnChain } = validate(BY_CONTRACT, fields);
  const known = list.flatMap((contractId) => service.index.get(contractId) ?? []);
  return rows(c, service, known, validateOnChain);
}

export async function bySigner(c: Context, service: LiveService): Promise<Response> {
  const { signer, ...list } = validate(BY_SIGNER, queryOf(c).fields);
  const known = [...service.index.values()].filter((record) => record.signer === signer);
  return rows(c, service, listed(known, list), list.validateOnChain);
}

export async function byRole(c: Context, service: LiveService): Promise<Response> {
  const { role: name, roleAddress, ...list } = validate(BY_ROLE, queryOf(c).fields);
  const role = ROLES.find((known) => known === name);
  if (role === undefined) return problem(c, 500, '9 FAILED_PRECONDITION: The query requires an index.');
  const addressIn = ({ signer, escrow }: EscrowRecord) => (role === 'signer' ? signer : escrow.roles[role]);
  const known = [...service.index.values()].filter((record) => addressIn(record) === roleAddress);
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
  const query = readQuery(c);
  const list = listName === undefined ? [] : (query[`${listName}[]`] ?? []);
  const problem = list.length > MOST_ADDRESSES ? `must contain no more than ${MOST_ADDRESSES} elements` : undefined;
  const isSound = list.every((value) => address('contract').safeParse(value).success);
  const words = problem ?? (isSound ? undefined : 'must be valid Stellar addresses');
  if (words !== undefined) throw new ValidationError([`${listName} ${words}`]);
  const single = Object.entries(query).filter(([name]) => name !== listName && name !== `${listName}[]`);
  return { list, fields: Object.fromEntries(single.map(([name, values]) => [name, values[0]])) };
}

/** Only the escrow, as a deploy returns it. Undefined fields are left out of the JSON. */
export function escrowOf({ contractId, signer, kind, escrow, asset, decimals }: EscrowRecord): object {
  const { engagementId, title, description, roles, platformFee, flags, milestones } = escrow;
  const units = (amount: bigint) => exactNumber(fromBaseUnits(amount, decimals));
  const milestoneOf = ({ description, status, evidence, flags, amount, receiver }: MilestoneOnChain) => ({
    ...{ description, status, evidence },
    ...(amount === undefined ? { approved: flags.approved } : { amount: units(amount), receiver, flags }),
  });
  return {
    ...{ contractId, signer, engagementId, title, description, roles, flags },
    amount: units(totalOf(escrow)),
    platformFee: exactNumber(fromBasisPoints(platformFee)),
    milestones: milestones.map(milestoneOf),
    trustline: asset,
    type: `${kind.release}-release`,
  };
}

/** A row of the index, in the live service's format. */
function rowOf(record: EscrowRecord): object {
  const { factory, decimals, balance, fundedBy, signer, createdAt, updatedAt } = record;
  return {
    ...escrowOf(record),
    contractBaseId: factory,
    balance: exactNumber(fromBaseUnits(balance, decimals)),
    isActive: true,
    fundedBy,
    user: signer,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

/** Base units. */
function totalOf({ amount, milestones }: EscrowRecord['escrow']): bigint {
  return amount ?? milestones.reduce((sum, milestone) => sum + (milestone.amount ?? 0n), 0n);
}

function timestamp(ms: number): object {
  return { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 };
}
