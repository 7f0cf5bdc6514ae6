import type { PrepareInput } from '@countersign/core';
import * as z from 'zod';
import { fundingView, fundingViewSchema } from '../views/funding-view.ts';
import { xdrLinks } from '../views/prepared-view.ts';
import { defineTool } from './tool.ts';

const text = z.string();

export const fundEscrow = defineTool({
  name: 'fund_escrow',
  isOffered: ({ hasLedger }) => hasLedger,
  description:
    'Prepare a payment into an escrow that is settled; sends nothing. Give its id or contractId; without an amount it ' +
    'is what the escrow still needs. The id of a payment renews that. Show the person summary, judgement and signUrl, ' +
    'where they confirm stops (no argument can) and sign; get_transaction waits for it. Paying the same again is the ' +
    'person’s decision. Never ask for a seed.',
  annotations: {
    title: 'Prepare a payment into an escrow',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z
    .strictObject({
      id: text.describe('Of the escrow, or of the payment'),
      contractId: text,
      signer: text.describe('Who pays; with id, else its signer'),
      amount: text.describe('In tokens'),
      way: z
        .enum(['escrow', 'transfer'])
        .describe('transfer: a plain payment, for wallets that cannot call the contract; it ignores changed terms'),
      includeXdr: z.boolean(),
    })
    .partial(),
  output: fundingViewSchema,
  afterTimeout: 'Ask again with the same arguments: nothing was executed.',
  run: async (desk, input, options) => {
    const { contractId, includeXdr, ...given } = { ...(input as Record<string, unknown>) };
    const isAnswer = includeXdr === undefined || includeXdr === null || typeof includeXdr === 'boolean';
    const request = {
      ...given,
      ...(contractId === undefined || contractId === null ? {} : { escrow: contractId }),
      // A value other than true or false stays in the request, where the desk refuses it.
      ...(isAnswer ? {} : { includeXdr }),
    };
    return fundingView(await desk.prepare('fund', request as PrepareInput<'fund'>, options), includeXdr === true);
  },
  links: xdrLinks,
});
