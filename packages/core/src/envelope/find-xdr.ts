/** Finds the one transaction in a pasted text; it never guesses between two, and gives a reason for every refusal. */
import { xdr } from '@stellar/stellar-sdk/base';
import { CountersignError, type ErrorOptions } from '../errors/errors.ts';
import { findSeeds } from '../secrets/seed.ts';
import { wideEncoding } from '../text/decode-text.ts';
import { isObject } from '../text/fields.ts';
import { withoutInvisible } from '../text/text.ts';
import { fromBase64, fromHex, toBase64 } from './bytes.ts';
import { type Envelopes, type Failure, findEnvelopes } from './pasted/envelopes.ts';
import { type Instead, otherKindOf, pastedInstead } from './pasted/pasted-instead.ts';
import { MAX_ENVELOPE_BYTES, type OpenEnvelope } from './read-transaction.ts';

export type { Instead } from './pasted/pasted-instead.ts';

/** Room for the largest transaction (176,128 characters of base64) in what wraps it; in hex, for one of 100 kB. */
export const MAX_PASTED_CHARACTERS = 200_000;

/** The whole envelope of any kind, or what was pasted instead of one. */
export type Pasted = { readonly opened: OpenEnvelope } | { readonly instead: Instead };

/**
 * @param text whatever a person or program gave for a transaction
 * @returns the one envelope in it as canonical base64, of any kind, signed or not
 * @throws CountersignError SECRET_REFUSED; XDR_UNREADABLE, with its reason
 * @example
 * ```ts
 * import { findXdr } from '@countersign/core/envelope';
 *
 * const xdr =
 *   'AAAAAgAAAAB72iLeEG/bFdv5lr+AcR/x4ZG19/DrGyc1TBUCNa8S7QAAAGQAAAAAAAAACAAAAAEAAAAAAAAAAAAAAAAAAAAA' +
 *   'AAAAAAAAAAEAAAAAAAAAAQAAAADkgbkKgpJeEHjP1xzuhDXXF6vziWjo5W/LDlndoZvG/gAAAAAAAAAAAvrwgAAAAAAAAAAA';
 * const pasted = `My wallet says: {"xdr": "${encodeURIComponent(xdr)}"}`;
 * console.log(findXdr(pasted) === xdr); // → true
 * ```
 */
export function findXdr(text: string): string {
  return findEnvelope(text).base64;
}

/** As `findXdr`, but decoded. @throws CountersignError those of `findXdr` */
export function findEnvelope(text: string): OpenEnvelope {
  const pasted = lookAtPasted(text);
  if ('opened' in pasted) return pasted.opened;
  throw insteadError(pasted.instead);
}

/** As `findEnvelope`, for a caller that can say more about what was pasted instead, and throws `insteadError` itself. */
export function lookAtPasted(text: string): Pasted {
  if (text.length > MAX_PASTED_CHARACTERS) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  const plain = unwrapText(text);
  // The caller has scanned the text as given; this finds seeds that its encoding hid.
  if (findSeeds(plain).length > 0) throw new CountersignError('SECRET_REFUSED');
  const encoded = encodedAgain(plain);
  const source = encoded ?? plain;
  const envelopes = findEnvelopes(source);
  if (envelopes.found.length > 1) throw severalFound(envelopes, source);
  const [whole] = envelopes.found;
  // A cut preview of the whole transaction in the same text is not a second one.
  const broken = envelopes.failures.find(({ body }) => whole?.opened.base64.startsWith(body) !== true);
  if (broken !== undefined) throw brokenError(broken, source, text);
  if (whole !== undefined) return { opened: whole.opened };
  const opened = envelopeInJson(text);
  return opened === undefined ? { instead: pastedInstead(source) } : { opened };
}

/** How the JSON of an envelope begins, by its kind (SEP-51). */
const JSON_KINDS: readonly string[] = ['tx', 'tx_v0', 'tx_fee_bump'];
const MOST_NESTED = 6;

