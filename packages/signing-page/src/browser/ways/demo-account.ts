/** Signing as one of the sandbox's demo accounts, whose keys are public and useless elsewhere. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { xdr } from '@stellar/stellar-sdk/base';
import { demoAccountOf, type Sign, type SignMessage } from './way.ts';

export const signAsDemoAccount: Sign = async (order) => {
  const name = demoAccountOf(order);
  if (name === undefined) throw new TypeError('only a demo account of the sandbox signs here');
  const envelope = xdr.TransactionEnvelope.fromXdr(order.xdr, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('the page reads no other envelope');
  const signature = sandboxKeypair(name).signDecorated(order.hash);
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: envelope.v1.tx, signatures: [signature] }),
  ).toXdr('base64');
};

export const signTextAsDemoAccount: SignMessage = async (order) => {
  const name = demoAccountOf(order);
  if (name === undefined) throw new TypeError('only a demo account of the sandbox signs here');
  const signature = sandboxKeypair(name).sign(messageHash(order.message));
  return btoa(String.fromCharCode(...signature));
};
