/** The person's confirmation, typed at a terminal. A flag or a pipe is not a person. */
import { CountersignError } from '@countersign/core/errors';
import { askPerson } from '../ask-person.ts';

/**
 * @param amount as it was shown
 * @returns what was typed
 * @throws CountersignError CONFIRMATION_NEEDED without a terminal, or if nothing was typed; SECRET_REFUSED
 */
export async function askAmount(amount: string, unit: string): Promise<string> {
  return await askAtTerminal(`To confirm, type the amount in ${unit} (${amount}): `);
}

/** @throws CountersignError as `askAmount` */
export async function askAtTerminal(question: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CountersignError('CONFIRMATION_NEEDED', {
      message: 'A person must confirm this at a terminal, and this is not one. Nothing was signed or sent.',
      remedy: 'Run the same command yourself in a terminal, without a pipe, and type the answer there.',
    });
  }
  const typed = await askPerson(question);
  if (typed === '') {
    throw new CountersignError('CONFIRMATION_NEEDED', { message: 'Nothing was confirmed, signed or sent.' });
  }
  return typed;
}