/** The transaction that stellar-cli decoded into JSON. @throws CountersignError XDR_UNREADABLE for several */
function envelopeInJson(text: string): OpenEnvelope | undefined {
  if (!text.includes('"signatures"')) return undefined;
  try {
    const within = (value: unknown, depth = 0): readonly unknown[] => {
      if (typeof value !== 'object' || value === null || depth > MOST_NESTED) return [];
      const [[kind, envelope] = ['', undefined], ...others] = Object.entries(value);
      const isWhole = others.length === 0 && JSON_KINDS.includes(kind) && isObject(envelope);
      if (isWhole && 'signatures' in envelope) return [value];
      return Object.values(value).flatMap((part) => within(part, depth + 1));
    };
    const [json, ...others] = within(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
    if (others.length > 0) throw new CountersignError('XDR_UNREADABLE', { reason: 'ambiguous' });
    if (json === undefined) return undefined;
    const envelope = xdr.TransactionEnvelope.fromJson(json as never);
    const bytes = envelope.toXdr();
    return bytes.length > MAX_ENVELOPE_BYTES ? undefined : { envelope, base64: toBase64(bytes) };
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    return undefined;
  }
}

/** Blanks behind the digits belong to them alone: if the quotes could take them too, each would be tried as either. */
const HEX = /^[\s"'`]*(?:0x|\\x)?(000000(?:02|05|00)[0-9A-Fa-f\s]{56,})(?:["'`][\s"'`]*)?$/i;

/** The base64 text of an envelope in hex, or the text inside base64 that a data URL or a tool put around it. */
function encodedAgain(plain: string): string | undefined {
  const hex = HEX.exec(plain)?.[1];
  if (hex !== undefined) {
    const digits = hex.replace(/\s+/g, '');
    return digits.length > HASH_DIGITS ? toBase64(fromHex(digits)) : undefined;
  }
  // `AAAAA` in base64 again, or a data URL that holds a text.
  const again = /^\s*(?:data:[^,]{0,200};base64,\s*([A-Za-z0-9+/_-]+)|(QUFBQU[A-Za-z0-9+/_-]+))=*\s*$/i.exec(plain);
  const body = again?.[1] ?? again?.[2];
  if (body === undefined || body.startsWith('AAAA')) return undefined;
  const inner = new TextDecoder().decode(fromBase64(body.length % 4 === 1 ? body.slice(0, -1) : body));
  return /^[\t\n\r -~]*$/.test(inner) ? unwrapText(inner) : undefined;
}

const HASH_DIGITS = 64;

/** Where chats and their fields are known to cut a text, in characters. */
const CHAT_LIMITS: readonly number[] = [1_024, 2_000, 3_000, 4_000, 4_096, 6_000, 10_000];

function brokenError(failure: Failure, source: string, text: string): CountersignError {
  if (failure.why === 'large') return new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  const kind = otherKindOf(failure.body);
  if (kind !== undefined) return insteadError({ kind: 'other-kind', name: kind });
  const behind = source.slice(failure.end, failure.end + 40);
  if (/^[\s"'`=]*(?:…|\.\.|\[\.|\[…|\(\.|<\.|⋯|--\s*(?:more|snip))/i.test(behind)) {
    const rest = /[A-Za-z0-9+/_-]{8}/.test(behind.replace(/^[\s"'`=]+/, ''));
    return new CountersignError('XDR_UNREADABLE', {
      reason: 'truncated',
      message: `The transaction was shortened ${rest ? 'in its middle' : 'at its end'}: dots stand where the rest of it should be.`,
    });
  }
  if (failure.why === 'damaged') return new CountersignError('XDR_UNREADABLE', { reason: 'damaged' });
  const limit = [text.length, text.trim().length, failure.body.length].find((length) => CHAT_LIMITS.includes(length));
  const arrived = `${failure.body.length.toLocaleString('en')} characters of it arrived`;
  return new CountersignError('XDR_UNREADABLE', {
    reason: 'truncated',
    message:
      limit === undefined
        ? `The transaction is cut off: ${arrived}, and more should follow.`
        : `The transaction is cut off: ${arrived}. The text ends at ${limit.toLocaleString('en')} characters, which is where a chat cuts it.`,
  });
}

/** Names under which programs hand out transactions; only these are repeated. */
const NAME_BEFORE =
  /(?<![A-Za-z_])(unsigned_?xdr|signed_?xdr|signed_?tx_?xdr|unsigned_?transaction|signed_?transaction|envelope_?xdr|signed_envelope_xdr|tx_?xdr|xdr|tx|transaction)["'`]?\s*[:=]\s*["'`]?$/i;

function severalFound({ found }: Envelopes, source: string): CountersignError {
  const names = found.flatMap(({ at }) => NAME_BEFORE.exec(source.slice(Math.max(0, at - 40), at))?.[1] ?? []);
  const named = names.length < 2 ? '' : `, among them ${names.map((name) => `“${name}”`).join(' and ')}`;
  return new CountersignError('XDR_UNREADABLE', {
    reason: 'ambiguous',
    message: `There are several different transactions in this${named}.`,
  });
}

const ADDRESS_WORDS = {
  account: 'the address of an account (G…)',
  contract: 'the address of a contract (C…)',
  muxedAccount: 'a muxed address (M…)',
} as const;

export function insteadError(instead: Instead, options: ErrorOptions = {}): CountersignError {
  return new CountersignError('XDR_UNREADABLE', { ...textsOf(instead), ...options });
}

function textsOf(instead: Instead): ErrorOptions {
  switch (instead.kind) {
    case 'empty':
    case 'link':
    case 'hash':
    case 'id':
      return { reason: instead.kind };
    case 'address':
      return { reason: 'address', message: `This is ${ADDRESS_WORDS[instead.of]}, not a transaction.` };
    case 'other-kind':
      return { reason: 'other-kind', message: `This is ${instead.name}, not a whole transaction (its envelope).` };
    case 'refusal':
      return { reason: 'refusal', detail: instead.text };
    case 'base64':
      return { message: 'This is base64, but not a Stellar transaction: its beginning may be missing.' };
    case 'unreadable':
      return {};
  }
}

/** JSON in JSON in a link does occur; more layers do not. */
const MOST_LAYERS = 3;

/** Undoes JSON and shell escapes, HTML entities and percent-encoding: none of these can be part of base64. */
function unwrapText(text: string): string {
  let plain = withoutInvisible(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/\t/g, ' '));
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const inner = undoPercent(undoEntities(undoEscapes(plain)));
    if (inner === plain) break;
    plain = inner;
  }
  return plain.replace(LAB_VALUE, (value) => value.replace(/\/(.)/g, '$1'));
}

/** Links of Stellar Lab (`…xdr$blob=`, `…importXdr=`) have a slash before each slash of a value. */
const LAB_VALUE = /(?<=(?:\$\w{1,30}|\bimportXdr)=)AAAA[\w+/=-]+/g;

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ' };

/** JSON's escapes (some programs write `\/` for `/`), and the backslash that continues a line in a shell. */
function undoEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  // Whole runs at a time: a hostile text may consist of nothing else.
  return text.replace(/(?:\\u[0-9A-Fa-f]{4})+|(?:\\[nrt"'`/\\\n])+/g, (run) => {
    if (run[1] === 'u') return JSON.parse(`"${run}"`) as string;
    let plain = '';
    for (let at = 1; at < run.length; at += 2) plain += ESCAPED[run[at] as string] ?? run[at];
    return plain;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  equals: '=',
  gt: '>',
  lowbar: '_',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  plus: '+',
  quot: '"',
  sol: '/',
};

function undoEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]([0-9A-Fa-f]{1,5})|#([0-9]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

/** ASCII alone: what else is encoded in a link is no part of an XDR. */
function undoPercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-7][0-9A-Fa-f])+/g, decodeURIComponent);
}

/** The first bytes of files that people attach by mistake. Sources: the formats' own specifications. */
const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a picture (PNG)', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture (JPEG)', [0xff, 0xd8, 0xff]],
  ['a picture (GIF)', [0x47, 0x49, 0x46, 0x38]],
  ['a picture or sound (RIFF: WebP, WAV)', [0x52, 0x49, 0x46, 0x46]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a ZIP archive or an office document', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
];

