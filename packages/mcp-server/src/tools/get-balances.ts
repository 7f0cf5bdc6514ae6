import { CountersignError } from '@countersign/core/errors';
import { type Balances, balancesSchema } from '@countersign/core/results';
import type { Fields } from '@countersign/core/text/fields';
import { spokenFields } from '@countersign/core/words/problems';
import * as z from 'zod';
import { MOST_ROOM, rowsWithin } from '../views/fit.ts';
import { defineTool } from './tool.ts';

const { address, balance, by, needed, over, asset, archived } = balancesSchema.shape.balances.element.shape;

const readSchema = z.strictObject({
  address,
  balance: balance.unwrap(),
  by: by.unwrap().describe('Whose word it is'),
  ...{ needed, over, asset },
  archived: archived.describe('Its entries are archived; nothing is lost'),
});

/** Balances for a model: in the order asked, with each reason for an unread one given once. */
export const balancesViewSchema = balancesSchema.extend({
  balances: z.array(readSchema),
  notRead: z.array(z.strictObject({ error: z.string(), addresses: z.array(z.string()) })).optional(),
});

/** Leaves room for the addresses of the others. */
const ROOM = MOST_ROOM / 2;
const TOO_MANY = 'It was left out, since it does not fit into one result. Ask again for these addresses.';

export function balancesView({ balances, ...rest }: Balances): z.output<typeof balancesViewSchema> {
  const notRead = new Map<string, string[]>();
  const read = balances.flatMap(({ error = '', balance, by, ...entry }) => {
    if (balance !== undefined && by !== undefined) return { ...entry, balance, by };
    notRead.set(error, [...(notRead.get(error) ?? []), entry.address]);
    return [];
  });
  const shown = rowsWithin(read, ROOM);
  if (shown.length < read.length) {
    notRead.set(
      TOO_MANY,
      read.slice(shown.length).map(({ address }) => address),
    );
  }
  return {
    ...rest,
    balances: shown,
    ...(notRead.size === 0 ? {} : { notRead: [...notRead].map(([error, addresses]) => ({ error, addresses })) }),
  };
}

export const getBalances = defineTool({
  name: 'get_balances',
  description:
    'Read what escrows hold now, in token units, one entry per address in the order asked; needed is what an escrow ' +
    'has yet to pay out, so less than that is not fully funded, and over is too much. Use it whenever someone asks ' +
    'about the money in an escrow, and after funding one. What is in notRead was not read: say so, never take it for ' +
    'zero. With by service it is only what the service says: say that too. Changes nothing.',
  annotations: {
    title: 'Read escrow balances',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    addresses: z.array(z.string()).describe('Escrow contracts (C…)'),
    signer: z.string().optional().describe('G… account that asks; rarely needed'),
  }),
  output: balancesViewSchema,
  afterTimeout: 'Ask again, for fewer addresses.',
  run: async (desk, input, options) => {
    try {
      return balancesView(await desk.balances(input, options));
    } catch (error) {
      const { others, notRead } = withoutUnreadable(input, error);
      const view = balancesView(await desk.balances(others, options));
      return { ...view, notRead: [...notRead, ...(view.notRead ?? [])] };
    }
  },
});

/** The input without the addresses that are not valid, as long as one is. @throws the error, if anything else is wrong */
function withoutUnreadable({ addresses, ...rest }: Fields, error: unknown) {
  const fields = error instanceof CountersignError ? spokenFields(error, 'en') : [];
  const notRead = fields.map(({ written = '', problem }) => ({ error: problem, addresses: [written] }));
  const all: readonly unknown[] = Array.isArray(addresses) ? addresses : [];
  const valid = all.filter((_, index) => !fields.some(({ written }) => written === `addresses[${index}]`));
  if (valid.length === 0 || valid.length !== all.length - fields.length || fields.length === 0) throw error;
  return { others: { ...rest, addresses: valid }, notRead };
}
