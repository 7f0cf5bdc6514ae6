import type { PrepareInput } from '@countersign/core';
import { type Prepared, preparedFundingSchema } from '@countersign/core/results';
import { naming, reasonText } from '@countersign/core/words';
import * as z from 'zod';
import { givenXdr, headOf, judgementView, nextStep, preparedViewSchema, xdrLinks } from '../views/prepared-view.ts';
import { defineTool } from './tool.ts';

const text = z.string();
const texts = z.array(text);
const { token, way } = preparedFundingSchema.shape.summary.shape;

const fundingViewSchema = preparedViewSchema.omit({ replaces: true }).extend({
  id: text.describe('Handle of this payment'),
  contractId: text.describe('The escrow that is paid'),
  summary: z.strictObject({
    title: text.optional(),
    payer: text,
    payerName: text.optional(),
    amount: text,
    token,
    way,
    feeXlm: text,
    reasons: texts.optional().describe('Why it is only partly verified'),
    warnings: texts,
  }),
  note: text.optional().describe('How the call was understood'),
});
type FundingView = z.output<typeof fundingViewSchema>;

/** @param includeXdr whether the caller wants the transaction; without a page it is always included */
function fundingView(prepared: Prepared<'fund'>, includeXdr: boolean): FundingView {
  const { summary, judgement: risk, signUrl } = prepared;
  const { title, signer, amount, token, way, feeXlm, reasons, warnings } = summary;
  const unsigned = givenXdr(prepared, includeXdr);
  const known = prepared.names ?? [];
  const named = naming(known, [signer]);
  const payerName = known.find(({ address }) => address === signer)?.name;
  return {
    ...headOf(prepared),
    summary: {
      ...(title === undefined ? {} : { title }),
      payer: signer,
      ...(payerName === undefined ? {} : { payerName }),
      amount,
      token,
      way,
      feeXlm,
      ...(reasons === undefined ? {} : { reasons: reasons.map(reasonText) }),
      warnings,
    },
    judgement: judgementView(risk, named),
    ...unsigned,
    ...(signUrl === undefined ? {} : { signUrl }),
    next: nextStep(prepared, unsigned.unsignedXdr !== undefined, 'fund_escrow'),
  };
}

export const fundEscrow = defineTool({
  name: 'fund_escrow',
  isOffered: ({ hasLedger }) => hasLedger,
  description:
    'Prepare a payment into an escrow that is on the ledger. It sends nothing. Give the escrow’s id or contractId; ' +
    'without an amount it is what the escrow still needs. The id of a payment, alone, prepares that payment again. Show ' +
    'the person the summary, the judgement and signUrl, where they confirm stops (no argument can) and sign; then wait ' +
    'with get_transaction. Whether to pay the same again is the person’s decision. Never ask for a seed.',
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
      way: way.describe(
        'transfer: a plain payment, for wallets that cannot call the contract; it ignores changed terms',
      ),
      includeXdr: z.boolean(),
    })
    .partial(),
  output: fundingViewSchema,
  afterTimeout: 'Ask again with the same arguments: nothing was executed.',
  run: async (desk, input, options) => {
    const { contractId, includeXdr, ...others } = input;
    const request = { ...others, ...(contractId === undefined ? {} : { escrow: contractId }) };
    return fundingView(await desk.prepare('fund', request as PrepareInput<'fund'>, options), includeXdr === true);
  },
  links: xdrLinks,
});
