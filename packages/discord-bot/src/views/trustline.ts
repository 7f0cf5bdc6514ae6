/** A trustline that is ready to sign: on its page, or in any wallet with its transaction as a file. */
import type { Prepared } from '@countersign/core';
import type { Message } from '../answers.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { lastParts, pressParts, standing, UNSIGNED_FILE } from './signing.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function trustlineMessage(prepared: Prepared<'trust'>, note?: string): Message {
  const { summary, unsignedXdr, transactionHash } = prepared;
  const isOpen = unsignedXdr !== undefined;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(`## ${isOpen ? 'Ready to sign' : 'Read this first'}: a trustline for ${line(summary.token.code)}`),
      text([...standing(prepared), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
      ...judgementParts(prepared, CUT),
      ...pressParts(prepared),
      RULE,
      text(
        [
          `**Your account** ${code(summary.signer)}`,
          `**Token** ${line(summary.token.code)}, issued by ${code(summary.token.issuer)}`,
          `No money moves.${isOpen ? '' : ' **Total** 0'}`,
          `**Held back** ${summary.reserveXlm} XLM, while the trustline stands`,
          `**Network fee** at most ${summary.feeXlm} XLM`,
          `**Transaction** ${code(transactionHash)}`,
        ].join('\n'),
      ),
      ...factParts(prepared, CUT),
      ...lastParts(prepared, note),
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }] : [],
  };
}
