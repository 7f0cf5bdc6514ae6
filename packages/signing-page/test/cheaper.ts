/** A view of the same transaction with a lower network fee, as if the fee had gone up since. */
import { readTransaction } from '@countersign/core/envelope';
import { xdr } from '@stellar/stellar-sdk/base';
import type { PageView } from '../src/page-view.ts';

export function cheaper(view: PageView): PageView {
  const envelope = xdr.TransactionEnvelope.fromXdr(view.offer.unsignedXdr as string, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is offered');
  Object.assign(envelope.v1.tx, { fee: envelope.v1.tx.fee - 100 });
  const unsignedXdr = envelope.toXdr('base64');
  const { hashHex } = readTransaction(unsignedXdr, view.network.passphrase);
  return { ...view, offer: { ...view.offer, unsignedXdr, hash: hashHex } };
}
