/** A trustline that is ready to sign: on its page, or in any wallet with its transaction as a file. */
import type { Prepared } from '@countersign/core';
import { NETWORK_WORDS } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { confirmingParts, signingParts, UNSIGNED_FILE } from './card.ts';
import { judgementParts } from './judgement.ts';
import { code, line, relativeTime } from './markdown.ts';
import { container, RULE, text } from './parts.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function trustlineMessage(prepared: Prepared<'trust'>, note?: string): Message {
  const { summary, unsignedXdr, expiresAt, transactionHash } = prepared;
  const { name, means } = NETWORK_WORDS[summary.network];
  const isOpen = unsignedXdr !== undefined;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(`## ${isOpen ? 'Ready to sign' : 'Read this first'}: a trustline for ${line(summary.token.code)}`),
      text(
        [
          `**${name.toUpperCase()}: ${means}**`,
          ...(isOpen ? [`Can be signed until ${relativeTime(expiresAt)}; then press Renew.`] : []),
          ...summary.warnings.map((warning) => `- ${line(warning, 300)}`),
        ].join('\n'),
      ),
      ...judgementParts(prepared, CUT),
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
      RULE,
      ...(isOpen ? signingParts(prepared, note) : confirmingParts(prepared, note)),
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }] : [],
  };
}
