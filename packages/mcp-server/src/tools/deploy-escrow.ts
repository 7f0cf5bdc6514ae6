import * as z from 'zod';
import { preparedView, preparedViewSchema, xdrLinks } from '../views/prepared-view.ts';
import { readDeployInput } from './read-deploy-input.ts';
import { defineTool } from './tool.ts';

/** Decimals are text here, since hosts warn about a field with two types. The desk accepts numbers as well. */
const text = z.string();

export const deployEscrow = defineTool({
  name: 'deploy_escrow',
  description:
    'Prepare a milestone escrow on Stellar; sends nothing. Give every field (kind, last 3 optional), or id alone to renew. ' +
    'Never retype or guess an address: ask. Show the person summary, judgement and signUrl, where they confirm stops ' +
    '(no argument can) and sign. Never ask for a seed.',
  annotations: {
    title: 'Prepare an escrow',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z
    .strictObject({
      id: text,
      kind: z.enum(['multi', 'single']),
      signer: text,
      engagementId: text.describe('Unique'),
      title: text,
      description: text,
      roles: z
        .strictObject({
          approver: text.describe('Approves'),
          serviceProvider: text.describe('Does the work'),
          platformAddress: text.describe('Gets the fee'),
          release: text.describe('Pays out'),
          disputeResolver: text.describe('Settles disputes'),
          receiver: text.describe('Is paid'),
        })
        .describe('G…, C… or a name'),
      platformFee: text.describe('Percent'),
      milestones: z.array(z.strictObject({ description: text, amount: text.describe('In tokens') })),
      trustline: z.strictObject({
        address: text.describe('C…, issuer or USDC'),
        decimals: z.number().optional().describe('10000000 for 7'),
      }),
      receiverMemo: text,
      anotherEscrow: z.boolean().describe('A second one'),
      includeXdr: z.boolean(),
    })
    .partial(),
  output: preparedViewSchema,
  afterTimeout: 'Ask again with the same request: nothing was executed.',
  // The desk checks the request, so that every problem is reported at once and in its own words.
  run: async (desk, input, options) => {
    const { request, another, includeXdr, written } = readDeployInput(input);
    const prepared = await desk.prepare('deploy', request, {
      ...options,
      ...(another === undefined ? {} : { another }),
      ...(written === undefined ? {} : { beside: { ...options.beside, written } }),
    });
    return preparedView(prepared, includeXdr);
  },
  links: xdrLinks,
});
