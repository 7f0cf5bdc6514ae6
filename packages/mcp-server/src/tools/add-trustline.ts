import type { PrepareInput } from '@countersign/core';
import * as z from 'zod';
import { preparedTrustView, preparedTrustViewSchema } from '../views/prepared-trust-view.ts';
import { defineTool } from './tool.ts';

export const addTrustline = defineTool({
  name: 'add_trustline',
  isOffered: ({ hasLedger }) => hasLedger,
  description:
    'Prepare a trustline, by which an account can hold a token, be paid in it and pay; sends nothing. signer owns that ' +
    'account, and nobody else can sign for it. Show the person means and warnings.',
  annotations: {
    title: 'Prepare a trustline',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z
    .strictObject({
      id: z.string().describe('Alone, to renew'),
      signer: z.string(),
      token: z.string().describe('Contract, issuer or USDC'),
    })
    .partial(),
  output: preparedTrustViewSchema,
  afterTimeout: 'Ask again with the same request: nothing was executed.',
  run: async (desk, input, options) =>
    preparedTrustView(await desk.prepare('trust', input as PrepareInput<'trust'>, options)),
});
