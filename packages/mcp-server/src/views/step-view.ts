/** Whatever is prepared about an escrow, for a model: a payment, a step, a trustline. All have the same fields. */
import type { ActionName } from '@countersign/core';
import { addAmounts, type StepName } from '@countersign/core/escrow';
import { type Balances, isFunding, isStep, isTrustline, type Prepared, planSchema } from '@countersign/core/results';
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
import {
  givenXdr,
  headOf,
  judgementView,
  namesIn,
  nextStep,
  type PreparedView,
  preparedView,
  preparedViewSchema,
} from './prepared-view.ts';

const text = z.string();
const texts = z.array(text);

export const stepViewSchema = preparedViewSchema.omit({ replaces: true }).extend({
  escrow: text.optional(),
  summary: z.strictObject({
    headline: text.optional().describe('Who gets what after fees, and what stays'),
    does: text,
    title: text.optional(),
    signer: text,
    signerName: text.optional(),
    amount: text.optional(),
    way: text.optional(),
    changes: z.array(z.strictObject({ what: text, before: text, after: text })).optional(),
    moreChanges: z.number().optional().describe('Not listed: signUrl and explain_xdr show them'),
    pays: texts.optional().describe('Who gets what, and the fees'),
    about: text.optional(),
    left: text.optional().describe('In the escrow afterwards'),
    doesNot: texts.optional(),
    token: preparedViewSchema.shape.summary.shape.token.extend({ issuer: text.optional() }).optional(),
    reserveXlm: text.optional(),
    feeXlm: text,
    names: texts.optional().describe('Which address a name stood for'),
    reasons: texts.optional().describe('Why it is only partly verified'),
    warnings: texts,
  }),
  afterwards: text.optional().describe('Whose turn it is once it has settled'),
  turn: z.array(turnViewSchema).optional(),
  plan: planSchema.optional().describe('Of several milestones'),
  note: text.optional().describe('How the call was understood'),
});
export type StepView = z.output<typeof stepViewSchema>;

/** Without its page, the transaction is always included. */
type AnyPrepared = Pick<Prepared<StepName>, 'names'> & (Prepared<StepName> | Prepared<'fund'> | Prepared<'trust'>);

function partsOf(prepared: AnyPrepared, includeXdr: boolean) {
  const { summary, signUrl, names: known = [] } = prepared;
  const { signer, feeXlm, warnings } = summary;
  const unsigned = givenXdr(prepared, includeXdr);
  const signerName = known.find(({ address }) => address === signer)?.name;
  const used = known.filter(({ from }) => from === 'address-book');
  const names = [...new Set(used.map((each) => `${nameText(each)}: ${each.address}`))];
  const reasons = 'reasons' in summary ? summary.reasons : undefined;
  return {
    signing: { signer, ...(signerName === undefined ? {} : { signerName }) },
    rest: {
      feeXlm,
      ...(names.length === 0 ? {} : { names }),
      ...(reasons === undefined ? {} : { reasons: reasons.map(reasonText) }),
      warnings,
    },
    end: { ...unsigned, ...(signUrl === undefined ? {} : { signUrl }) },
    next: nextStep(prepared, unsigned.unsignedXdr !== undefined),
  };
}

/** @param held what the escrow holds and needs before it */
export function fundingView(
  prepared: Prepared<'fund'>,
  includeXdr: boolean,
  held?: Balances['balances'][number],
): StepView {
  const { summary, contractId: escrow, names = [] } = prepared;
  const { title, amount, token, way } = summary;
  const { signing, rest, end, next } = partsOf(prepared, includeXdr);
  const sum = `${amount} ${token.code ?? 'tokens'}`;
  return {
    ...headOf(prepared),
    escrow,
    summary: {
      does: `Pays ${sum} into the escrow${title === undefined ? '' : ` “${title}”`}. No fee is taken from it now; payouts have fees.`,
      ...(title === undefined ? {} : { title }),
      ...signing,
      amount,
      way,
      token,
      ...(held?.balance !== undefined &&
        held.needed !== undefined && {
          left: `${addAmounts([held.balance, amount])} of ${held.needed} ${token.code ?? 'tokens'} that it has yet to pay out.`,
        }),
      ...rest,
    },
    judgement: judgementView(prepared.judgement, naming(names, [signing.signer])),
    ...end,
    next,
  };
}

/** Its transaction is short, so it is always included. */
export function trustlineView(prepared: Prepared<'trust'>): StepView {
  const { means: does, token, reserveXlm } = prepared.summary;
  const { signing, rest, end, next } = partsOf(prepared, true);
  const { names: _, ...fees } = rest;
  const names = [...new Set((prepared.names ?? []).map((each) => `${nameText(each)}: ${each.address}`))];
  return {
    ...headOf(prepared),
    summary: { does, ...signing, token, reserveXlm, ...(names.length === 0 ? {} : { names }), ...fees },
    judgement: judgementView(prepared.judgement, namesIn(prepared)),
    ...end,
    next,
  };
}

const ADDRESS = /^[GC][A-Z2-7]{55}$/;

/** @param includeXdr whether the caller wants the transaction; without a page it is always included */
export function stepView(prepared: Prepared<StepName>, includeXdr: boolean): StepView {
  const { summary, plan, names: known = [] } = prepared;
  const { does, title, signer, changes, pays, about, doesNot, turn, token } = summary;
  const unit = token.code ?? token.address;
  const { signing, rest, end, next } = partsOf(prepared, includeXdr);
  const shown = shortRows(changes, 'moreChanges');
  const fromBook = known.filter(({ from }) => from === 'address-book');
  // Of anyone else the name comes with the whole address where they are mentioned first: who is paid, above all.
  const listed = [...fromBook.map(({ address }) => address), signer];
  const named = naming(known, listed);
  const namedInTurn = naming(known, [...listed, ...turn.flatMap(({ address }) => address ?? [])]);
  // Other values are texts of strangers.
  const valueIn = (value: string) => (ADDRESS.test(value) ? named(value) : value);
  return {
    ...headOf(prepared),
    escrow: prepared.contractId,
    summary: {
      ...(pays.length === 0 ? {} : { headline: naming(known, listed)(payoutLine(summary, unit)) }),
      does,
      title,
      ...signing,
      changes: shown.rows.map(({ what, before, after }) => ({ what, before: valueIn(before), after: valueIn(after) })),
      ...shown.left,
      pays: pays.map((payment) => named(paymentText(payment, unit))),
      ...(about === undefined ? {} : { about }),
      left: leftText(summary, unit),
      doesNot,
      ...rest,
    },
    afterwards: namedInTurn(turnsText(turn)),
    turn: turnView(turn, known),
    judgement: judgementView(prepared.judgement, named),
    ...end,
    ...(plan === undefined ? {} : { plan }),
    next: plan === undefined ? next : `${severalText(plan)} ${next} ${ONE_BY_ONE}`,
  };
}

const ONE_BY_ONE =
  'Each of these milestones is prepared when the one before it has settled: the wait then ends with the next link and its id.';

/** @param prepared of any action, as it was renewed */
export function renewedView(prepared: Prepared<ActionName>, includeXdr: boolean): StepView | PreparedView {
  if (isFunding(prepared)) return fundingView(prepared, includeXdr);
  if (isTrustline(prepared)) return trustlineView(prepared);
  return isStep(prepared) ? stepView(prepared, includeXdr) : preparedView(prepared as Prepared, includeXdr);
}
