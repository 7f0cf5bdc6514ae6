/** Filters, sorts and pages the rows of the index. */
import { toBaseUnits } from '@countersign/core/escrow';
import * as z from 'zod';
import type { EscrowRecord } from '../../live/record.ts';
import { oneOf, text } from '../validation.ts';
import { totalOf } from './row.ts';

/** The live service's page size is not known. */
const PAGE = 50;

const STATUSES = ['working', 'pendingRelease', 'released', 'resolved', 'inDispute'] as const;
const truth = oneOf(['true', 'false']).transform((value) => value === 'true');
const decimal = z.string().regex(/^\d{1,20}(\.\d{1,7})?$/, { error: 'must be a number string' });
const date = text().refine((value) => !Number.isNaN(Date.parse(value)), {
  error: 'must be a valid ISO 8601 date string',
});

/** The parameters of a query; every value is a string. */
export const LIST = {
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

export function listed(records: readonly EscrowRecord[], list: List): readonly EscrowRecord[] {
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
