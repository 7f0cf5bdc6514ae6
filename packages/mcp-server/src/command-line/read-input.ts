/** What a person gives a command: a file or standard input with the transaction, and what they type at the terminal. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { MAX_XDR_FILE_BYTES, textOfXdrFile } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';

/**
 * @param file a path, relative to the person's working directory, or `-` for standard input
 * @throws CountersignError INPUT_INVALID if it cannot be read or is too large, XDR_UNREADABLE,
 *   SECRET_REFUSED
 */
export async function readInput(file: string): Promise<string> {
  const stream = file === '-' ? process.stdin : createReadStream(fromCaller(file));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > MAX_XDR_FILE_BYTES) {
        throw problem(file, `is larger than ${MAX_XDR_FILE_BYTES} bytes; a transaction is far smaller`);
      }
      chunks.push(chunk as Buffer);
    }
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    throw problem(file, 'cannot be read; check the path', cause);
  }
  const text = textOfXdrFile(Buffer.concat(chunks));
  refuseSecrets({ [file === '-' ? 'input' : 'file']: text }, createSecretScanner(credentialsIn(process.env)));
  return text;
}

/** pnpm runs scripts at the root of the checkout; INIT_CWD is where it was called. */
const fromCaller = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);

function problem(file: string, text: string, cause?: unknown): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    fields: [{ path: file === '-' ? 'standard input' : file, problem: text }],
    cause,
  });
}

/**
 * A question to the person at the terminal.
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

/**
 * The person's confirmation, typed at a terminal. A flag or a pipe is not a person.
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
