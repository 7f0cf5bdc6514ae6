/** A trustline that is ready to sign: on its page, or in any wallet with its transaction as a file. */
import type { Prepared } from '@countersign/core';
import type { Message } from '../interactions/answers.ts';
import type { Words } from '../words/index.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { lastParts, pressParts, standing, UNSIGNED_FILE } from './signing.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function trustlineMessage(prepared: Prepared<'trust'>, note: string | undefined, words: Words): Message {
  const { card } = words;
  const { summary, unsignedXdr, transactionHash } = prepared;
  const isOpen = unsignedXdr !== undefined;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(`## ${isOpen ? card.READY : card.READ_FIRST}: ${card.trustlineFor(line(summary.token.code))}`),
      text([...standing(prepared, words), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
      ...judgementParts(prepared, CUT, words),
      ...pressParts(prepared, words),
      RULE,
      text(
        [
          `**${card.YOUR_ACCOUNT}** ${code(summary.signer)}`,
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
