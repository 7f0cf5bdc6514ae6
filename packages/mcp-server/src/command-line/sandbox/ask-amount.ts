/** The person's confirmation of a stop: the amount, typed at a terminal. A flag or a pipe is not a person. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CountersignError } from '@countersign/core/errors';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';

/**
 * @param amount as it was shown
 * @returns what was typed
 * @throws CountersignError CONFIRMATION_NEEDED where there is no terminal, or nothing was typed; SECRET_REFUSED
 */
export async function askAmount(amount: string, unit: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CountersignError('CONFIRMATION_NEEDED', {
      message: 'A person must confirm this at a terminal, and this is not one. Nothing was signed or sent.',
      remedy: 'Run the same command yourself in a terminal, without a pipe, and type the amount there.',
    });
  }
  const typed = await answerTo(`To confirm, type the amount in ${unit} (${amount}): `);
  if (typed === '') {
    throw new CountersignError('CONFIRMATION_NEEDED', { message: 'Nothing was confirmed, signed or sent.' });
  }
  refuseSecrets({ typed }, createSecretScanner(credentialsIn(process.env)));
  return typed;
}

/** Empty where Ctrl-C or Ctrl-D ended the question without an answer. */
async function answerTo(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(lines, 'close').then(() => '');
  try {
    const typed = await Promise.race([lines.question(question).catch(() => ''), closed]);
    return typed.trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
