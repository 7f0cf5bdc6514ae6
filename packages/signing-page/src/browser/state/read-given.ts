/** Reads what a person or a wallet gives to the page, and refuses what looks like a secret before it goes anywhere. */
import { expiryOf } from '@countersign/core/actions';
import { findXdr, readTransaction } from '@countersign/core/envelope';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import type { PageView } from '../../page-view.ts';
import type { KeptSignature } from './delivery.ts';

export { refuseWordsAlone } from './words-alone.ts';

/** @throws CountersignError SECRET_REFUSED */
export function refuseSecretsIn(texts: Readonly<Record<string, string>>): void {
  refuseSecrets(texts, createSecretScanner());
}

/** @returns nothing unless it is a signed transaction with a time bound: the desk reports what is wrong with it */
export function signatureOf(text: string, { network, offer: transaction }: PageView): KeptSignature | undefined {
  try {
    const signedXdr = findXdr(text);
    const read = readTransaction(signedXdr, NETWORKS[network.name].passphrase);
    const expiresAt = expiryOf(read).getTime();
    if (read.signatures.length === 0 || Number.isNaN(expiresAt)) return undefined;
    return { hash: read.hashHex, signedXdr, expiresAt, ...(read.hashHex === transaction.hash ? { transaction } : {}) };
  } catch {
    return undefined;
  }
}
