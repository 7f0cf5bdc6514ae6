/** The card of something prepared. A payment and a trustline are here, an escrow in `card.ts`, a step in `step.ts`. */
import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { cleanLine } from '@countersign/core/text';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { nameLines, personText } from './people.ts';
import { signCode } from './sign-code.ts';
import { lastParts, pressParts, statusLines, UNSIGNED_FILE } from './signing.ts';
import { stepMessage } from './step.ts';

export function preparedMessage(prepared: Prepared<ActionName>, note: string | undefined, words: Words): Message {
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
  const unit = summary.token.code ?? card.TOKENS;
  const title = titleOfPayment(prepared);
  const named = title === undefined ? '' : `: ${line(title, 120)}`;
  const what = card.thisPayment(`${summary.amount} ${cleanLine(unit, 20)}`);
  const qr = signCode(isOpen ? prepared.signUrl : undefined, prepared.network, what, card);
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(
        `## ${isOpen ? card.PAYMENT_TO_SIGN : card.READ_FIRST}${named}\n${card.intoEscrow(`${summary.amount} ${unit}`)}`,
      ),
      text(
        [...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n'),
      ),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.TOTAL}** ${summary.amount} ${unit}`,
          `**${card.PAYER}** ${personText(summary.signer, names)}`,
          `**${card.ESCROW_ADDRESS}** ${code(summary.escrow)}`,
          `**${card.HOW_PAID}** ${card.WAYS[summary.way]}`,
          `**${card.NETWORK_FEE}** ${card.atMost(`${summary.feeXlm} XLM`)}`,
          `**${card.TOKEN}** ${code(summary.token.address)}`,
          `**${card.TRANSACTION}** ${code(transactionHash)}`,
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

/** A plain transfer does not hold its escrow's title: that is what the ledger showed when it was prepared. */
export function titleOfPayment({ summary, judgement: risk }: Prepared<'fund'>): string | undefined {
  if (summary.title !== undefined) return summary.title;
  return risk.facts.flatMap((fact) => (fact.code === 'AFTER_PAYMENT' ? [fact.params.title] : []))[0];
}

/** On its page, or in any wallet with its transaction as a file. @param note as of a payment */
export function trustlineMessage(prepared: Prepared<'trust'>, note: string | undefined, words: Words): Message {
  const { card } = words;
  const { summary, unsignedXdr, transactionHash, names = [] } = prepared;
  const isOpen = unsignedXdr !== undefined;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(`## ${isOpen ? card.READY : card.READ_FIRST}: ${card.trustlineFor(line(summary.token.code))}`),
      text(
        [...statusLines(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n'),
      ),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.ACCOUNT}** ${personText(summary.signer, names)}. ${card.OWNER_SIGNS}`,
          `**${card.TOKEN}** ${card.issuedBy(line(summary.token.code), code(summary.token.issuer))}`,
          `${card.NO_MONEY}${isOpen ? '' : ` **${card.TOTAL}** 0`}`,
          `**${card.HELD_BACK}** ${card.whileItStands(`${summary.reserveXlm} XLM`)}`,
          `**${card.NETWORK_FEE}** ${card.atMost(`${summary.feeXlm} XLM`)}`,
          `**${card.TRANSACTION}** ${code(transactionHash)}`,
        ].join('\n'),
      ),
      ...factParts(prepared, CUT, words),
      ...lastParts(prepared, note, words),
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }] : [],
  };
}
