/** A request as somebody would attach it, between the sandbox's demo accounts, and what their wallet does. */
import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';
import { REQUEST } from '../fixtures/sandbox-request.ts';
import { textOf } from './discord.ts';
import type { Message } from './messages.ts';

export { REQUEST, SIGNER } from '../fixtures/sandbox-request.ts';

export function requestFile(changes: Record<string, unknown> = {}): { file: string } {
  return { file: JSON.stringify({ ...REQUEST, ...changes }, null, 2) };
}

/**
 * A v1 envelope ends in its list of signatures; an unsigned one in that list's length, a zero of four bytes. A
 * signature is the last four bytes of the public key and 64 bytes behind their length.
 */
function signAs(name: DemoAccountName, unsignedXdr: string, transactionHash: string): string {
  const keypair = demoKeypair(name);
  return Buffer.concat([
    Buffer.from(unsignedXdr, 'base64').subarray(0, -4),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from(keypair.signatureHint()),
    Buffer.from([0, 0, 0, 64]),
    Buffer.from(keypair.sign(Buffer.from(transactionHash, 'hex'))),
  ]).toString('base64');
}

/** What a person's wallet makes of a card: it takes the file and gives back a signed one. */
export function signCard(card: Message, name: DemoAccountName = 'client'): { file: string } {
  const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text as string;
  const hash = /\*\*Transac(?:tion|ción)\*\* `([0-9a-f]{64})`/.exec(textOf(card))?.[1] as string;
  return { file: `${signAs(name, unsigned, hash)}\n` };
}
