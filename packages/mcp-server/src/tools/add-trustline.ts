import type { PrepareInput } from '@countersign/core';
import { type Prepared, preparedTrustSchema } from '@countersign/core/results';
import { nameText } from '@countersign/core/words';
import * as z from 'zod';
import { judgementView, namesIn, preparedViewSchema } from '../views/prepared-view.ts';
import { defineTool } from './tool.ts';

/** A prepared trustline for a model. Its transaction is short, so it is always included. */
const preparedTrustViewSchema = preparedTrustSchema
  .pick({
    id: true,
    status: true,
    network: true,
    transactionHash: true,
    expiresAt: true,
    checked: true,
    unsignedXdr: true,
    next: true,
    signUrl: true,
  })
  .extend({
    summary: preparedTrustSchema.shape.summary.omit({ network: true, networkPassphrase: true, expiresAt: true }),
    networkPassphrase: z.string().optional(),
    names: z.array(z.string()).optional().describe('Which address a name stood for'),
    judgement: preparedViewSchema.shape.judgement,
  });

function preparedTrustView({
  contractId: _,
  summary: { network: _network, networkPassphrase, expiresAt: _expiresAt, ...summary },
  judgement: risk,
  names = [],
  replaces: _replaces,
  ...prepared
}: Prepared<'trust'>): z.output<typeof preparedTrustViewSchema> {
  return {
    ...prepared,
    ...(prepared.unsignedXdr === undefined ? {} : { networkPassphrase }),
    summary,
    ...(names.length === 0 ? {} : { names: [...new Set(names.map((each) => `${nameText(each)}: ${each.address}`))] }),
    judgement: judgementView(risk, namesIn({ names })),
  };
}

export const addTrustline = defineTool({
  name: 'add_trustline',
  isOffered: ({ hasLedger }) => hasLedger,
  description:
    'Prepare a trustline. An account needs one before it can hold a token, be paid in it or pay with it. Call it when a ' +
    'result says that an account lacks one. signer is the owner of that account: nobody else can sign for it. It sends ' +
    'nothing. Show the person means, the warnings and signUrl, where they sign; then wait with get_transaction.',
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
