import type { PrepareInput } from '@countersign/core';
import { type Prepared, preparedSchema } from '@countersign/core/results';
import { labelledCosts, reasonText } from '@countersign/core/words';
import * as z from 'zod';
import { defineTool } from './tool.ts';

const decimal = z.union([z.string(), z.number()]);
const text = z.string();

/** What the desk prepared, with its reasons and costs in the words in which a person is told of them. */
const preparedInWordsSchema = preparedSchema.extend({
  summary: preparedSchema.shape.summary.extend({ reasons: z.array(text).optional(), costs: z.array(text) }),
});

export const deployEscrow = defineTool({
  name: 'deploy_escrow',
  description:
    'Prepare a milestone escrow on Stellar: its deploy transaction, unsigned, decoded and compared with this ' +
    'request. Executes nothing. Give every field (receiverMemo optional), or id alone to renew. Never retype, ' +
    'shorten or guess an address: ask. Show the person the whole summary and signUrl: they read and sign there, ' +
    'and get_transaction tells the outcome. Or their wallet signs unsignedXdr before expiresAt, for ' +
    'submit_signed_xdr. Never ask for a seed.',
  annotations: {
    title: 'Prepare an escrow',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z
    .strictObject({
      id: text.describe('Handle to renew'),
      signer: text.describe('G… account that signs'),
      engagementId: text.describe('Unique name'),
      title: text,
      description: text,
      roles: z
        .strictObject({
          approver: text,
          serviceProvider: text,
          platformAddress: text,
          release: text,
          disputeResolver: text,
          receiver: text,
        })
        .describe('G… or C… addresses'),
      platformFee: decimal.describe('5 means 5%'),
      milestones: z.array(z.strictObject({ description: text, amount: decimal.describe('In tokens: "10.5"') })),
      trustline: z.strictObject({
        address: text.describe('Token contract or issuer'),
        decimals: z.number().optional().describe('10000000 for 7 decimals'),
      }),
      receiverMemo: decimal,
    })
    .partial(),
  output: preparedInWordsSchema,
  afterTimeout: 'Ask again with the same request: nothing was executed.',
  // The desk checks the request, so that every problem is told at once and in its own words.
  run: async (desk, input, options) => inWords(await desk.prepare('deploy', input as PrepareInput<'deploy'>, options)),
});

export function inWords(prepared: Prepared): z.output<typeof preparedInWordsSchema> {
  const { summary } = prepared;
  const unit = summary.token.code ?? 'tokens';
  const costs = labelledCosts(summary.costs, unit).map(({ label, value }) => `${label}: ${value}`);
  return { ...prepared, summary: { ...summary, reasons: summary.reasons?.map(reasonText), costs } };
}
