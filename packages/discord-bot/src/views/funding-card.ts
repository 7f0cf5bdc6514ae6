/** A prepared payment into an escrow, as the transaction itself says it: who pays how much, and what follows. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import type { Message } from '../interactions/answers.ts';
import { signCode } from '../qr/sign-code.ts';
import type { Words } from '../words/index.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { lastParts, pressParts, standing, UNSIGNED_FILE } from './signing.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** A plain transfer does not hold its escrow's title: that is what the ledger showed when it was prepared. */
export function titleOfPayment({ summary, judgement }: Prepared<'fund'>): string | undefined {
  if (summary.title !== undefined) return summary.title;
  return judgement.facts.flatMap((fact) => (fact.code === 'AFTER_PAYMENT' ? [fact.params.title] : []))[0];
}

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function fundingMessage(prepared: Prepared<'fund'>, note: string | undefined, words: Words): Message {
  const { card, core } = words;
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
      text([...standing(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.TOTAL}** ${summary.amount} ${unit}`,
          `**${card.PAYER}** ${code(summary.signer)}`,
          `**${card.ESCROW_ADDRESS}** ${code(summary.escrow)}`,
          `**${card.HOW_PAID}** ${card.WAYS[summary.way]}`,
          `**${card.NETWORK_FEE}** ${card.atMost(`${summary.feeXlm} XLM`)}`,
          `**${card.TOKEN}** ${code(summary.token.address)}`,
          `**${card.TRANSACTION}** ${code(transactionHash)}`,
          ...core.nameLines(names).map((name) => line(name)),
        ].join('\n'),
      ),
      ...factParts(prepared, CUT, words),
      ...lastParts(prepared, note, words),
      ...qr.parts,
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }, ...qr.files] : [],
  };
}
