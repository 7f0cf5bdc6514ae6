/**
 * MCP over stdin and stdout, a message a line. Instead of the SDK's own, which reads 10 MB and then ends the connection:
 * here a larger message is refused by its id before it is parsed, and the next one is read.
 */
import type { Readable, Writable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/** The largest input that is read (220,000 characters), and as much again for how JSON writes it. */
const MAX_MESSAGE_BYTES = 512 * 1_024;

const REFUSAL = `The message has more than ${MAX_MESSAGE_BYTES.toLocaleString('en')} bytes, and was not read. Send less: the largest transaction (XDR) has 176,128 characters.`;

export function createStdioTransport(input: Readable, output: Writable): Transport {
  const read = createLineReader(
    (line) => {
      try {
        transport.onmessage?.(deserializeMessage(line));
      } catch (thrown) {
        transport.onerror?.(thrown as Error);
      }
    },
    (id) => {
      transport.onerror?.(new Error(REFUSAL));
      if (id === undefined) return;
      void transport.send({ jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidRequest, message: REFUSAL } });
    },
  );
  const fail = (error: Error) => transport.onerror?.(error);
  const transport: Transport = {
    start: async () => {
      input.on('data', read);
      input.on('error', fail);
    },
    send: (message) =>
      new Promise((resolve) => {
        if (output.write(serializeMessage(message))) resolve();
        else output.once('drain', resolve);
      }),
    close: async () => {
      input.off('data', read);
      input.off('error', fail);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

type Id = string | number;

/** Of a message that is too large only this much is kept of its beginning and of its end, in bytes. */
const EDGE = 200;

/** Takes what arrives in pieces. No byte is copied more than twice, however many pieces a line comes in. */
function createLineReader(onLine: (line: string) => void, onTooLarge: (id: Id | undefined) => void) {
  let pieces: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size <= MAX_MESSAGE_BYTES) return;
    const kept = Buffer.concat(pieces);
    pieces = [kept.subarray(0, EDGE), Buffer.from(kept.subarray(-EDGE))];
  };
  const end = () => {
    const line = Buffer.concat(pieces).toString();
    const isTooLarge = size > MAX_MESSAGE_BYTES;
    pieces = [];
    size = 0;
    if (isTooLarge) onTooLarge(idAtEdge(line));
    else onLine(line.replace(/\r$/, ''));
  };
  return (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };
}

const FIRST_ID = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*,/;
const LAST_ID = /,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*\}$/;

/** Hosts write the id of a message first or last. An id elsewhere may belong to something else. */
function idAtEdge(edges: string): Id | undefined {
  const id = (FIRST_ID.exec(edges.slice(0, EDGE)) ?? LAST_ID.exec(edges.slice(-EDGE).trimEnd()))?.[1];
  return id === undefined ? undefined : (JSON.parse(id) as Id);
}
