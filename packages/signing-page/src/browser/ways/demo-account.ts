/** Signing as one of the sandbox's demo accounts, whose keys are public and useless elsewhere. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { xdr } from '@stellar/stellar-sdk/base';
import { demoAccountOf, type MessageOrder, type Sign, type SignMessage, type SignOrder } from './way.ts';

export const sign: Sign = async (order) => {
  const envelope = xdr.TransactionEnvelope.fromXdr(order.xdr, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('the page reads no other envelope');
  const signatures = [keypairOf(order).signDecorated(order.hash)];
  const signed = new xdr.TransactionV1Envelope({ tx: envelope.v1.tx, signatures });
  return xdr.TransactionEnvelope.envelopeTypeTx(signed).toXdr('base64');
};

export const signText: SignMessage = async (order) =>
  btoa(String.fromCharCode(...keypairOf(order).sign(messageHash(order.message))));

function keypairOf(order: SignOrder | MessageOrder): ReturnType<typeof sandboxKeypair> {
  const name = demoAccountOf(order);
  if (name === undefined) throw new TypeError('only a demo account of the sandbox signs here');
  return sandboxKeypair(name);
}
