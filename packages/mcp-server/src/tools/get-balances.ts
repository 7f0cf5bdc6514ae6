import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { type Balances, balancesSchema } from '@countersign/core/results';
import { spokenFields } from '@countersign/core/words/problems';
import * as z from 'zod';
import { MOST_ROOM, rowsWithin } from '../views/fit.ts';
import { defineTool, READS } from './tool.ts';

const { address: escrow, balance, by, needed, over, asset, archived } = balancesSchema.shape.balances.element.shape;

const readSchema = z.strictObject({
  escrow,
  balance: balance.unwrap(),
  by: by.unwrap().describe('Whose word it is'),
  ...{ needed, over, asset },
  archived: archived.describe('Its entries are archived; nothing is lost'),
});

/** Balances for a model: in the order asked, with each reason for an unread one given once. */
export const balancesViewSchema = balancesSchema.extend({
  balances: z.array(readSchema),
  notRead: z.array(z.strictObject({ error: z.string(), escrows: z.array(z.string()) })).optional(),
});

/** Leaves room for the addresses of the others. */
const ROOM = MOST_ROOM / 2;
const TOO_MANY = 'It was left out, since it does not fit into one result. Ask again for these.';

export function balancesView({ balances, ...rest }: Balances): z.output<typeof balancesViewSchema> {
  const notRead = new Map<string, string[]>();
  const read = balances.flatMap(({ error = '', balance, by, address: escrow, renewedTo: _, ...entry }) => {
    if (balance !== undefined && by !== undefined) return { escrow, ...entry, balance, by };
    notRead.set(error, [...(notRead.get(error) ?? []), escrow]);
    return [];
  });
  const shown = rowsWithin(read, ROOM);
  if (shown.length < read.length) {
    notRead.set(
      TOO_MANY,
      read.slice(shown.length).map(({ escrow }) => escrow),
    );
  }
  return {
    ...rest,
    balances: shown,
    ...(notRead.size === 0 ? {} : { notRead: [...notRead].map(([error, escrows]) => ({ error, escrows })) }),
  };
}

export const getBalances = defineTool({
  name: 'get_balances',
  description:
    'Read what escrows hold now, in token units, in the order asked; needed is what an escrow has yet to pay out, so ' +
    'less than that is not fully funded, and over is too much. Use it whenever someone asks about the money in an ' +
    'escrow, and after funding one. With wallet also what that account holds of the escrows’ tokens, before it pays. ' +
    'What is in notRead was not read: say so, never take it for zero. With by service it is only what the service says: ' +
    'say that too.',
  annotations: { title: 'Read escrow balances', ...READS },
  input: z.strictObject({
    escrows: z.array(z.string()).describe('Each an address (C…), title, id or transaction hash'),
    wallet: z.string().optional().describe('G… or a name'),
    signer: z.string().optional().describe('G… account that asks; rarely needed'),
  }),
  output: balancesViewSchema,
  afterTimeout: 'Ask again, for fewer escrows.',
  run: async (desk, { escrows, ...rest }, options) => {
    const input = escrows === undefined ? rest : { ...rest, addresses: escrows };
    try {
      return balancesView(await desk.balances(input, options));
    } catch (thrown) {
      const first = inFieldsOf(thrown);
      const { valid, notRead } = withoutUnreadable(escrows, first);
      const others = desk.balances({ ...rest, addresses: valid }, options).catch((again: unknown) => {
        // Its problems name places in the shorter list.
        throw toCountersignError(again).code === 'INPUT_INVALID' ? first : again;
      });
      const view = balancesView(await others);
      return { ...view, notRead: [...notRead, ...(view.notRead ?? [])] };
    }
  },
});

/** The error with the names of this tool's fields. */
function inFieldsOf(thrown: unknown): unknown {
  if (!(thrown instanceof CountersignError) || thrown.fields === undefined) return thrown;
  const fields = thrown.fields.map((field) => ({ ...field, path: field.path.replace(/^addresses/, 'escrows') }));
  return Object.assign(new CountersignError(thrown.code, { cause: thrown }), thrown, { fields });
}

/** The escrows without those that are not valid, as long as one is. @throws the error, if anything else is wrong */
function withoutUnreadable(escrows: unknown, error: unknown) {
  const fields = error instanceof CountersignError ? spokenFields(error, 'en') : [];
  const all: readonly unknown[] = Array.isArray(escrows) ? escrows : [];
  const isWrong = (index: number) => fields.some(({ written }) => written === `escrows[${index}]`);
  const valid = all.filter((_, index) => !isWrong(index));
  if (valid.length === 0 || valid.length !== all.length - fields.length || fields.length === 0) throw error;
  return { valid, notRead: fields.map(({ written = '', problem }) => ({ error: problem, escrows: [written] })) };
}
