/**
 * A prepared escrow, with everything that will be on chain as the transaction itself says it. Until the person has
 * confirmed what stops it, there is nothing to sign on it.
 */

import type { Prepared } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { factParts, type JudgementCut, judgementParts } from './judgement.ts';
import { code, line, paragraph } from './markdown.ts';
import { ALL, file, firstLines, fits, RULE, rowsShown, shortList, text } from './parts.ts';
import { peopleLines } from './people.ts';
import { headline } from './short-card.ts';
import { lastParts, pressParts, SUMMARY_FILE, statusLines, summaryFile, toSign } from './signing.ts';

/** How long texts may be, from whole to short: the first that makes the card fit is taken. */
const CUTS: readonly Cut[] = [
  { title: 200, description: 1_000, milestone: 1_000, warnings: 20, costs: 10, ...riskCut(6, 20, 200) },
  { title: 200, description: 500, milestone: 150, warnings: 20, costs: 10, ...riskCut(6, 10, 100) },
  { title: 120, description: 300, milestone: 80, warnings: 5, costs: 5, ...riskCut(3, 8, 60) },
  { title: 60, description: 120, milestone: 40, warnings: 3, costs: 0, ...riskCut(1, 6, 30) },
  { title: 30, description: 40, milestone: 15, warnings: 1, costs: 0, ...riskCut(0, 4, 15) },
  { title: 20, description: 20, milestone: 8, warnings: 1, costs: 0, ...riskCut(0, 0, 0) },
];
type Cut = JudgementCut & Readonly<Record<'title' | 'description' | 'milestone' | 'warnings' | 'costs', number>>;

function riskCut(facts: number, differences: number, value: number): JudgementCut {
  return { facts, differences, value };
}

/** Of the file. */
const WHOLE: Cut = {
  ...{ title: ALL, description: ALL, milestone: ALL, warnings: ALL, costs: ALL },
  ...riskCut(ALL, ALL, ALL),
  isWhole: true,
};

/** Of a description; more of them would push away what decides. */
const MOST_LINES = 15;

/** @param note a sentence about this card, such as why it no longer changes */
export function cardMessage(prepared: Prepared, note: string | undefined, words: Words): Message {
  const last = CUTS.length - 1;
  const { milestones } = prepared.summary;
  const hasMore = rowsShown(milestones.length) < milestones.length;
  const first = prepared.summary.description.split('\n').length > MOST_LINES ? 1 : 0;
  const at = CUTS.findIndex(
    (cut, index) => index === last || (index >= first && fits(parts(prepared, cut, note, hasMore || index > 0, words))),
  );
  const shortened = hasMore || at > 0;
  const files = shortened ? [summaryFile(parts(prepared, WHOLE, note, false, words))] : [];
  return toSign(prepared, parts(prepared, CUTS[at] as Cut, note, shortened, words), files);
}

function parts(prepared: Prepared, cut: Cut, note: string | undefined, shortened: boolean, words: Words) {
  const { summary } = prepared;
  const { card } = words;
  const unit = summary.token.code ?? card.tokens;
  return [
    text(headline(prepared, words, cut.title)),
    text(...statusLines(prepared, words)),
    ...judgementParts(prepared, cut, words),
    ...lookTwice(summary.warnings ?? [], cut.warnings, words),
    ...pressParts(prepared, words),
    RULE,
    text(...milestoneLines(summary, unit, cut, words)),
    text(...peopleLines(summary, prepared.names, words, cut.isWhole)),
    ...factParts(prepared, cut, words),
    text(
      `**${card.total}** ${summary.total} ${unit}`,
      `**${card.platformFee}** ${summary.platformFeePercent} %`,
      ...costLines(summary, unit, cut.costs, words),
    ),
    text(
      `**${card.engagement}** ${line(summary.engagementId, cut.title)}`,
      `**${card.description}** ${paragraph(summary.description, cut.description, cut.isWhole ? ALL : MOST_LINES)}`,
    ),
    RULE,
    text(
      `**${card.escrowAddress}, ${card.ifSettled}** ${code(summary.contractId)}`,
      `**${card.networkFee}** ${format(card.atMost, { amount: `${summary.feeXlm} XLM` })}`,
      `**${card.token}** ${code(summary.token.address)}`,
      ...(summary.receiverMemo === undefined ? [] : [`**${card.receiverMemo}** ${line(summary.receiverMemo)}`]),
      `**${card.transaction}** ${code(prepared.transactionHash)}`,
    ),
    ...(shortened ? [text(card.partsCut), file(SUMMARY_FILE)] : []),
    ...lastParts(prepared, note, words),
  ];
}

/** Of many milestones the first; the file has them all. */
function milestoneLines({ milestones }: Prepared['summary'], unit: string, cut: Cut, { card }: Words): string[] {
  const lines = milestones.map(
    ({ amount, description }, at) =>
      `${at + 1}. ${amount === NO_OWN_AMOUNT ? '' : `**${amount} ${unit}** `}${line(description, cut.milestone)}`,
  );
  return firstLines(lines, cut.isWhole ? ALL : rowsShown(milestones.length), card.more);
}

/** Warnings about the texts; cut ones are in the file in full. */
function lookTwice(warnings: readonly string[], most: number, { card }: Words): APIComponentInContainer[] {
  if (warnings.length === 0) return [];
  const lines = warnings.map((warning) => line(warning));
  return [text(`**${card.checkTexts}**`, ...shortList(lines, most, card.more))];
}

/** What is paid out; for more than `most` milestones only the total, with the rest in the file. */
function costLines({ costs }: Prepared['summary'], unit: string, most: number, { core }: Words): string[] {
  // What each receiver gets is next to their address.
  const { payees: _, ...others } = costs;
  const lines = core.labelledCosts(others, unit).map(({ label, value }) => `**${label}** ${value}`);
  return costs.milestones.length > most ? lines.slice(-1) : lines;
}
