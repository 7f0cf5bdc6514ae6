/** Balances for a model: in the order asked, with each reason for an unread one given once. */
import { type Balances, balancesSchema } from '@countersign/core/results';
import * as z from 'zod';

const readSchema = z.strictObject({
  address: z.string(),
  balance: z.string(),
  by: z.enum(['ledger', 'service']).describe('Whose word it is'),
  needed: z.string().optional().describe('By the ledger: what its terms have yet to pay out'),
  over: z.string().optional().describe('What it holds beyond that'),
  asset: z.string().optional().describe('Code of a known token, else its address'),
  archived: z.literal(true).optional().describe('Its entries are archived; nothing is lost'),
});

export const balancesViewSchema = balancesSchema.extend({
  balances: z.array(readSchema),
  notRead: z.array(z.strictObject({ error: z.string(), addresses: z.array(z.string()) })).optional(),
});

export function balancesView({ balances, ...told }: Balances): z.output<typeof balancesViewSchema> {
  const notRead = new Map<string, string[]>();
  const read = balances.flatMap(({ error = '', balance, by, ...entry }) => {
    if (balance !== undefined && by !== undefined) return { ...entry, balance, by };
    notRead.set(error, [...(notRead.get(error) ?? []), entry.address]);
    return [];
  });
  return {
    ...told,
    balances: read,
    ...(notRead.size === 0 ? {} : { notRead: [...notRead].map(([error, addresses]) => ({ error, addresses })) }),
  };
}