/** The longest text that is read, also where each character takes two bytes. */
export const MAX_XDR_FILE_BYTES = 2 * MAX_PASTED_CHARACTERS;

/**
 * UTF-8; UTF-16, in which some systems save what a terminal prints; or an envelope's own bytes, given as base64.
 * @throws CountersignError XDR_UNREADABLE
 */
export function textOfXdrFile(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (text.length > MAX_PASTED_CHARACTERS) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  return text;
}

function decode(bytes: Uint8Array): string {
  const kind = SIGNATURES.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (kind !== undefined) throw notText(`The file is ${kind[0]}, not a text file.`);
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  if (isEnvelope(bytes)) return toBase64(bytes);
  const text = new TextDecoder().decode(bytes);
  // Text in another encoding may still contain an XDR, which is ASCII; but no text contains a zero byte.
  if (text.includes('\0')) throw notText();
  return text;
}

function notText(message?: string): CountersignError {
  return new CountersignError('XDR_UNREADABLE', { reason: 'not-text', ...(message === undefined ? {} : { message }) });
}

/** By its type: the old kind, a v1 transaction or a fee bump. */
function isEnvelope(bytes: Uint8Array): boolean {
  const [first, second, third, type] = bytes;
  return first === 0 && second === 0 && third === 0 && (type === 0 || type === 2 || type === 5);
}
