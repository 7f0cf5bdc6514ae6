/** A question to the person at the terminal. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';

/**
 * @returns what was typed; empty after Ctrl-C or Ctrl-D
 * @throws CountersignError SECRET_REFUSED
 */
export async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(lines, 'close').then(() => '');
  try {
    const typed = (await Promise.race([lines.question(question).catch(() => ''), closed])).trim();
    refuseSecrets({ typed }, createSecretScanner(credentialsIn(process.env)));
    return typed;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
