/** Finds transaction envelopes in a text: where each begins and ends, and why one cannot be read. */
import { xdr } from '@stellar/stellar-sdk/base';
import { fromBase64, toBase64 } from '../bytes.ts';
import { MAX_ENVELOPE_BYTES, type OpenEnvelope } from '../read-transaction.ts';

const { schema } = xdr.TransactionEnvelope;
type Reader = Parameters<typeof schema._read>[0];

/** `length`: how many bytes it takes. `short`: they run out before it ends. `damaged`: they do not decode. */
type Start = { readonly envelope: xdr.TransactionEnvelope; readonly length: number } | 'short' | 'damaged';

function readStart(bytes: Uint8Array): Start {
  let start: Start = 'damaged';
  const measured: typeof schema = Object.create(schema, {
    _read: {
      value: (reader: Reader, path: string) => {
        const watch = watched(reader);
        try {
          const value = schema._read(watch.reader, path);
          start = { envelope: xdr.TransactionEnvelope.fromXdrObject(value), length: reader.offset };
          return value;
        } finally {
          if (start === 'damaged' && watch.wanted() > reader.remaining) start = 'short';
        }
      },
    },
  });
  try {
    measured.decode(bytes);
  } catch {
    // The failure was noted; bytes that follow are no failure here.
  }
  return start;
}

/** The same reader, with the number of bytes that it was last asked for and did not give. */
function watched(reader: Reader): { readonly reader: Reader; readonly wanted: () => number } {
  let wanted = 0;
  let count = 0;
  const take = <T>(bytes: number, read: () => T): T => {
    wanted = bytes;
    const value = read();
    wanted = 0;
    return value;
  };
  const watching = {
    get offset() {
      return reader.offset;
    },
    /** Asked for when a list's count was read: an entry takes a byte at least. */
    get remaining() {
      wanted = count <= MAX_ENVELOPE_BYTES ? count : 0;
      return reader.remaining;
    },
    enter: (path: string) => reader.enter(path),
    exit: () => reader.exit(),
    readBytes: (length: number, path: string) => take(length, () => reader.readBytes(length, path)),
    skipPadding: (length: number, path: string) => take(-length & 3, () => reader.skipPadding(length, path)),
    readInt32: (path: string) => take(4, () => reader.readInt32(path)),
    readUint32(path: string) {
      count = take(4, () => reader.readUint32(path));
      return count;
    },
    readBigInt64: (path: string) => take(8, () => reader.readBigInt64(path)),
    readBigUint64: (path: string) => take(8, () => reader.readBigUint64(path)),
  };
  // Has only the methods that an envelope's schema calls.
  return { reader: watching as unknown as Reader, wanted: () => wanted };
}

/**
 * How an envelope begins in base64: its first four bytes are its type (2: a v1 transaction, 5: a fee bump, 0: the
 * old kind), and of v1 and fee bump the next byte is always zero.
 */
const START = /(?<![A-Za-z0-9+/_-])AAAA(?:Ag|BQ|A[A-P])/g;
const OLD_KIND = /^AAAAA[A-P]/;

/** Each false start costs a decoding, and no person's paste has more than this. */
const MOST_FAILURES = 5;

/** A shorter run of base64 after an envelope is a word: no program wraps lines this short. */
const SHORTEST_LINE = 16;

/** The largest envelope in base64, without padding. */
const LONGEST_BODY = Math.ceil((MAX_ENVELOPE_BYTES * 4) / 3);

/** The largest envelope in lines of 32 characters has 5,504 of them. */
const MOST_RUNS = 6_000;

export type Failure = {
  /** `short`: the bytes run out. `damaged`: they do not decode, or more follow. `large`: beyond the network's limit. */
  readonly why: 'short' | 'damaged' | 'large';
  readonly at: number;
  readonly end: number;
  /** What there is of it, base64 without padding. */
  readonly body: string;
};

type Found = { readonly at: number; readonly opened: OpenEnvelope };

export type Envelopes = {
  /** Whole envelopes, each once; not searched further after the second. */
  readonly found: readonly Found[];
  /** False starts. Those of the old kind (v0) are left out: too much else begins like it. */
  readonly failures: readonly Failure[];
};

