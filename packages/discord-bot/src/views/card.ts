/**
 * A prepared escrow, with everything that will be on chain as the transaction itself says it. Until the person has
 * confirmed what stops it, there is nothing to sign on it.
 */
import type { Prepared } from '@countersign/core';
import { labelledCosts, labelledRoles, NETWORK_WORDS, nameLines, reasonText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import { type JudgementCut, judgementLines, judgementParts } from './judgement.ts';
import { code, line, paragraph, relativeTime } from './markdown.ts';
import { button, buttons, container, file, fits, link, RULE, text } from './parts.ts';
import { summaryText } from './summary-text.ts';

export const UNSIGNED_FILE = 'unsigned.xdr.txt';
export const SUMMARY_FILE = 'summary.txt';

/** How long texts may be, from whole to short: the first that makes the card fit is taken. */
const CUTS = [
  { title: 200, description: 1_000, milestone: 1_000, warnings: 20, costs: 50, ...judged(6, 20, 200) },
  { title: 200, description: 500, milestone: 150, warnings: 20, costs: 50, ...judged(6, 10, 100) },
  { title: 120, description: 300, milestone: 80, warnings: 5, costs: 5, ...judged(3, 8, 60) },
  { title: 60, description: 120, milestone: 40, warnings: 3, costs: 0, ...judged(1, 6, 30) },
  { title: 30, description: 40, milestone: 15, warnings: 1, costs: 0, ...judged(0, 4, 15) },
  { title: 20, description: 20, milestone: 8, warnings: 1, costs: 0, ...judged(0, 0, 0) },
] as const;
type Cut = (typeof CUTS)[number];

function judged(facts: number, differences: number, value: number): JudgementCut {
  return { facts, differences, value };
}

/** Of a description; more of them would push away what decides. */
const MOST_LINES = 15;

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function cardMessage(prepared: Prepared, note?: string): Message {
  const last = CUTS.length - 1;
  const first = prepared.summary.description.split('\n').length > MOST_LINES ? 1 : 0;
  const at = CUTS.findIndex(
    (cut, index) => index === last || (index >= first && fits(parts(prepared, cut, note, index > 0))),
  );
  const shortened = at > 0;
  const { unsignedXdr } = prepared;
  const whole = [summaryText(prepared), ...judgementLines(prepared).map((sentence) => `${sentence}\n`)].join('');
  return {
    components: container(
      unsignedXdr === undefined ? 'bad' : 'ready',
      parts(prepared, CUTS[at] as Cut, note, shortened),
    ),
    files: [
      ...(unsignedXdr === undefined ? [] : [{ name: UNSIGNED_FILE, text: unsignedXdr }]),
      ...(shortened ? [{ name: SUMMARY_FILE, text: whole }] : []),
    ],
  };
}

function parts(prepared: Prepared, cut: Cut, note: string | undefined, shortened: boolean): APIComponentInContainer[] {
  const { summary } = prepared;
  const isOpen = prepared.unsignedXdr !== undefined;
  const unit = summary.token.code ?? 'tokens';
  const network = NETWORK_WORDS[summary.network];
  return [
    text(`## ${isOpen ? 'Ready to sign' : 'Read this first'}: ${line(summary.title, cut.title)}`),
    text(
      [
        `**${network.name.toUpperCase()}: ${network.means}**`,
        ...(isOpen ? [`Can be signed until ${relativeTime(prepared.expiresAt)}; then press Renew.`] : []),
        prepared.checked === 'verified'
          ? 'Every field was read from the transaction and matches the request. Check that it is what you want.'
          : `**Only partly verified.** ${line((summary.reasons ?? []).map(reasonText).join('; '), 300)}`,
      ].join('\n'),
    ),
    ...judgementParts(prepared, cut),
    RULE,
    text(
      [
        `**Engagement** ${line(summary.engagementId, cut.title)}`,
        `**Description** ${paragraph(summary.description, cut.description, MOST_LINES)}`,
      ].join('\n'),
    ),
    ...lookTwice(summary.warnings ?? [], cut.warnings),
    text(
      summary.milestones
        .map(
          (milestone, at) => `${at + 1}. **${milestone.amount} ${unit}** ${line(milestone.description, cut.milestone)}`,
        )
        .join('\n'),
    ),
    text(
      [
        `**Total** ${summary.total} ${unit}`,
        `**Platform fee** ${summary.platformFeePercent} %`,
        `**Network fee** at most ${summary.feeXlm} XLM`,
        `**Token** ${code(summary.token.address)}`,
        ...(summary.receiverMemo === undefined ? [] : [`**Receiver memo** ${line(summary.receiverMemo)}`]),
      ].join('\n'),
    ),
    text(costLines(summary, unit, cut.costs).join('\n')),
    text(roleLines(prepared).join('\n')),
    text(
      [
        `**Escrow address** ${code(summary.contractId)}${summary.address === undefined ? '' : `, ${summary.address}`}`,
        `**Transaction** ${code(prepared.transactionHash)}`,
      ].join('\n'),
    ),
    RULE,
    ...(shortened ? [text('Long texts are cut with “…”. This file has them in full:'), file(SUMMARY_FILE)] : []),
    ...(isOpen ? signingParts(prepared, note) : confirmingParts(prepared, note)),
  ];
}

export function signingParts(
  { id, signUrl }: Pick<Prepared, 'id' | 'signUrl'>,
  note: string | undefined,
): APIComponentInContainer[] {
  return [
    file(UNSIGNED_FILE),
    buttons(
      ...link('Read and sign', signUrl),
      button('Ask for the signature', 'ask', id),
      button('Renew', 'renew', id),
      button('Discard', 'discard', id, 'Danger'),
    ),
    text(
      `-# ${note === undefined ? '' : `${note} `}Or sign the file in your wallet and use /escrow submit. Id ${code(id)}`,
    ),
  ];
}

export function confirmingParts(
  { id, judgement }: Pick<Prepared, 'id' | 'judgement'>,
  note: string | undefined,
): APIComponentInContainer[] {
  return [
    buttons(
      button('I have read this', 'confirm', `${id}.${judgement.key}`, 'Danger'),
      button('Discard', 'discard', id),
    ),
    text(`-# ${note === undefined ? '' : `${note} `}Id ${code(id)}`),
  ];
}

/** What a person should look at in the texts; whole in the file where it is cut. */
function lookTwice(warnings: readonly string[], most: number): APIComponentInContainer[] {
  if (warnings.length === 0) return [];
  const left = warnings.length - most;
  return [
    text(
      [
        '**Check these texts carefully**',
        ...warnings.slice(0, most).map((warning) => `- ${line(warning)}`),
        ...(left > 0 ? [`- and ${left} more`] : []),
      ].join('\n'),
    ),
  ];
}

/** What is paid out; of more than `most` milestones the total alone, with the rest in the file. */
function costLines({ costs }: Prepared['summary'], unit: string, most: number): string[] {
  const lines = labelledCosts(costs, unit).map(({ label, value }) => `**${label}** ${value}`);
  return costs.milestones.length > most ? lines.slice(-1) : lines;
}

function roleLines({ summary: { signer, roles }, names = [] }: Prepared): string[] {
  return [
    `**Signer** ${code(signer)}`,
    ...labelledRoles(roles).map(({ label, address }) => `**${label}** ${code(address)}`),
    ...nameLines(names).map((named) => line(named)),
  ];
}
