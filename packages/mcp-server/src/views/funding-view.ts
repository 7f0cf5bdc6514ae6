/** A prepared payment for a model, like `preparedView` for an escrow. */
import type { Prepared } from '@countersign/core/results';
import { reasonText, stopLines, warningText } from '@countersign/core/words';
import * as z from 'zod';
import { givenXdr, nextStep, preparedViewSchema } from './prepared-view.ts';

const text = z.string();
const texts = z.array(text);

export const fundingViewSchema = preparedViewSchema.omit({ replaces: true }).extend({
  id: text.describe('Handle of this payment'),
  contractId: text.describe('The escrow that is paid'),
  summary: z.strictObject({
    title: text.optional(),
    payer: text,
    amount: text,
    token: z.strictObject({ address: text, code: text.optional() }),
    way: z.enum(['escrow', 'transfer']),
    feeXlm: text,
    reasons: texts.optional().describe('Why it is only partly verified'),
    warnings: texts,
  }),
});
export type FundingView = z.output<typeof fundingViewSchema>;

/** @param includeXdr whether the caller wants the transaction; without a page it is always included */
export function fundingView(prepared: Prepared<'fund'>, includeXdr: boolean): FundingView {
  const { id, status, network, contractId, transactionHash, expiresAt, checked, summary, judgement, signUrl } =
    prepared;
  const { title, signer, amount, token, way, feeXlm, reasons, warnings } = summary;
  const given = givenXdr(prepared, includeXdr);
  return {
    id,
    status,
    network,
    contractId,
    transactionHash,
    expiresAt,
    checked,
    summary: {
      ...(title === undefined ? {} : { title }),
      payer: signer,
      amount,
      token,
      way,
      feeXlm,
      ...(reasons === undefined ? {} : { reasons: reasons.map(reasonText) }),
      warnings,
    },
    judgement: {
      stops: stopLines(judgement.stops),
      warnings: judgement.warnings.map(warningText),
      facts: judgement.facts.map(warningText),
    },
    ...given,
    ...(signUrl === undefined ? {} : { signUrl }),
    next: nextStep(prepared, given.unsignedXdr !== undefined, 'fund_escrow'),
  };
}
