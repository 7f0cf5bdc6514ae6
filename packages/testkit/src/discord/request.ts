/** A request as somebody would attach it, between the sandbox's demo accounts, and what their wallet does. */
import type { DemoAccountName } from '@countersign/escrow-service';
import { REQUEST, signAs } from '../fixtures/sandbox-request.ts';
import { textOf } from './discord.ts';
import type { Message } from './messages.ts';

export { REQUEST, SIGNER } from '../fixtures/sandbox-request.ts';

export function requestFile(changes: Record<string, unknown> = {}): { file: string } {
  return { file: JSON.stringify({ ...REQUEST, ...changes }, null, 2) };
}

/** What a person's wallet makes of a card: it takes the file and gives back a signed one. */
export function signCard(card: Message, name: DemoAccountName = 'client'): { file: string } {
  const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text as string;
  const hash = /\*\*Transac(?:tion|ción)\*\* `([0-9a-f]{64})`/.exec(textOf(card))?.[1] as string;
  return { file: `${signAs(name, unsigned, hash)}\n` };
}
