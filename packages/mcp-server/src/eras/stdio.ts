/**
 * MCP over stdin and stdout, a message a line, without any protocol library. Both libraries take what it reads; what
 * they would drop without an answer is answered here: a request that is none, and one that is too large, which is
 * refused by its id before it is parsed.
 */
import type { Readable, Writable } from 'node:stream';

export type Id = string | number;

/** A request, a notification or a response, in the form that both libraries take. */
export type Message = {
  readonly jsonrpc: '2.0';
  readonly id?: Id;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

export type Stdio = {
  /** @param line JSON, without its line break */
  write(line: string): Promise<void>;
  /** Reads no more. */
  close(): void;
};

export type StdioEvents = {
  readonly onMessage: (message: Message) => void;
  /** A line could not be read. */
  readonly onProblem: () => void;
};

/** The largest input that is read (220,000 characters), and as much again for how JSON writes it. */
const MAX_MESSAGE_BYTES = 512 * 1_024;
/** Of JSON-RPC. */
const INVALID_REQUEST = -32_600;

const TOO_LARGE = `The message has more than ${MAX_MESSAGE_BYTES / 1_024} kB, and was not read. Send less: the largest transaction (XDR) has 176,128 characters.`;
const NO_REQUEST =
  'This is not a request as JSON-RPC 2.0 has it: "method" must be a string and "params" an object, and nothing else may stand beside them.';

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

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value);

/** An object; the error of a line that is none would quote it, which may hold a secret. */
function parse(line: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isRecord(parsed)) return undefined;
    return isRecord(parsed['params'])
      ? { ...parsed, params: leftOut(parsed['params'], ['arguments', '_meta']) }
      : leftOut(parsed, ['params']);
  } catch {
    return undefined;
  }
}

/** Some hosts write null for what they leave out. */
function leftOut(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !names.includes(name)));
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

function isMessage(fields: Fields): fields is Message {
  const { jsonrpc, id, method, params } = fields;
  if (jsonrpc !== '2.0' || (id !== undefined && !isId(id))) return false;
  if (method === undefined) return isRecord(fields['result']) || isRecord(fields['error']);
  if (typeof method !== 'string' || !Object.keys(fields).every((name) => REQUEST_FIELDS.has(name))) return false;
  if (params === undefined) return true;
  if (!isRecord(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  return isRecord(meta) && (meta['progressToken'] === undefined || isId(meta['progressToken']));
}

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

const FIRST_ID =
  /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[\w./-]{1,50}"\s*,\s*){0,2}"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*,/;
const LAST_ID = /,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")\s*\}$/;

/** Hosts write the id of a message before its parameters or last. An id elsewhere may belong to something else. */
function idAtEdge(edges: string): Id | undefined {
  const id = (FIRST_ID.exec(edges.slice(0, EDGE)) ?? LAST_ID.exec(edges.slice(-EDGE).trimEnd()))?.[1];
  return id === undefined ? undefined : (JSON.parse(id) as Id);
}
