/** Reads the text of a file with a transaction; a file that is not text is refused by its kind. */
import { CountersignError } from '../errors/errors.ts';
import { toBase64 } from './bytes.ts';
import { MAX_PASTED_CHARACTERS } from './find-xdr.ts';

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

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = Array.from(bytes.subarray(0, 40));
  const zeroAt = (odd: number) => head.length > 3 && head.every((byte, index) => (byte === 0) === (index % 2 === odd));
  if (zeroAt(1)) return 'utf-16le';
  return zeroAt(0) ? 'utf-16be' : undefined;
}

/** By its type: the old kind, a v1 transaction or a fee bump. */
function isEnvelope(bytes: Uint8Array): boolean {
  const [first, second, third, type] = bytes;
  return first === 0 && second === 0 && third === 0 && (type === 0 || type === 2 || type === 5);
}
