/** A step of an escrow's life, as the transaction itself says it: who does what, what changes, and who is next. */

import type { Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { factParts, type JudgementCut, judgementParts, namesIn } from './judgement.ts';
import { code, line, linked } from './markdown.ts';
import { ALL, file, fits, RULE, shortList, text, textIfAny } from './parts.ts';
import { nameLines, personText } from './people.ts';
import { lastParts, pressParts, SUMMARY_FILE, statusLines, summaryFile, toSign } from './signing.ts';

type Step = Prepared<'approve'>;

/** How many changes and payments are shown, and how much of each text: the first that makes the card fit is taken. */
const CUTS: readonly Cut[] = [
  { rows: 50, value: 1_000, does: 1_500, ...riskCut(4, 8, 60) },
  { rows: 20, value: 200, does: 400, ...riskCut(4, 8, 60) },
  { rows: 8, value: 100, does: 400, ...riskCut(2, 4, 30) },
  { rows: 4, value: 60, does: 400, ...riskCut(0, 2, 15) },
  { rows: 2, value: 60, does: 400, ...riskCut(0, 0, 0) },
];
type Cut = {
  readonly rows: number;
  readonly value: number;
  readonly does: number;
  readonly risk: JudgementCut;
};

/** It ends with what stays in the escrow, so it is never cut. */
const LONGEST_PAYOUT = 1_500;

function riskCut(facts: number, differences: number, value: number) {
  return { risk: { facts, differences, value } };
}

/** Of the file. */
const WHOLE: Cut = {
  rows: ALL,
  value: ALL,
  does: ALL,
  risk: { facts: ALL, differences: ALL, value: ALL, isWhole: true },
};

/** @param note a sentence about this card, such as why it no longer changes */
export function stepMessage(prepared: Step, note: string | undefined, words: Words): Message {
  const last = CUTS.length - 1;
  const at = CUTS.findIndex((cut, index) => index === last || fits(parts(prepared, cut, note, index > 0, words)));
  const files = at > 0 ? [summaryFile(parts(prepared, WHOLE, note, false, words))] : [];
  return toSign(prepared, parts(prepared, CUTS[at] as Cut, note, at > 0, words), files);
}

function parts(prepared: Step, cut: Cut, note: string | undefined, shortened: boolean, words: Words) {
  const { card, core } = words;
  const { summary, transactionHash, names = [], plan } = prepared;
  const most = (limit: number) => (cut === WHOLE ? ALL : limit);
  const named = namesIn(prepared);
  const isOpen = prepared.unsignedXdr !== undefined;
  const unit = summary.token.code ?? card.tokens;
  const payout =
    summary.pays.length === 0 ? '' : `**${line(named(core.payoutLine(summary, unit)), most(LONGEST_PAYOUT))}**\n`;
  const role = summary.role === undefined ? '' : `${core.ROLE_WORDS[summary.role]} `;
  return [
    text(
      `## ${isOpen ? card.toSign : card.readFirst}: ${core.actions[summary.step].title}\n${payout}${doesText(summary, cut)}\n${format(card.ofEscrow, { title: line(summary.title, most(Math.min(cut.value, 120))) })}`,
    ),
    ...(plan === undefined ? [] : [text(line(core.severalText(plan), 500))]),
    text(...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, most(300))}`)),
    ...judgementParts(prepared, cut.risk, words),
    ...pressParts(prepared, words),
    RULE,
    text(...changeLines(prepared, cut, words)),
    text(...moneyLines(prepared, cut, words)),
    ...textIfAny(summary.doesNot.map((each) => `- ${line(each, most(300))}`)),
    text(`**${card.next}** ${line(named(core.turnsText(summary.turn)), most(500))}`),
    ...factParts(prepared, cut.risk, words),
    RULE,
    text(
      `**${card.signer}** ${role}${personText(summary.signer, names)}`,
      `**${card.escrowAddress}** ${code(summary.escrow)}`,
      `**${card.networkFee}** ${format(card.atMost, { amount: `${summary.feeXlm} XLM` })}`,
      `**${card.token}** ${code(summary.token.address)}`,
      `**${card.transaction}** ${code(transactionHash)}`,
      ...nameLines(names, words),
    ),
    ...(shortened ? [text(card.partsCut), file(SUMMARY_FILE)] : []),
    ...lastParts(prepared, note, words),
  ];
}

/** Who approves can open the evidence. */
const doesText = ({ step, does }: Step['summary'], { does: limit }: Cut): string =>
  step === 'approve' ? linked(does, limit) : line(does, limit);

function changeLines({ summary: { changes } }: Step, { rows, value }: Cut, { card }: Words): string[] {
  if (changes.length === 0) return [card.changesNothing];
  return [
    `**${card.whatChanges}**`,
    ...shortList(
      changes.map(({ what, before, after }) => `${line(what, 80)}: ${line(before, value)} → ${line(after, value)}`),
      rows,
      card.more,
    ),
  ];
}

function moneyLines({ summary, unsignedXdr, names = [] }: Step, { rows }: Cut, words: Words): string[] {
  const { card, core } = words;
  const { pays, left, about, amount, token } = summary;
  const unit = token.code ?? card.tokens;
  const total = `${amount} ${unit}`;
  if (pays.length === 0) {
    return [
      format(card.noMoneyMoves, { left: `${left} ${unit}` }),
      // What the person types to confirm.
      ...(unsignedXdr === undefined ? [`**${card.total}** ${total}`] : []),
    ];
  }
  return [
    `**${card.moneyMoves}**`,
    ...shortList(
      pays.map((each) => payText(each, unit, each.to === undefined ? '' : personText(each.to, names), words)),
      rows,
      card.more,
    ),
    format(card.totalAndLeft, { total, left: core.leftText(summary, unit) }),
    ...(about === undefined ? [] : [line(about, 300)]),
  ];
}

/** @param payee their name or address */
export function payText(pay: Pay, unit: string, payee: string, words: Words): string {
  const { about, exactly } = words.card.pays;
  const to = `${receiverWord(pay, words)} ${payee}`;
  return format(pay.about === true ? about : exactly, { amount: `${pay.amount} ${unit}`, to });
}

type Pay = Prepared<StepName>['summary']['pays'][number];

function receiverWord({ as, roles }: Pay, { card, core }: Words): string {
  switch (as) {
    case 'receiver':
      return card.theReceiver;
    case 'platform':
      return card.thePlatform;
    case 'service':
      return `${core.PARTY_WORDS.serviceFee.toLowerCase()}:`;
    case 'share':
      return roles === undefined ? card.noRoleHere : `${roles.map((role) => core.ROLE_WORDS[role]).join(', ')}:`;
  }
}
