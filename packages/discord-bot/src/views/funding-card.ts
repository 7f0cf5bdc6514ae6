/** A prepared payment into an escrow, as the transaction itself says it: who pays how much, and what follows. */
import type { Prepared } from '@countersign/core';
import { NETWORK_WORDS, nameLines, reasonText } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { confirmingParts, signingParts, UNSIGNED_FILE } from './card.ts';
import { judgementParts } from './judgement.ts';
import { code, line, relativeTime } from './markdown.ts';
import { container, RULE, text } from './parts.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

const WAYS: Readonly<Record<Prepared<'fund'>['summary']['way'], string>> = {
  escrow: 'by the escrow’s contract, which refuses the payment if the escrow’s terms were changed',
  transfer: 'a plain transfer of the token',
};

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function fundingMessage(prepared: Prepared<'fund'>, note?: string): Message {
  const { summary, unsignedXdr, transactionHash, expiresAt, checked, names = [] } = prepared;
  const isOpen = unsignedXdr !== undefined;
  const unit = summary.token.code ?? 'tokens';
  const network = NETWORK_WORDS[summary.network];
  const named = summary.title === undefined ? '' : `: ${line(summary.title, 120)}`;
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(`## ${isOpen ? 'A payment to sign' : 'Read this first'}${named}`),
      text(
        [
          `**${network.name.toUpperCase()}: ${network.means}**`,
          ...(isOpen ? [`Can be signed until ${relativeTime(expiresAt)}; then press Renew.`] : []),
          checked === 'verified'
            ? 'Every field was read from the transaction and matches the request. Check that it is what you want.'
            : `**Only partly verified.** ${line((summary.reasons ?? []).map(reasonText).join('; '), 300)}`,
          ...summary.warnings.map((warning) => `- ${line(warning, 300)}`),
        ].join('\n'),
      ),
      ...judgementParts(prepared, CUT),
      RULE,
      text(
        [
          `**Total** ${summary.amount} ${unit}`,
          `**Payer** ${code(summary.signer)}`,
          `**Escrow address** ${code(summary.escrow)}`,
          `**How it is paid** ${WAYS[summary.way]}`,
          `**Network fee** at most ${summary.feeXlm} XLM`,
          `**Token** ${code(summary.token.address)}`,
          `**Transaction** ${code(transactionHash)}`,
          ...nameLines(names).map((name) => line(name)),
        ].join('\n'),
      ),
      RULE,
      ...(isOpen ? signingParts(prepared, note) : confirmingParts(prepared, note)),
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }] : [],
  };
}
