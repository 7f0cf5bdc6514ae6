/** What several commands read in the same way. */
import { CountersignError } from '@countersign/core/errors';
import { refuseSecrets } from '@countersign/core/secrets';
import type { APIAttachment } from 'discord.js';
import { fetchAttachment, textOfAttachment } from './attachment.ts';
import type { Command } from './interaction.ts';
import type { Bot } from './task.ts';

/**
 * The text of the attached file; nothing where none is attached.
 * @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else is done with it
 */
export async function readFile(
  bot: Bot,
  { files }: Pick<Command, 'files'>,
  maxBytes: number,
  textOf: (bytes: Uint8Array) => string = textOfAttachment,
): Promise<string | undefined> {
  const attached = files.get('file');
  return attached && (await readAttachment(bot, attached, maxBytes, textOf));
}

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else is done with it */
async function readAttachment(
  bot: Bot,
  attached: APIAttachment,
  maxBytes: number,
  textOf: (bytes: Uint8Array) => string,
): Promise<string> {
  const text = textOf(await fetchAttachment(attached, bot.settings.cdnUrl, maxBytes));
  refuseSecrets({ file: text }, bot.scanner);
  return text;
}

/**
 * What was given for an XDR as `file:` or `xdr:`; nothing where neither is given.
 * @throws CountersignError INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED
 */
export async function readXdr(bot: Bot, command: Command): Promise<string | undefined> {
  const text = command.texts.get('xdr');
  if (!command.files.has('file')) return text;
  if (text !== undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'xdr', problem: 'was given together with a file; give only one of them' }],
    });
  }
  const file = command.files.get('file');
  return file && (await readXdrFile(bot, file));
}

/** @throws CountersignError INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED */
export async function readXdrFile(bot: Bot, file: APIAttachment): Promise<string> {
  const { MAX_XDR_FILE_BYTES, textOfXdrFile } = await import('@countersign/core/envelope');
  return await readAttachment(bot, file, MAX_XDR_FILE_BYTES, textOfXdrFile);
}
