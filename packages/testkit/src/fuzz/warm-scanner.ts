import { createSecretScanner, type SecretScanner } from '@countersign/core/secrets';

const SHORT_TEXT = 'a text that is too short to be remembered';

/** As a scanner is in a process that runs: its expressions are compiled. But none of the texts is known to be clean. */
export function warmScanner(credentials: readonly string[]): SecretScanner {
  const scanner = createSecretScanner(credentials);
  for (let time = 0; time < 3; time++) scanner.finds(SHORT_TEXT);
  return scanner;
}
