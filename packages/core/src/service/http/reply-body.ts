/** A reply's body as exact JSON, or why it is not. */
import { parseExactJson } from './exact-json.ts';

/** The largest body that is read, in bytes after decompression. Replies of this interface are a few kilobytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'unreadable';
      /** In our own words, to follow "the reply". */
      readonly problem: string;
      /** Whether it is a web page, so the answer came from a proxy or another server. */
      readonly html: boolean;
    }
  /** The connection ended in the middle of it. */
  | { readonly kind: 'broken-off' };

/** Reads at most MAX_BODY_BYTES. @throws the signal's reason if the request was aborted meanwhile */
export async function readBody(response: Response, signal: AbortSignal): Promise<ReplyBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      // Returning cancels the stream, so the rest is neither received nor decompressed.
      if (length > MAX_BODY_BYTES) return unreadable(`is larger than ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch {
    signal.throwIfAborted();
    return { kind: 'broken-off' };
  }
  if (length === 0) return unreadable('is empty');
  return parseBody(Buffer.concat(chunks), response.headers.get('content-type') ?? '');
}

function parseBody(bytes: Uint8Array, contentType: string): ReplyBody {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return unreadable('is not text in the charset that it names');
  }
  try {
    return { kind: 'json', value: parseExactJson(text) };
  } catch {
    const html = /^\s*</.test(text) || /^text\/html/i.test(contentType);
    return unreadable(html ? 'is a web page, not JSON' : 'is not JSON', html);
  }
}

function unreadable(problem: string, html = false): ReplyBody {
  return { kind: 'unreadable', problem, html };
}
