/** A message as it is sent to Discord. */
import type { APIMessageTopLevelComponent } from 'discord.js';

/** A text, or a picture (PNG) with its alternative text. */
export type File =
  | { readonly name: string; readonly text: string; readonly bytes?: undefined }
  | { readonly name: string; readonly text?: undefined; readonly bytes: Uint8Array; readonly description: string };

/** Components V2 only, and the files that they refer to. */
export type Message = {
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly files?: readonly File[];
};

/**
 * Lists all files each time: Discord removes unlisted files from the message.
 * @param mentions ids of the only members who are notified
 */
export function payload({ components, files = [] }: Message, flags: number, mentions: readonly string[] = []) {
  return {
    body: {
      components,
      flags,
      allowed_mentions: { parse: [], ...(mentions.length === 0 ? {} : { users: mentions }) },
      attachments: files.map((file, index) => ({
        id: String(index),
        filename: file.name,
        ...(file.bytes === undefined ? {} : { description: file.description }),
      })),
    },
    files: files.map(dataOf),
  };
}

function dataOf(file: File) {
  return file.bytes === undefined
    ? { name: file.name, data: file.text, contentType: 'text/plain; charset=utf-8' }
    : { name: file.name, data: Buffer.from(file.bytes), contentType: 'image/png' };
}
