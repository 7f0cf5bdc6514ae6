/** The cards of something prepared: short, and whole. A payment and a trustline are here, an escrow in `card.ts`, a step in `step.ts`. */

import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { cleanLine } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { nameLines, personText } from './people.ts';
import { shortMessage } from './short-card.ts';
import { signCode } from './sign-code.ts';
import { lastParts, pressParts, statusLines, titleOfPayment, UNSIGNED_FILE } from './signing.ts';
import { stepMessage } from './step.ts';

/** One screen of a phone, with *Details*. */
export const preparedMessage = shortMessage;

/** *Details*: everything that is compared and signed. */
export function wholeMessage(prepared: Prepared<ActionName>, note: string | undefined, words: Words): Message {
  if (isStep(prepared)) return stepMessage(prepared, note, words);
  if (isTrustline(prepared)) return trustlineMessage(prepared, note, words);
  return isFunding(prepared) ? fundingMessage(prepared, note, words) : cardMessage(prepared, note, words);
}

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** @param note a sentence about this card, such as why it no longer changes */
export function fundingMessage(prepared: Prepared<'fund'>, note: string | undefined, words: Words): Message {
  const { card } = words;
  const { summary, unsignedXdr, transactionHash, names = [] } = prepared;
  const isOpen = unsignedXdr !== undefined;
  const unit = summary.token.code ?? card.tokens;
  const title = titleOfPayment(prepared);
  const named = title === undefined ? '' : `: ${line(title, 120)}`;
  const what = format(card.thisPayment, { amount: `${summary.amount} ${cleanLine(unit, 20)}` });
  const qr = signCode(isOpen ? prepared.signUrl : undefined, prepared.network, what, card);
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(
        `## ${isOpen ? card.paymentToSign : card.readFirst}${named}\n${format(card.intoEscrow, { amount: `${summary.amount} ${unit}` })}`,
      ),
      text(
        [...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n'),
      ),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.total}** ${summary.amount} ${unit}`,
          `**${card.payer}** ${personText(summary.signer, names)}`,
          `**${card.escrowAddress}** ${code(summary.escrow)}`,
          `**${card.howPaid}** ${card.ways[summary.way]}`,
          `**${card.networkFee}** ${format(card.atMost, { amount: `${summary.feeXlm} XLM` })}`,
          `**${card.token}** ${code(summary.token.address)}`,
          `**${card.transaction}** ${code(transactionHash)}`,
          ...nameLines(
            names.filter(({ address }) => address === summary.signer),
            words,
          ),
        ].join('\n'),
      ),
      ...factParts(prepared, CUT, words),
      ...lastParts(prepared, note, words),
      ...qr.parts,
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }, ...qr.files] : [],
  };
}

/** On its page, or in any wallet with its transaction as a file. @param note as of a payment */
export function trustlineMessage(prepared: Prepared<'trust'>, note: string | undefined, words: Words): Message {
  const { card } = words;
  const { summary, unsignedXdr, transactionHash, names = [] } = prepared;
  const isOpen = unsignedXdr !== undefined;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(
        `## ${isOpen ? card.ready : card.readFirst}: ${format(card.trustlineFor, { token: line(summary.token.code) })}`,
      ),
      text(
        [...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n'),
      ),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.account}** ${personText(summary.signer, names)}. ${card.ownerSigns}`,
          `**${card.token}** ${format(card.issuedBy, { token: line(summary.token.code), issuer: code(summary.token.issuer) })}`,
          `${card.noMoney}${isOpen ? '' : ` **${card.total}** 0`}`,
          `**${card.heldBack}** ${format(card.untilTrustlineRemoved, { amount: `${summary.reserveXlm} XLM` })}`,
          `**${card.networkFee}** ${format(card.atMost, { amount: `${summary.feeXlm} XLM` })}`,
          `**${card.transaction}** ${code(transactionHash)}`,
        ].join('\n'),
      ),
      ...factParts(prepared, CUT, words),
      ...lastParts(prepared, note, words),
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }] : [],
  };
}
