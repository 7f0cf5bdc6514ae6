/** A prepared payment into an escrow, as the transaction itself says it: who pays how much, and what follows. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import { nameLines } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { signCode } from '../qr/sign-code.ts';
import { factParts, judgementParts } from './judgement.ts';
import { code, line } from './markdown.ts';
import { container, RULE, text } from './parts.ts';
import { lastParts, pressParts, standing, UNSIGNED_FILE } from './signing.ts';

const CUT = { facts: 4, differences: 8, value: 60 } as const;

const WAYS: Readonly<Record<Prepared<'fund'>['summary']['way'], string>> = {
  escrow: 'by the escrow’s contract, which refuses the payment if the escrow’s terms were changed',
  transfer: 'a plain transfer of the token',
};

/** @param note a sentence about this card, such as why it no longer changes by itself */
export function fundingMessage(prepared: Prepared<'fund'>, note?: string): Message {
  const { summary, unsignedXdr, transactionHash, names = [] } = prepared;
  const isOpen = unsignedXdr !== undefined;
  const unit = summary.token.code ?? 'tokens';
  const named = summary.title === undefined ? '' : `: ${line(summary.title, 120)}`;
  const what = `this payment of ${summary.amount} ${cleanLine(unit, 20)}`;
  const qr = signCode(isOpen ? prepared.signUrl : undefined, prepared.network, what);
  return {
    components: container(isOpen ? 'ready' : 'bad', [
      text(
        `## ${isOpen ? 'A payment to sign' : 'Read this first'}${named}\n**${summary.amount} ${unit}** into this escrow`,
      ),
      text([...standing(prepared), ...summary.warnings.map((warning) => `- ${line(warning, 300)}`)].join('\n')),
      ...judgementParts(prepared, CUT),
      ...pressParts(prepared),
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
      ...factParts(prepared, CUT),
      ...lastParts(prepared, note),
      ...qr.parts,
    ]),
    files: isOpen ? [{ name: UNSIGNED_FILE, text: unsignedXdr }, ...qr.files] : [],
  };
}
