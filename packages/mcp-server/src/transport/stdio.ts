/**
 * MCP over stdin and stdout, one message per line, without any protocol library. It passes messages to either library,
 * and answers what they would drop silently: a line that is not JSON, an invalid request, a batch, and a message that is
 * too large, which is refused by its id before it is parsed.
 */
import type { Readable, Writable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { Fields } from '@countersign/core/text/fields';
import {
  fieldsIn,
  type Id,
  INVALID_REQUEST,
  isId,
  isMessage,
  MAX_MESSAGE_BYTES,
  type Message,
  NO_REQUEST,
  PARSE_ERROR,
  parse,
  TOO_LARGE,
} from './message.ts';

type StdioEvents = {
  readonly onMessage: (message: Message) => void;
  /** A line could not be read. */
  readonly onProblem: () => void;
  /** Whether the agreed revision of the protocol has batches. */
  readonly hasBatches: () => boolean;
};

const NOT_JSON = 'This line is not JSON. Send one message of JSON-RPC 2.0 a line, in UTF-8.';
const NO_BATCH = 'Send one message a line: only revision 2025-03-26 of the protocol has batches.';

export function openStdio(input: Readable, output: Writable, events: StdioEvents) {
  const { onMessage, onProblem, hasBatches } = events;
  const batches = new Map<unknown, Batch>();
  const send = (line: string): Promise<void> =>
    new Promise((resolve) => {
      if (output.write(`${line}\n`)) resolve();
      else output.once('drain', resolve);
    });
  /**
   * Takes a request out of its batch, whose answers are sent together with the last one.
   * @param line JSON, without its line break; absent: there is no answer
   * @param id of the request that it answers
   */
  const write = async (line: string | undefined, id: unknown): Promise<void> => {
    const batch = batches.get(id);
    if (batch === undefined) return line === undefined ? undefined : await send(line);
    batches.delete(id);
    batch.open.delete(id);
    if (line !== undefined) batch.answers.push(line);
    if (batch.open.size === 0 && batch.answers.length > 0) await send(`[${batch.answers.join(',')}]`);
  };
  const refuse = (id: unknown, message: string, code: number = INVALID_REQUEST) => {
    onProblem();
    if (id === undefined) return;
    const named = typeof id === 'number' || isId(id) ? id : null;
    void write(JSON.stringify({ jsonrpc: '2.0', id: named, error: { code, message } }), id);
  };
  const read = (parsed: unknown): void => {
    const fields = fieldsIn(parsed) ?? { id: null };
    if (!isMessage(fields)) refuse(idToAnswer(fields), NO_REQUEST);
    else {
      if (fields.method === 'notifications/cancelled') void write(undefined, fields.params?.['requestId']);
      onMessage(fields);
    }
  };
  const readBatch = (parts: readonly unknown[]): void => {
    const ids = parts.map((part) => idToAnswer(fieldsIn(part) ?? { id: null })).filter((id) => id !== undefined);
    const batch: Batch = { open: new Set(ids), answers: [] };
    for (const id of ids) batches.set(id, batch);
    for (const part of parts) read(part);
  };
  const readLines = createLineReader(
    (line) => {
      const parsed = parse(line);
      if (Array.isArray(parsed) && parsed.length > 0 && hasBatches()) readBatch(parsed);
      else if (Array.isArray(parsed)) refuse(null, NO_BATCH);
      else if (parsed === undefined) refuse(idAtEdge(line) ?? null, NOT_JSON, PARSE_ERROR);
      else read(parsed);
    },
    (id) => refuse(id, TOO_LARGE),
  );
  const decode = createDecoder();
  const onData = (chunk: Buffer) => readLines(decode(chunk));
  const onEnd = () => readLines(Buffer.from('\n'));
  input.on('data', onData);
  input.on('end', onEnd);
  input.on('error', onProblem);
  return {
    write,
    /** Stops reading. */
    close: () => {
      input.off('data', onData);
      input.off('end', onEnd);
      input.off('error', onProblem);
      input.pause();
    },
  };
}

type Batch = { readonly open: Set<unknown>; readonly answers: string[] };

/** Of what is, or should be, a request. A host would take the answer to a response for one to a request of its own. */
const idToAnswer = (fields: Fields): unknown => {
  if ('id' in fields) return 'result' in fields || 'error' in fields ? undefined : fields['id'];
  return 'method' in fields ? undefined : null;
};

/** Windows programs may write UTF-16, with a byte order mark or without: its first two bytes show it. */
function createDecoder(): (chunk: Buffer) => Buffer {
  let first: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let isUtf8 = false;
  return (chunk) => {
    if (isUtf8) return chunk;
    if (decoder !== undefined) return Buffer.from(decoder.decode(chunk, { stream: true }));
    first = Buffer.concat([first, chunk]);
    if (first.length < 2) return Buffer.alloc(0);
    const [one, other] = first;
    // A message begins with a brace or a bracket, so one of its first two bytes is zero.
    const isLittle = other === 0 || (one === 0xff && other === 0xfe);
    if (!isLittle && one !== 0 && !(one === 0xfe && other === 0xff)) {
      isUtf8 = true;
      return first;
    }
    decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be');
    return Buffer.from(decoder.decode(first, { stream: true }));
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
    else if (line.trim() !== '') onLine(line.trim());
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
