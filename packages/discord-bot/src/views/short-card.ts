/**
 * What a person reads before they sign, on one screen of a phone: what it is, who gets what, what stays, and the warning
 * that matters. Everything else is behind *Details*, but never a blocking warning.
 */
import type { ActionName, Prepared } from '@countersign/core';
import { addAmounts } from '@countersign/core/escrow';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { format, pluralForm } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { shortJudgementParts } from './judgement.ts';
import { clockTime, code, line, linked } from './markdown.ts';
import { shortList, text, textIfAny } from './parts.ts';
import { personText } from './people.ts';
import { comparedText, lastParts, pressParts, titleOfPayment, toSign } from './signing.ts';
import { payText } from './step.ts';

type Any = Prepared<ActionName>;
type Names = NonNullable<Any['names']>;

/** A whole address takes two lines of a phone. */
const MOST_PAYEES = 3;
const MOST_CHANGES = 4;
const TITLE = 60;
const VALUE = 60;
/** Of what a step does: a report's evidence may be a list of links. */
const DOES = 250;

const ACCOUNTS = /\bG[A-Z2-7]{55}\b/g;

/** @param note a sentence about this card, such as why it no longer changes */
export function shortMessage(prepared: Any, note: string | undefined, words: Words): Message {
  const message = toSign(prepared, [
    text(headline(prepared, words)),
    text(...stateLines(prepared, words)),
    ...shortJudgementParts(prepared, words),
    ...textIfAny(moneyLines(prepared, words)),
    ...pressParts(prepared, words, 'short'),
    ...lastParts(prepared, note, words, 'short'),
  ]);
  return { ...message, named: JSON.stringify(prepared.summary).match(ACCOUNTS) ?? [] };
}

/** Also of the whole card of an escrow, a payment or a trustline. @param longest of a new escrow's title */
export function headline(prepared: Any, words: Words, longest = TITLE): string {
  const { card, core, language } = words;
  const isOpen = prepared.unsignedXdr !== undefined;
  const unit = unitOf(prepared, words);
  const headed = (ready: string, what: string) => `## ${isOpen ? ready : card.readFirst}: ${what}`;
  if (isStep(prepared)) {
    const { step, does, title } = prepared.summary;
    // The approver can open the evidence.
    const what = step === 'approve' ? linked(does, DOES) : line(does, DOES);
    return `${headed(card.toSign, core.actions[step].title)}\n${what}\n${format(card.ofEscrow, { title: line(title, TITLE) })}`;
  }
  if (isTrustline(prepared)) {
    return headed(card.ready, format(card.trustlineFor, { token: line(prepared.summary.token.code) }));
  }
  if (isFunding(prepared)) {
    const { amount } = prepared.summary;
    const title = titleOfPayment(prepared);
    const what = format(card.intoEscrow, { amount: `${amount} ${unit}` });
    return `## ${isOpen ? card.paymentToSign : card.readFirst}${title === undefined ? '' : `: ${line(title, TITLE)}`}\n${what}`;
  }
  const { title, total, milestones } = prepared.summary;
  const count = milestones.length;
  const terms = format(card.forMilestones[pluralForm(language, count)], { amount: `${total} ${unit}`, count });
  return `${headed(card.ready, line(title, longest))}\n${terms}`;
}

const unitOf = ({ summary: { token } }: Any, { card }: Words): string => token.code ?? card.tokens;

/** The network, the time left, and what could not be compared. */
function stateLines(prepared: Any, words: Words): string[] {
  const { name, means } = words.core.NETWORK_WORDS[prepared.summary.network];
  const until = format(words.card.signBy, { time: clockTime(prepared.expiresAt) });
  const compared = comparedText(prepared, words);
  return [
    `**${name.toUpperCase()}: ${means}**${prepared.unsignedXdr === undefined ? '' : ` · ${until}`}`,
    ...(compared === words.card.matches ? [] : [compared]),
    ...('plan' in prepared && prepared.plan !== undefined ? [line(words.core.severalText(prepared.plan), 300)] : []),
  ];
}

/** Who gets what after fees, and what stays. */
function moneyLines(prepared: Any, words: Words): string[] {
  const { card } = words;
  const { names = [], unsignedXdr } = prepared;
  const unit = unitOf(prepared, words);
  // What the person types to confirm.
  const total = (amount: string) => (unsignedXdr === undefined ? [`**${card.total}** ${amount}`] : []);
  if (isStep(prepared)) return [...stepLines(prepared, unit, words), ...total(`${prepared.summary.amount} ${unit}`)];
  if (isTrustline(prepared)) {
    const { token, reserveXlm } = prepared.summary;
    return [
      `**${card.account}** ${personText(prepared.summary.signer, names)}`,
      format(card.issuedBy, { token: line(token.code), issuer: code(token.issuer) }),
      `${card.noMoney} **${card.heldBack}** ${format(card.untilTrustlineRemoved, { amount: `${reserveXlm} XLM` })}`,
      ...total('0'),
    ];
  }
  if (isFunding(prepared)) {
    const after = prepared.judgement.facts.filter((fact) => fact.code === 'AFTER_PAYMENT');
    return [
      ...words.core.warningLines(after).map((each) => line(each)),
      ...total(`${prepared.summary.amount} ${unit}`),
    ];
  }
  const { costs, roles, total: all } = prepared.summary;
  const { platform, service, receiver } = costs.total;
  const payees = costs.payees ?? [{ address: roles.receiver, receiver }];
  const gets = payees.map((each) =>
    format(card.gets, { who: payee(each.address, names), amount: `${each.receiver} ${unit}` }),
  );
  const fees = format(card.feesLater, { amount: `${addAmounts([platform, service])} ${unit}` });
  return [...shortList(gets, MOST_PAYEES, card.moreInDetails), fees, ...total(`${all} ${unit}`)];
}

function stepLines(prepared: Prepared<'approve'>, unit: string, words: Words): string[] {
  const { card, core } = words;
  const { summary, names = [] } = prepared;
  const { pays, left, changes, doesNot, step } = summary;
  const received = pays.filter(({ as }) => as === 'receiver' || as === 'share');
  const fees = pays.filter((each) => !received.includes(each));
  const paid = received.map(({ roles, ...each }) =>
    payText(
      { ...each, ...(roles && { roles: roles.slice(0, 1) }) },
      unit,
      each.to === undefined ? '' : payee(each.to, names),
      words,
    ),
  );
  const money =
    pays.length === 0
      ? [format(card.noMoneyMoves, { left: `${left} ${unit}` })]
      : [
          ...shortList(paid, MOST_PAYEES, card.moreInDetails),
          format(card.feesAndLeft, {
            fees: `${addAmounts(fees.map((each) => each.amount))} ${unit}`,
            left: core.leftText(summary, unit),
          }),
        ];
  // Elsewhere the headline has it.
  const changed = step === 'update' || step === 'change-status' ? changes : [];
  const lines = changed.map(
    ({ what, before, after }) => `${line(what, 80)}: ${line(before, VALUE)} → ${line(after, VALUE)}`,
  );
  // That no money moves is above.
  const limits = pays.length === 0 ? doesNot.slice(1) : doesNot.slice(-1);
  return [
    ...money,
    ...shortList(lines, MOST_CHANGES, card.moreInDetails),
    ...limits.map((each) => `- ${line(each, 300)}`),
  ];
}

/** The whole address. In place of an unnamed one, `members.ts` writes a member who has proven it. */
function payee(address: string, names: Names): string {
  const name = names.find((each) => each.address === address)?.name;
  return name === undefined ? `**${code(address)}**` : `${line(name)} ${code(address)}`;
}
