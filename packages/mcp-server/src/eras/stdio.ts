/**
 * MCP over stdin and stdout, one message per line, without any protocol library. It passes messages to either library,
 * and answers what they would drop silently: an invalid request, and one that is too large, which is refused by its id
 * before it is parsed.
 */
import type { Readable, Writable } from 'node:stream';
import {
  type Id,
  INVALID_REQUEST,
  isId,
  isMessage,
  MAX_MESSAGE_BYTES,
  type Message,
  NO_REQUEST,
  parse,
  TOO_LARGE,
} from './message.ts';

export type Stdio = {
  /** @param line JSON, without its line break */
  write(line: string): Promise<void>;
  /** Stops reading. */
  close(): void;
};

export type StdioEvents = {
  readonly onMessage: (message: Message) => void;
  /** A line could not be read. */
  readonly onProblem: () => void;
};

export function openStdio(input: Readable, output: Writable, { onMessage, onProblem }: StdioEvents): Stdio {
  const write = (line: string): Promise<void> =>
    new Promise((resolve) => {
      if (output.write(`${line}\n`)) resolve();
      else output.once('drain', resolve);
    });
  const refuse = (id: unknown, message: string) => {
    onProblem();
    if (isId(id)) void write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } }));
  };
  const read = createLineReader(
    (line) => {
      const message = parse(line);
      if (message === undefined) onProblem();
      else if (isMessage(message)) onMessage(message);
      else refuse('method' in message ? message['id'] : undefined, NO_REQUEST);
    },
    (id) => refuse(id, TOO_LARGE),
  );
  input.on('data', read);
  input.on('error', onProblem);
  return {
    write,
    close: () => {
      input.off('data', read);
      input.off('error', onProblem);
      input.pause();
    },
  };
}

/** Bytes kept from the beginning and from the end of a message that is too large. */
const EDGE = 200;

/** Joins chunks into lines. No byte is copied more than twice, however many chunks a line comes in. */
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

const FIRST_ID =
  /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[\w./-]{1,50}"\s*,\s*){0,2}"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*,/;
const LAST_ID = /,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*\}$/;

/** Hosts write a message's id before its parameters or last. An id elsewhere may belong to something else. */
function idAtEdge(edges: string): Id | undefined {
  const id = (FIRST_ID.exec(edges.slice(0, EDGE)) ?? LAST_ID.exec(edges.slice(-EDGE).trimEnd()))?.[1];
  return id === undefined ? undefined : (JSON.parse(id) as Id);
}
