/** What a wallet does to an envelope, by hand: it needs the hash, a key and the place where signatures stand. */
import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';

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
