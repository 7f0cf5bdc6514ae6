/** Signs as a wallet does, but only for the sandbox's passphrase, so the signature is valid nowhere else. */
import { expiryOf } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
import { networksSignedFor } from '@countersign/core/signatures';
import { type Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';

/**
 * @param now epoch seconds
 * @returns the envelope with one more signature, base64; unchanged if it is signed already
 * @throws CountersignError XDR_UNREADABLE, FEE_BUMPED, TRANSACTION_EXPIRED, INPUT_INVALID if the key is not the source's
 */
export function signForSandbox(unsignedXdr: string, keypair: Keypair, now = Math.floor(Date.now() / 1_000)): string {
  const { name, passphrase } = NETWORKS.sandbox;
  const read = readTransaction(unsignedXdr, passphrase);
  if (read.source !== keypair.publicKey()) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [
        { path: '--as', problem: `is ${keypair.publicKey()}, but the transaction must be signed by ${read.source}` },
      ],
    });
  }
  if (expiryOf(read).getTime() <= now * 1_000) throw new CountersignError('TRANSACTION_EXPIRED');
  // A second signature of the same key would only make the ledger refuse it.
  if (networksSignedFor(read, read.source).includes(name)) return read.xdr;
  const transaction = TransactionBuilder.fromXDR(read.xdr, passphrase);
  transaction.sign(keypair);
  return transaction.toXDR();
}
