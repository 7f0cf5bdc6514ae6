import type { PrepareInput } from '@countersign/core';
import { type Prepared, preparedSchema } from '@countersign/core/results';
import { labelledCosts, nameLines, reasonText, stopLines, warningText } from '@countersign/core/words';
import * as z from 'zod';
import { defineTool } from './tool.ts';

const decimal = z.union([z.string(), z.number()]);
const text = z.string();

const texts = z.array(text);

/** What the desk prepared, with costs, reasons and judgement in the words in which a person is told of them. */
const preparedInWordsSchema = preparedSchema.extend({
  summary: preparedSchema.shape.summary.extend({ costs: texts, reasons: texts.optional() }),
  names: texts.optional(),
  judgement: z.strictObject({
    stops: texts.describe('The person alone confirms these'),
    warnings: texts,
    facts: texts,
  }),
});

export const deployEscrow = defineTool({
  name: 'deploy_escrow',
  description:
    'Prepare a milestone escrow on Stellar: unsigned, compared with this request; sends nothing. Give every field ' +
    '(the last two optional), or id alone to renew. Never retype or guess an address: ask. Show the person summary, ' +
    'judgement and signUrl whole: there they read, confirm any stops (no argument can) and sign; get_transaction ' +
    'tells the outcome. Or a wallet signs unsignedXdr, for submit_signed_xdr. Never ask for a seed.',
  annotations: {
    title: 'Prepare an escrow',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z
    .strictObject({
      id: text.describe('To renew'),
      signer: text.describe('G…'),
      engagementId: text.describe('Unique'),
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
        .describe('G… or C…'),
      platformFee: decimal.describe('5 means 5%'),
      milestones: z.array(z.strictObject({ description: text, amount: decimal.describe('In tokens') })),
      trustline: z.strictObject({
        address: text.describe('Contract or issuer'),
        decimals: z.number().optional().describe('10000000 for 7 decimals'),
      }),
      receiverMemo: decimal,
      anotherEscrow: z.boolean().describe('Same terms again; the person confirms'),
    })
    .partial(),
  output: preparedInWordsSchema,
  afterTimeout: 'Ask again with the same request: nothing was executed.',
  // The desk checks the request, so that every problem is told at once and in its own words.
  run: async (desk, input, options) => {
    const { anotherEscrow, ...request } = input as { anotherEscrow?: unknown };
    return inWords(
      typeof anotherEscrow === 'boolean'
        ? await desk.prepare('deploy', request as PrepareInput<'deploy'>, { ...options, another: anotherEscrow })
        : await desk.prepare('deploy', input as PrepareInput<'deploy'>, options),
    );
  },
});

function inWords(prepared: Prepared): z.output<typeof preparedInWordsSchema> {
  const { summary, names, judgement } = prepared;
  return {
    ...prepared,
    summary: { ...summary, costs: costTexts(summary), reasons: summary.reasons?.map(reasonText) },
    names: names && nameLines(names),
    judgement: {
      stops: stopLines(judgement.stops),
      warnings: judgement.warnings.map(warningText),
      facts: judgement.facts.map(warningText),
    },
  };
}

/** What each gets when a milestone is paid out; and of all, where there are several. */
function costTexts({ costs, token }: Prepared['summary']): string[] {
  return labelledCosts(costs, token.code ?? 'tokens').map(({ label, value }) => `${label}: ${value}`);
}
