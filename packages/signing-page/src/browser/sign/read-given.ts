/** Reads what a person or a wallet gives to the page, and refuses what looks like a secret before it goes anywhere. */
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';

export { signatureOf } from './signature-of.ts';
export { refuseWordsAlone } from './words-alone.ts';

/** @throws CountersignError SECRET_REFUSED */
export function refuseSecretsIn(texts: Readonly<Record<string, string>>): void {
  refuseSecrets(texts, createSecretScanner());
}
