/** What several commands read in the same way. */
import { CountersignError } from '@countersign/core/errors';
import { refuseSecrets } from '@countersign/core/secrets';
import type { APIAttachment } from 'discord.js';
import type { Task } from '../task.ts';
import { fetchAttachment, textOfAttachment } from './attachment.ts';
import type { Command } from './interaction.ts';

type Reading = Pick<Task, 'bot' | 'words'>;

/**
 * The text of the attached file; nothing where none is attached.
 * @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else is done with it
 */
export async function readFile(
  task: Reading,
  { files }: Pick<Command, 'files'>,
  maxBytes: number,
  textOf?: (bytes: Uint8Array) => string,
): Promise<string | undefined> {
  const attached = files.get('file');
  return attached && (await readAttachment(task, attached, maxBytes, textOf));
}

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else is done with it */
async function readAttachment(
  { bot, words }: Reading,
  attached: APIAttachment,
  maxBytes: number,
  textOf: (bytes: Uint8Array) => string = (bytes) => textOfAttachment(bytes, words),
): Promise<string> {
  const text = textOf(await fetchAttachment(attached, bot.settings.cdnUrl, maxBytes, words));
  refuseSecrets({ file: text }, bot.scanner);
  return text;
}

/**
 * What was given for an XDR as `file:` or `xdr:`; nothing where neither is given.
 * @throws CountersignError INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED
 */
export async function readXdr(task: Reading, command: Command): Promise<string | undefined> {
  const text = command.texts.get('xdr');
  if (!command.files.has('file')) return text;
  if (text !== undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'xdr', problem: task.words.problems.GIVEN_WITH_FILE }],
      language: task.words.language,
    });
  }
  const file = command.files.get('file');
  return file && (await readXdrFile(task, file));
}

/** @throws CountersignError INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED */
export async function readXdrFile(task: Reading, file: APIAttachment): Promise<string> {
  const { MAX_XDR_FILE_BYTES, textOfXdrFile } = await import('@countersign/core/envelope');
  return await readAttachment(task, file, MAX_XDR_FILE_BYTES, textOfXdrFile);
}
