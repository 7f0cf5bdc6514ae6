/** Reads what a person or a wallet gives to the page, and refuses what looks like a secret before it goes anywhere. */
import { expiryOf } from '@countersign/core/actions';
import { findXdr, readTransaction } from '@countersign/core/envelope';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import type { PageView } from '../../page-view.ts';
import { attempt } from '../parts/attempt.ts';
import { pageError } from '../words/words.ts';
import type { KeptSignature } from './delivery.ts';

export function refuseSecretsIn(texts: Readonly<Record<string, string>>): void {
  refuseSecrets(texts, createSecretScanner());
}

/** @returns nothing unless it is a signed transaction with a time bound: the desk reports what is wrong with it */
export function signatureOf(text: string, { network, offer: transaction }: PageView): KeptSignature | undefined {
  return attempt(() => {
    const signedXdr = findXdr(text);
    const read = readTransaction(signedXdr, NETWORKS[network.name].passphrase);
    const expiresAt = expiryOf(read).getTime();
    if (read.signatures.length === 0 || Number.isNaN(expiresAt)) return undefined;
    return { hash: read.hashHex, signedXdr, expiresAt, ...(read.hashHex === transaction.hash ? { transaction } : {}) };
  });
}

/** The shortest phrase has 12 words, of which one may be missing. */
const FEWEST_WORDS = 11;
/** Letters of the lists' longest word, each with a mark of its own in some scripts. */
const LONGEST_WORD = 18;

/**
 * Recognises a recovery phrase in any language without its word list: here the scan has only the English list, and the
 * other nine would make the page half as large again. @param message says so in the page's language
 * @throws CountersignError XDR_UNREADABLE where the text holds nothing as long as a transaction's base64
 */
export function refuseWordsAlone(text: string, message: string): void {
  const words = text.match(/[\p{L}\p{M}\p{N}+/=]+/gu) ?? [];
  if (words.length < FEWEST_WORDS || words.some((word) => word.length > LONGEST_WORD)) return;
  throw pageError('XDR_UNREADABLE', { message });
}
