/** A prepared step of an escrow for a model, like `preparedView` for an escrow. */
import type { StepName } from '@countersign/core/escrow';
import { type Prepared, planSchema } from '@countersign/core/results';
import {
  leftText,
  nameText,
  naming,
  paymentText,
  payoutLine,
  reasonText,
  severalText,
  turnsText,
} from '@countersign/core/words';
import * as z from 'zod';
import { shortRows, turnView, turnViewSchema } from './escrow-view.ts';
import { givenXdr, headOf, judgementView, nextStep, type PreparingTool, preparedViewSchema } from './prepared-view.ts';

const text = z.string();
const texts = z.array(text);

export const stepViewSchema = preparedViewSchema.omit({ replaces: true }).extend({
  id: text.describe('Handle of this step'),
  contractId: text.describe('The escrow'),
  summary: z.strictObject({
    headline: text.optional().describe('Who gets what after fees, and what stays'),
    does: text,
    title: text,
    signer: text,
    signerName: text.optional(),
    changes: z.array(z.strictObject({ what: text, before: text, after: text })),
    moreChanges: z.number().optional().describe('Not listed: signUrl and explain_xdr show them'),
    pays: texts,
    about: text.optional(),
    left: text.describe('In the escrow afterwards'),
    doesNot: texts,
    feeXlm: text,
    names: texts.optional().describe('Which address a name stood for'),
    reasons: texts.optional().describe('Why it is only partly verified'),
    warnings: texts,
  }),
  afterwards: text.describe('Whose turn it is once it has settled'),
  turn: z.array(turnViewSchema),
  plan: planSchema.optional().describe('Of several milestones'),
});
export type StepView = z.output<typeof stepViewSchema>;

const ADDRESS = /^[GC][A-Z2-7]{55}$/;

/**
 * @param includeXdr whether the caller wants the transaction; without a page it is always included
 * @param tool that prepares it again
 */
export function stepView(prepared: Prepared<StepName>, includeXdr: boolean, tool: PreparingTool): StepView {
  const { summary, judgement: risk, signUrl } = prepared;
  const { does, title, signer, changes, pays, about, doesNot, turn, token, feeXlm, reasons, warnings } = summary;
  const unit = token.code ?? token.address;
  const unsigned = givenXdr(prepared, includeXdr);
  const shown = shortRows(changes, 'moreChanges');
  const { plan } = prepared;
  const next = nextStep(prepared, unsigned.unsignedXdr !== undefined, tool);
  const known = prepared.names ?? [];
  const fromBook = known.filter(({ from }) => from === 'address-book');
  const names = [...new Set(fromBook.map((each) => `${nameText(each)}: ${each.address}`))];
  // Of anyone else the name comes with the whole address where they are mentioned first: who is paid, above all.
  const listed = [...fromBook.map(({ address }) => address), signer];
  const named = naming(known, listed);
  const namedInTurn = naming(known, [...listed, ...turn.flatMap(({ address }) => address ?? [])]);
  // Other values are texts of strangers.
  const valueIn = (value: string) => (ADDRESS.test(value) ? named(value) : value);
  const signerName = known.find(({ address }) => address === signer)?.name;
  return {
    ...headOf(prepared),
    summary: {
      ...(pays.length === 0 ? {} : { headline: naming(known, listed)(payoutLine(summary, unit)) }),
      does,
      title,
      signer,
      ...(signerName === undefined ? {} : { signerName }),
      changes: shown.rows.map(({ what, before, after }) => ({ what, before: valueIn(before), after: valueIn(after) })),
      ...shown.left,
      pays: pays.map((payment) => named(paymentText(payment, unit))),
      ...(about === undefined ? {} : { about }),
      left: leftText(summary, unit),
      doesNot,
      feeXlm,
      ...(names.length === 0 ? {} : { names }),
      ...(reasons === undefined ? {} : { reasons: reasons.map(reasonText) }),
      warnings,
    },
    afterwards: namedInTurn(turnsText(turn)),
    turn: turnView(turn, known),
    judgement: judgementView(risk, named),
    ...unsigned,
    ...(signUrl === undefined ? {} : { signUrl }),
    ...(plan === undefined ? {} : { plan }),
    next: plan === undefined ? next : `${severalText(plan)} ${next} ${ONE_BY_ONE}`,
  };
}

const ONE_BY_ONE =
  'Each of these milestones is prepared when the one before it has settled: the wait then ends with the next link and its id.';
