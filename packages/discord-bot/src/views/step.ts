/** A step of an escrow's life, as the transaction itself says it: who does what, what changes, and who is next. */
import type { Prepared } from '@countersign/core';
import { leftText, nameLines, ROLE_WORDS, STEP_WORDS, turnsText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, file, fits, RULE, text } from './parts.ts';
import { lastParts, pressParts, SUMMARY_FILE, standing, UNSIGNED_FILE } from './signing.ts';
import { receiverWord, stepText } from './step-text.ts';

type Step = Prepared<'approve'>;

/** How many changes and payments are shown, and how much of each text: the first that makes the card fit is taken. */
const CUTS = [
  { rows: 50, value: 1_000, ...judged(4, 8, 60) },
  { rows: 20, value: 200, ...judged(4, 8, 60) },
  { rows: 8, value: 100, ...judged(2, 4, 30) },
  { rows: 4, value: 60, ...judged(0, 2, 15) },
  { rows: 2, value: 60, ...judged(0, 0, 0) },
] as const;
type Cut = (typeof CUTS)[number];

function judged<const Facts, const Differences, const Value>(facts: Facts, differences: Differences, each: Value) {
  return { judged: { facts, differences, value: each } } as const;
}

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function stepMessage(prepared: Step, note?: string): Message {
  const last = CUTS.length - 1;
  const at = CUTS.findIndex((cut, index) => index === last || fits(parts(prepared, cut, note, index > 0)));
  const { unsignedXdr } = prepared;
  return {
    components: container(unsignedXdr === undefined ? 'bad' : 'ready', parts(prepared, CUTS[at] as Cut, note, at > 0)),
    files: [
      ...(unsignedXdr === undefined ? [] : [{ name: UNSIGNED_FILE, text: unsignedXdr }]),
      ...(at > 0 ? [{ name: SUMMARY_FILE, text: stepText(prepared) }] : []),
    ],
  };
}

function parts(prepared: Step, cut: Cut, note: string | undefined, shortened: boolean): APIComponentInContainer[] {
  const { summary, transactionHash, names = [] } = prepared;
  const isOpen = prepared.unsignedXdr !== undefined;
  const role = summary.role === undefined ? '' : `${ROLE_WORDS[summary.role]} `;
  return [
    text(
      `## ${isOpen ? 'To sign' : 'Read this first'}: ${STEP_WORDS[summary.step].title}\n${line(summary.does, 400)}\nOf the escrow ${line(summary.title, Math.min(cut.value, 120))}`,
    ),
    text([...standing(prepared), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
    ...judgementParts(prepared, cut.judged),
    ...pressParts(prepared),
    RULE,
    text(changeLines(prepared, cut).join('\n')),
    text(moneyLines(prepared, cut).join('\n')),
    ...(summary.doesNot.length === 0 ? [] : [text(summary.doesNot.map((each) => `- ${line(each, 300)}`).join('\n'))]),
    text(`**Next** ${line(turnsText(summary.turn), 500)}`),
    ...factParts(prepared, cut.judged),
    RULE,
    text(
      [
        `**You** ${role}${code(summary.signer)}`,
        `**Escrow address** ${code(summary.escrow)}`,
        `**Network fee** at most ${summary.feeXlm} XLM`,
        `**Token** ${code(summary.token.address)}`,
        `**Transaction** ${code(transactionHash)}`,
        ...nameLines(names).map((name) => line(name)),
      ].join('\n'),
    ),
    ...(shortened ? [text('It is cut where “…” or “more” stands. This file has it in full:'), file(SUMMARY_FILE)] : []),
    ...lastParts(prepared, note),
  ];
}

function changeLines({ summary: { changes } }: Step, { rows, value }: Cut): string[] {
  if (changes.length === 0) return ['**What it changes** nothing of the terms, the state or the money'];
  return [
    '**What it changes**',
    ...some(
      changes.map(({ what, before, after }) => `- ${line(what, 80)}: ${line(before, value)} → ${line(after, value)}`),
      rows,
    ),
  ];
}

function moneyLines({ summary, unsignedXdr }: Step, { rows }: Cut): string[] {
  const { pays, left, about, amount, token } = summary;
  const unit = token.code ?? 'tokens';
  const total = `**Total** ${amount} ${unit}`;
  if (pays.length === 0) {
    return [
      `**No money moves.** The escrow holds ${left} ${unit}.`,
      // What the person types to confirm.
      ...(unsignedXdr === undefined ? [total] : []),
    ];
  }
  return [
    '**Money that moves**',
    ...some(
      pays.map(
        (each) =>
          `- **${each.about ? 'about ' : ''}${each.amount} ${unit}** to ${receiverWord(each)} ${each.to === undefined ? '' : code(each.to)}`,
      ),
      rows,
    ),
    `${total}, fees included; ${leftText(summary, unit)} is left in the escrow`,
    ...(about === undefined ? [] : [line(about, 300)]),
  ];
}

function some(lines: readonly string[], most: number): string[] {
  const left = lines.length - most;
  return [...lines.slice(0, most), ...(left > 0 ? [`- and ${left} more`] : [])];
}
