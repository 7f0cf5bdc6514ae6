/** A step of an escrow's life, as the transaction itself says it: who does what, what changes, and who is next. */
import type { Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { indented } from '@countersign/core/text/layout';
import { firstOf, naming } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { factParts, judgementParts, namesIn } from './judgement.ts';
import { code, line, linked } from './markdown.ts';
import { container, file, fits, RULE, text } from './parts.ts';
import { nameLines, personText } from './people.ts';
import { lastParts, pressParts, SUMMARY_FILE, statusLines, UNSIGNED_FILE } from './signing.ts';

type Step = Prepared<'approve'>;

/** How many changes and payments are shown, and how much of each text: the first that makes the card fit is taken. */
const CUTS = [
  { rows: 50, value: 1_000, does: 1_500, ...riskCut(4, 8, 60) },
  { rows: 20, value: 200, does: 400, ...riskCut(4, 8, 60) },
  { rows: 8, value: 100, does: 400, ...riskCut(2, 4, 30) },
  { rows: 4, value: 60, does: 400, ...riskCut(0, 2, 15) },
  { rows: 2, value: 60, does: 400, ...riskCut(0, 0, 0) },
] as const;
type Cut = (typeof CUTS)[number];
/** It ends with what stays in the escrow, so it is never cut. */
const LONGEST_PAYOUT = 1_500;

function riskCut<const Facts, const Differences, const Value>(facts: Facts, differences: Differences, each: Value) {
  return { risk: { facts, differences, value: each } } as const;
}

/** @param note a sentence about this card, such as why it no longer changes */
export function stepMessage(prepared: Step, note: string | undefined, words: Words): Message {
  const last = CUTS.length - 1;
  const at = CUTS.findIndex((cut, index) => index === last || fits(parts(prepared, cut, note, index > 0, words)));
  const { unsignedXdr } = prepared;
  return {
    components: container(
      unsignedXdr === undefined ? 'bad' : 'ready',
      parts(prepared, CUTS[at] as Cut, note, at > 0, words),
    ),
    files: [
      ...(unsignedXdr === undefined ? [] : [{ name: UNSIGNED_FILE, text: unsignedXdr }]),
      ...(at > 0 ? [{ name: SUMMARY_FILE, text: stepText(prepared, words) }] : []),
    ],
  };
}

function parts(
  prepared: Step,
  cut: Cut,
  note: string | undefined,
  shortened: boolean,
  words: Words,
): APIComponentInContainer[] {
  const { card, core } = words;
  const { summary, transactionHash, names = [], plan } = prepared;
  const named = namesIn(prepared);
  const isOpen = prepared.unsignedXdr !== undefined;
  const unit = summary.token.code ?? card.TOKENS;
  const payout =
    summary.pays.length === 0 ? '' : `**${line(named(core.payoutLine(summary, unit)), LONGEST_PAYOUT)}**\n`;
  const role = summary.role === undefined ? '' : `${core.ROLE_WORDS[summary.role]} `;
  return [
    text(
      `## ${isOpen ? card.TO_SIGN : card.READ_FIRST}: ${core.actions[summary.step].title}\n${payout}${doesText(summary, cut)}\n${card.ofEscrow(line(summary.title, Math.min(cut.value, 120)))}`,
    ),
    ...(plan === undefined ? [] : [text(line(core.severalText(plan), 500))]),
    text([...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
    ...judgementParts(prepared, cut.risk, words),
    ...pressParts(prepared, words),
    RULE,
    text(changeLines(prepared, cut, words).join('\n')),
    text(moneyLines(prepared, cut, words).join('\n')),
    ...(summary.doesNot.length === 0 ? [] : [text(summary.doesNot.map((each) => `- ${line(each, 300)}`).join('\n'))]),
    text(`**${card.NEXT}** ${line(named(core.turnsText(summary.turn)), 500)}`),
    ...factParts(prepared, cut.risk, words),
    RULE,
    text(
      [
        `**${card.SIGNER}** ${role}${personText(summary.signer, names)}`,
        `**${card.ESCROW_ADDRESS}** ${code(summary.escrow)}`,
        `**${card.NETWORK_FEE}** ${card.atMost(`${summary.feeXlm} XLM`)}`,
        `**${card.TOKEN}** ${code(summary.token.address)}`,
        `**${card.TRANSACTION}** ${code(transactionHash)}`,
        ...nameLines(names, words),
      ].join('\n'),
    ),
    ...(shortened ? [text(card.PARTS_CUT), file(SUMMARY_FILE)] : []),
    ...lastParts(prepared, note, words),
  ];
}

/** Who approves can open the evidence. */
const doesText = ({ step, does }: Step['summary'], { does: limit }: Cut): string =>
  step === 'approve' ? linked(does, limit) : line(does, limit);

function changeLines({ summary: { changes } }: Step, { rows, value }: Cut, { card }: Words): string[] {
  if (changes.length === 0) return [card.CHANGES_NOTHING];
  return [
    `**${card.WHAT_CHANGES}**`,
    ...some(
      changes.map(({ what, before, after }) => `- ${line(what, 80)}: ${line(before, value)} → ${line(after, value)}`),
      rows,
      card,
    ),
  ];
}

function moneyLines({ summary, unsignedXdr, names = [] }: Step, { rows }: Cut, words: Words): string[] {
  const { card, core } = words;
  const { pays, left, about, amount, token } = summary;
  const unit = token.code ?? card.TOKENS;
  const total = `${amount} ${unit}`;
  if (pays.length === 0) {
    return [
      card.noMoneyMoves(`${left} ${unit}`),
      // What the person types to confirm.
      ...(unsignedXdr === undefined ? [`**${card.TOTAL}** ${total}`] : []),
    ];
  }
  return [
    `**${card.MONEY_MOVES}**`,
    ...some(
      pays.map(
        (each) =>
          `- ${card.pays(`${each.amount} ${unit}`, each.about === true, `${receiverWord(each, words)} ${each.to === undefined ? '' : personText(each.to, names)}`)}`,
      ),
      rows,
      card,
    ),
    card.totalAndLeft(total, core.leftText(summary, unit)),
    ...(about === undefined ? [] : [line(about, 300)]),
  ];
}

function some(lines: readonly string[], most: number, { MORE }: Words['card']): string[] {
  const { shown, left } = firstOf(lines, most);
  return [...shown, ...(left === 0 ? [] : [`- ${MORE(left)}`])];
}

function stepText(
  { summary, judgement: risk, names = [], transactionHash, checked }: Prepared<StepName>,
  words: Words,
): string {
  const { card, core } = words;
  const { token, pays } = summary;
  const unit = token.code ?? card.TOKENS;
  const { stops: blockers, warnings, facts } = risk;
  const named = naming(names);
  return `${[
    indented(summary.does),
    `${card.ESCROW} ${summary.escrow}: ${indented(summary.title)}`,
    `${card.NETWORK}: ${summary.network} (${summary.networkPassphrase})`,
    `${card.CHECKED}: ${card.CHECKED_AS[checked]}${summary.reasons === undefined ? '' : ` (${summary.reasons.map(core.reasonText).join('; ')})`}`,
    `${card.SIGN_UNTIL}: ${summary.expiresAt}`,
    `${card.TRANSACTION}: ${transactionHash}`,
    ...core.stopLines(blockers, named).map((stop) => `${card.STOP}: ${stop}`),
    ...[...summary.warnings, ...core.warningLines([...warnings, ...facts], named)].map(
      (each) => `${card.LOOK_TWICE}: ${each}`,
    ),
    '',
    ...summary.changes.map(
      ({ what, before, after }) =>
        `${what}\n  ${card.BEFORE}: ${indented(before)}\n  ${card.AFTER}: ${indented(after)}`,
    ),
    '',
    ...pays.map((each) =>
      card
        .pays(
          `${each.amount} ${unit}`,
          each.about === true,
          `${receiverWord(each, words)} ${named(each.to ?? card.NOT_KNOWN)}`,
        )
        .replaceAll('**', ''),
    ),
    `${card.TOTAL}: ${summary.amount} ${unit}`,
    `${card.LEFT_IN_ESCROW}: ${core.leftText(summary, unit)}`,
    ...(summary.about === undefined ? [] : [summary.about]),
    '',
    ...summary.doesNot,
    ...summary.turn.map((turn) => `${card.NEXT}: ${named(core.turnText(turn))}`),
    `${card.SIGNER}: ${named(summary.signer)}`,
    `${card.TOKEN}: ${token.address}`,
    `${card.NETWORK_FEE}: ${card.atMost(`${summary.feeXlm} XLM`)}`,
    ...core.nameLines(names),
  ].join('\n')}\n`;
}

function receiverWord({ as, roles }: Prepared<StepName>['summary']['pays'][number], { card, core }: Words): string {
  switch (as) {
    case 'receiver':
      return card.THE_RECEIVER;
    case 'platform':
      return card.THE_PLATFORM;
    case 'service':
      return `${core.PARTY_WORDS.serviceFee.toLowerCase()}:`;
    case 'share':
      return roles === undefined ? card.NO_ROLE_HERE : `${roles.map((role) => core.ROLE_WORDS[role]).join(', ')}:`;
  }
}
