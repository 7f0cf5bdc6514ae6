import { CountersignError } from '@countersign/core/errors';
import { refuseSecrets } from '@countersign/core/secrets';
import { decodeText } from '@countersign/core/text/decode-text';
import { format } from '@countersign/core/text/message';
import type { APIAttachment } from 'discord.js';
import type { Command } from '../discord/interaction.ts';
import type { Task } from '../task.ts';
import { invalid, type Words } from '../words/index.ts';

type Reading = Pick<Task, 'bot' | 'words'>;

/** Nothing where none is attached. @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else */
export async function readFile(
  task: Reading,
  { files }: Pick<Command, 'files'>,
  maxBytes: number,
): Promise<string | undefined> {
  const attached = files.get('file');
  return attached && (await readAttachment(task, attached, maxBytes, (bytes) => textOfAttachment(bytes, task.words)));
}

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED before anything else is done with it */
async function readAttachment(
  { bot, words }: Reading,
  attached: APIAttachment,
  maxBytes: number,
  textOf: (bytes: Uint8Array) => string,
): Promise<string> {
  const text = textOf(await fetchAttachment(attached, bot.settings.cdnUrl, maxBytes, words));
  refuseSecrets({ file: text }, bot.scanner);
  return text;
}

/** Nothing where neither `file:` nor `xdr:` is set. @throws INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED */
export async function readXdr(task: Reading, command: Command): Promise<string | undefined> {
  const text = command.texts.get('xdr');
  const file = command.files.get('file');
  if (file === undefined) return text;
  const { words } = task;
  if (text !== undefined) throw invalid(words, { fields: [{ path: 'xdr', problem: words.problems.alsoFile }] });
  return await readXdrFile(task, file);
}

/** @throws CountersignError INPUT_INVALID, XDR_UNREADABLE, SECRET_REFUSED */
export async function readXdrFile(task: Reading, file: APIAttachment): Promise<string> {
  const { MAX_XDR_FILE_BYTES, textOfXdrFile } = await import('@countersign/core/envelope');
  return await readAttachment(task, file, MAX_XDR_FILE_BYTES, textOfXdrFile);
}

/** The folders of Discord's file server that hold what people upload. */
const FOLDERS = ['/attachments/', '/ephemeral-attachments/'];
const FETCH_MS = 10_000;

/**
 * @param cdnUrl the only host that is asked, without a trailing slash
 * @param maxBytes counted as the file arrives, whatever size Discord states
 * @throws CountersignError INPUT_INVALID
 */
export async function fetchAttachment(
  file: APIAttachment,
  cdnUrl: string,
  maxBytes: number,
  words: Words,
): Promise<Uint8Array> {
  if (file.size > maxBytes) throw tooLarge(maxBytes, words);
  const url = URL.canParse(file.url) ? new URL(file.url) : undefined;
  const base = new URL(cdnUrl);
  const isUpload = url?.origin === base.origin && FOLDERS.some((folder) => url.pathname.startsWith(folder));
  if (!isUpload || url.username !== '') throw problem('noAttachment', words);
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw problem('notFetched', words);
    }
    return await readUpTo(response.body, maxBytes, words);
  } catch (thrown) {
    if (thrown instanceof CountersignError) throw thrown;
    throw problem('notFetched', words, thrown);
  }
}

/** @throws CountersignError INPUT_INVALID */
export function textOfAttachment(bytes: Uint8Array, words: Words): string {
  const text = decodeText(bytes);
  if (text === undefined) throw problem('notText', words);
  return text;
}

async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number, words: Words): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes, words);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (maxBytes: number, words: Words) =>
  unread(format(words.problems.tooLarge, { kilobytes: Math.floor(maxBytes / 1_024) }), words);

const problem = (name: 'noAttachment' | 'notFetched' | 'notText', words: Words, cause?: unknown) =>
  unread(words.problems[name], words, cause);

const unread = (text: string, words: Words, cause?: unknown): CountersignError =>
  invalid(words, { fields: [{ path: 'file', problem: text }], cause });
