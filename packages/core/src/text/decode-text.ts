/** Some systems save what a terminal prints as UTF-16. It is found by its byte order mark, or by the zeros of ASCII. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = Array.from(bytes.subarray(0, 40));
  const zeroAt = (odd: number) => head.length > 3 && head.every((byte, index) => (byte === 0) === (index % 2 === odd));
  if (zeroAt(1)) return 'utf-16le';
  return zeroAt(0) ? 'utf-16be' : undefined;
}

/** @returns undefined for bytes that are neither UTF-8 nor UTF-16 */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(wideEncoding(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
