/** The cards of something prepared: short, and whole. A payment and a trustline are here, an escrow in `card.ts`, a step in `step.ts`. */

import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { RULE, text } from './parts.ts';
import { nameLines, personText } from './people.ts';
import { headline, shortMessage } from './short-card.ts';
import { lastParts, pressParts, statusLines, toSign } from './signing.ts';
import { stepMessage } from './step.ts';

/** The short card, one screen of a phone with *Details*, which is kept up to date. @param note a sentence about it */
export const preparedReply = <Any extends Prepared<ActionName>>(prepared: Any, words: Words, note?: string) => ({
  message: shortMessage(prepared, note, words),
  card: prepared,
});

/** *Details*: everything that is compared and signed. */
export function wholeMessage(prepared: Prepared<ActionName>, note: string | undefined, words: Words): Message {
  if (isStep(prepared)) return stepMessage(prepared, note, words);
  if (isTrustline(prepared) || isFunding(prepared)) return smallMessage(prepared, note, words);
  return cardMessage(prepared, note, words);
}

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** @param note a sentence about this card, such as why it no longer changes */
function smallMessage(prepared: Prepared<'fund'> | Prepared<'trust'>, note: string | undefined, words: Words): Message {
  const { card } = words;
  const { summary, transactionHash } = prepared;
  const rows = isTrustline(prepared) ? trustlineRows(prepared, words) : paymentRows(prepared, words);
  const warnings = summary.warnings.map((warning) => `- ${line(warning, 300)}`);
  return toSign(prepared, [
    text(headline(prepared, words)),
    text(...statusLines(prepared, words), ...warnings),
    ...judgementParts(prepared, CUT, words),
    ...pressParts(prepared, words),
    RULE,
    text(
      ...rows,
      `**${card.networkFee}** ${format(card.atMost, { amount: `${summary.feeXlm} XLM` })}`,
      `**${card.transaction}** ${code(transactionHash)}`,
    ),
    ...factParts(prepared, CUT, words),
    ...lastParts(prepared, note, words),
  ]);
}

function paymentRows({ summary, names = [] }: Prepared<'fund'>, words: Words): string[] {
  const { card } = words;
  const own = names.filter(({ address }) => address === summary.signer);
  return [
    `**${card.total}** ${summary.amount} ${summary.token.code ?? card.tokens}`,
    `**${card.payer}** ${personText(summary.signer, names)}`,
    ...nameLines(own, words),
    `**${card.escrowAddress}** ${code(summary.escrow)}`,
    `**${card.howPaid}** ${card.ways[summary.way]}`,
    `**${card.token}** ${code(summary.token.address)}`,
  ];
}

function trustlineRows({ summary, unsignedXdr, names = [] }: Prepared<'trust'>, { card }: Words): string[] {
  const { signer, token, reserveXlm } = summary;
  return [
    `**${card.account}** ${personText(signer, names)}. ${card.ownerSigns}`,
    `**${card.token}** ${format(card.issuedBy, { token: line(token.code), issuer: code(token.issuer) })}`,
    `${card.noMoney}${unsignedXdr === undefined ? ` **${card.total}** 0` : ''}`,
    `**${card.heldBack}** ${format(card.untilTrustlineRemoved, { amount: `${reserveXlm} XLM` })}`,
  ];
}
