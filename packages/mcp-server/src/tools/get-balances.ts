import * as z from 'zod';
import { balancesView, balancesViewSchema } from '../views/balances-view.ts';
import { defineTool } from './tool.ts';

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
  run: async (desk, input, options) => balancesView(await desk.balances(input, options)),
});
