import { createSecretScanner, redactStrings, refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { Keypair } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { must, mustBeSame, refusedOr, type Target } from './target.ts';
import { oddJson, oddText } from './texts.ts';

const SHORT_TEXT = 'a text that is too short to be remembered';

/** As a scanner is in a process that runs: its expressions are compiled. But none of the texts is known to be clean. */
export function warmScanner(credentials: readonly string[]): SecretScanner {
  const scanner = createSecretScanner(credentials);
  for (let time = 0; time < 3; time++) scanner.finds(SHORT_TEXT);
  return scanner;
}

const SEED = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(77)).secret();
const CREDENTIAL = 'fuzz/credential+of=this.installation';
const scanner = createSecretScanner([CREDENTIAL]);

/** A secret is found wherever it is, and nothing of it is left by the redactor, which finds no more to do. */
export const secretTarget: Target<{ readonly before: string; readonly after: string; readonly data: unknown }> = {
  name: 'secrets',
  inputs: fc.record({ before: oddText, after: oddText, data: oddJson }),
  check: ({ before, after, data }) => {
    scanner.finds(before);
    const once = scanner.redact(before);
    mustBeSame(scanner.redact(once), once, 'redacted once and twice');
    for (const secret of [SEED, CREDENTIAL]) {
      const text = `${before} ${secret} ${after}`;
      must(scanner.finds(text), 'a secret is not found');
      must(!scanner.redact(text).includes(secret), 'a secret is not blacked out');
      const refused = refusedOr(() => refuseSecrets({ data, inside: [{ text }] }, scanner));
      must('error' in refused, 'a secret is let through');
      must(!JSON.stringify(refused.error).includes(secret), 'a refusal repeats the secret');
    }
    refusedOr(() => refuseSecrets(data, scanner));
    redactStrings(data, scanner.redact);
  },
  calls: ({ before }) => [
    {
      name: 'refuse',
      run: () => {
        const fresh = warmScanner([CREDENTIAL]);
        return refusedOr(() => refuseSecrets(before, fresh));
      },
    },
    { name: 'redact', run: () => scanner.redact(before) },
  ],
};
