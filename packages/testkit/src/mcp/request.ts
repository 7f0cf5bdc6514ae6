/** A request as a model would write it, with one more milestone. */

import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';
import { REQUEST as SANDBOX_REQUEST } from '../fixtures/sandbox-request.ts';

export { SIGNER } from '../fixtures/sandbox-request.ts';

export const REQUEST = {
  ...SANDBOX_REQUEST,
  milestones: [...SANDBOX_REQUEST.milestones, { description: 'Final files', amount: '30' }],
};

/** The same for whoever signs by hand what a person signs on the page. */
export const REQUEST_FOR_XDR = { ...REQUEST, includeXdr: true };

/**
 * A v1 envelope ends in its list of signatures; an unsigned one in that list's length, a zero of four bytes. A
 * signature is the last four bytes of the public key and 64 bytes behind their length.
 */
export function signAs(name: DemoAccountName, unsignedXdr: string, transactionHash: string): string {
  const envelope = Buffer.from(unsignedXdr, 'base64');
  const keypair = demoKeypair(name);
  const signature = Buffer.from(keypair.sign(Buffer.from(transactionHash, 'hex')));
  return Buffer.concat([
    envelope.subarray(0, -4),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from(keypair.signatureHint()),
    Buffer.from([0, 0, 0, 64]),
    signature,
  ]).toString('base64');
}
