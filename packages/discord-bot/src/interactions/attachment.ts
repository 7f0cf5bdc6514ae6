/** A file that a person attached. Discord supplies its address, which is checked all the same. */
import { CountersignError } from '@countersign/core/errors';
import type { APIAttachment } from 'discord.js';
import type { Words } from '../words/index.ts';

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
  if (
    url?.origin !== base.origin ||
    url.username !== '' ||
    !FOLDERS.some((folder) => url.pathname.startsWith(folder))
  ) {
    throw problem('NO_ATTACHMENT', words);
  }
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw problem('NOT_FETCHED', words);
    }
    return await readUpTo(response.body, maxBytes, words);
  } catch (thrown) {
    if (thrown instanceof CountersignError) throw thrown;
    throw problem('NOT_FETCHED', words, thrown);
  }
}

/** @throws CountersignError INPUT_INVALID */
export function textOfAttachment(bytes: Uint8Array, words: Words): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('NOT_TEXT', words);
  }
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

function tooLarge(maxBytes: number, words: Words): CountersignError {
  return unread(words.problems.tooLarge(Math.floor(maxBytes / 1_024)), words);
}

function problem(name: 'NO_ATTACHMENT' | 'NOT_FETCHED' | 'NOT_TEXT', words: Words, cause?: unknown): CountersignError {
  return unread(words.problems[name], words, cause);
}

function unread(text: string, { language }: Words, cause?: unknown): CountersignError {
  return new CountersignError('INPUT_INVALID', { fields: [{ path: 'file', problem: text }], language, cause });
}
