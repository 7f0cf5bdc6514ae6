/** What Discord is sent of a message. */
import type { Message } from './answers.ts';

/**
 * The files are listed whole each time: what is not listed is taken away from the message.
 * @param mentions ids of the members who are told of it, and nobody else
 */
export function payload({ components, files = [] }: Message, flags: number, mentions: readonly string[] = []) {
  return {
    body: {
      components,
      flags,
      allowed_mentions: { parse: [], ...(mentions.length === 0 ? {} : { users: mentions }) },
      attachments: files.map(({ name }, index) => ({ id: String(index), filename: name })),
    },
    files: files.map(({ name, text }) => ({ name, data: text, contentType: 'text/plain; charset=utf-8' })),
  };
}
