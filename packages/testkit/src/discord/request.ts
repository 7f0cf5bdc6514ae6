/** A request as somebody would attach it, between the sandbox's demo accounts, and what their wallet does. */
import { createHash } from 'node:crypto';
import { NETWORKS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { REQUEST, signAs } from '../fixtures/sandbox-request.ts';
import type { Message } from './messages.ts';

export { REQUEST, SIGNER } from '../fixtures/sandbox-request.ts';

export function requestFile(changes: Record<string, unknown> = {}): { file: string } {
  return { file: JSON.stringify({ ...REQUEST, ...changes }, null, 2) };
}

/** An envelope begins with its type and ends, unsigned, in a zero of four bytes. */
export function hashOf(unsignedXdr: string): string {
  const envelope = Buffer.from(unsignedXdr, 'base64');
  const network = createHash('sha256').update(NETWORKS.sandbox.passphrase).digest();
  return createHash('sha256').update(network).update(envelope.subarray(0, -4)).digest('hex');
}

/** What a person's wallet makes of a card: it takes the file and gives back a signed one. */
export function signCard(card: Message, name: DemoAccountName = 'client'): { file: string } {
  const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text as string;
  return { file: `${signAs(name, unsigned, hashOf(unsigned))}\n` };
}