/** @param text unwrapped */
export function findEnvelopes(text: string): Envelopes {
  const found: Found[] = [];
  const failures: Failure[] = [];
  let tried = 0;
  let from = 0;
  for (const { index } of text.matchAll(START)) {
    if (index < from) continue;
    if (found.length > 1 || tried >= MOST_FAILURES) break;
    const candidate = collect(text, index);
    const whole = readWhole(candidate, text);
    if (typeof whole === 'object') {
      from = whole.end;
      if (found.every(({ opened: { base64 } }) => base64 !== whole.opened.base64)) {
        found.push({ at: index, opened: whole.opened });
      }
      continue;
    }
    tried += 1;
    if (OLD_KIND.test(candidate.body)) continue;
    failures.push(failureOf(candidate, whole));
  }
  return { found, failures };
}

/** A possible start with all base64 that follows it, across white space, quote marks and padding. */
type Candidate = {
  readonly at: number;
  readonly body: string;
  /** For each run: how much of the body it ends, and where in the text. */
  readonly runs: readonly { readonly length: number; readonly end: number; readonly gap: string }[];
};

const RUN = /[A-Za-z0-9+/_-]+/y;
const GAP = /={0,2}[^\S\n]*(?:\n[>|\s]*)?/y;

function collect(text: string, at: number): Candidate {
  const parts: string[] = [];
  const runs: { length: number; end: number; gap: string }[] = [];
  let length = 0;
  let position = at;
  while (runs.length < MOST_RUNS && length <= LONGEST_BODY) {
    RUN.lastIndex = position;
    const [run] = RUN.exec(text) ?? [];
    if (run === undefined) break;
    parts.push(run);
    length += run.length;
    const end = position + run.length;
    GAP.lastIndex = end;
    const [gap = ''] = GAP.exec(text) ?? [];
    runs.push({ length, end, gap });
    if (gap === '') break;
    position = end + gap.length;
  }
  return { at, body: parts.join(''), runs };
}

/** The envelope at the candidate's beginning, if it ends where a run ends; words may follow. */
function readWhole(candidate: Candidate, text: string): { opened: OpenEnvelope; end: number } | Failure['why'] {
  const { body, runs } = candidate;
  const decoded = decode(body);
  if (typeof decoded === 'object') {
    const ending = runs.find(({ length }) => length === Math.ceil((decoded.bytes.length * 4) / 3));
    return asWhole(decoded, ending?.end);
  }
  // A form that was decoded once too often has spaces instead of plus signs.
  if (runs.some(({ gap }) => gap === ' ')) {
    const last = runs.at(-1) as Candidate['runs'][number];
    const restored = decode(
      text
        .slice(candidate.at, last.end)
        .replace(/ /g, '+')
        .replace(/[\s>|=]/g, ''),
    );
    if (typeof restored === 'object' && restored.rest === 0) return asWhole(restored, last.end);
  }
  return decoded;
}

/** @param end where it ends in the text; absent where something is glued to it */
function asWhole(
  { envelope, bytes }: Decoded,
  end: number | undefined,
): { opened: OpenEnvelope; end: number } | Failure['why'] {
  if (bytes.length > MAX_ENVELOPE_BYTES) return 'large';
  return end === undefined ? 'damaged' : { opened: { envelope, base64: toBase64(bytes) }, end };
}

/** The failure of a candidate, judged by its long lines only, since words may follow them. */
function failureOf(candidate: Candidate, why: Failure['why']): Failure {
  const { at, body, runs } = candidate;
  const wordAt = runs.findIndex(
    ({ length }, index) => index > 0 && length - (runs[index - 1]?.length ?? 0) < SHORTEST_LINE,
  );
  const last = runs[wordAt === -1 ? runs.length - 1 : wordAt - 1] as Candidate['runs'][number];
  const own = body.slice(0, last.length);
  const again = own === body ? why : decode(own);
  if (why === 'large' || (again !== 'damaged' && own.length > LONGEST_BODY))
    return { why: 'large', at, end: last.end, body: own };
  return { why: again === 'short' ? 'short' : 'damaged', at, end: last.end, body: own };
}

/** An envelope with its own bytes and how many follow them. */
type Decoded = { readonly envelope: xdr.TransactionEnvelope; readonly bytes: Uint8Array; readonly rest: number };

function decode(body: string): Decoded | Failure['why'] {
  // A single left-over character holds no byte.
  const bytes = fromBase64(body.length % 4 === 1 ? body.slice(0, -1) : body);
  const start = readStart(bytes);
  if (typeof start === 'string') return start;
  const { envelope, length } = start;
  return { envelope, bytes: bytes.subarray(0, length), rest: bytes.length - length };
}
