/** Other values for one of a known kind: near it, at its limits, and such as look the same. */
import { encodeStrKey } from '@countersign/core/escrow';
import { StrKey } from '@stellar/stellar-sdk/base';

/** Text as the codec writes it: bytes outside printable ASCII as \xNN. What comes back is text in the same spelling. */
export function otherTexts(written: string): string[] {
  const bytes = bytesOfWritten(written);
  const text = bytes.toString('utf8');
  const lossless = Buffer.from(text, 'utf8').equals(bytes);
  const others = new Set([
    '',
    `${written}x`,
    ` ${written}`,
    `${written} `,
    `${written}\\0`,
    `${written}\\n`,
    `${written}${writtenOf('\u200b')}`,
    `${written}${writtenOf('\u202e')}`,
    `${writtenOf('\ufeff')}${written}`,
    `${written}\\xff`,
    // A lone surrogate, as CESU-8 writes it, and an over-long form.
    `${written}\\xed\\xa0\\x80`,
    `${written}\\xc0\\xaf`,
    // Bytes that a forgiving reader would take for U+FFFD.
    written.replace('\\xef\\xbf\\xbd', '\\xff'),
    written.replace('\\xef\\xbf\\xbd', '\\xf0\\x9f\\x9a'),
    ...(lossless
      ? [
          text.normalize('NFC'),
          text.normalize('NFD'),
          text.normalize('NFKC'),
          text.toUpperCase(),
          text.toLowerCase(),
          text.replace('a', '\u0430').replace('e', '\u0435').replace('o', '\u043e'),
          text.replace(' ', '\u00a0'),
          text.replace('\n', '\r\n'),
          text.replace('\u200d', ''),
          text.replace('\ufe0f', ''),
          [...text].slice(0, -1).join(''),
          [...text].reverse().join(''),
        ].map(writtenOf)
      : []),
  ]);
  others.delete(written);
  return [...others];
}

export function otherIntegers(value: bigint): bigint[] {
  const others = new Set([
    value + 1n,
    value - 1n,
    -value,
    value * 10n,
    value / 10n,
    0n,
    1n,
    -1n,
    value ^ (1n << 31n),
    value ^ (1n << 63n),
    value ^ (1n << 127n),
    value + (1n << 32n),
    value + (1n << 64n),
    2n ** 31n - 1n,
    2n ** 32n - 1n,
    2n ** 63n - 1n,
    2n ** 64n - 1n,
    2n ** 127n - 1n,
    -(2n ** 31n),
    -(2n ** 63n),
    -(2n ** 127n),
  ]);
  others.delete(value);
  return [...others];
}

export function otherBytes(hex: string, fixed: boolean): string[] {
  const flipped = (at: number) => {
    const bytes = Buffer.from(hex, 'hex');
    if (bytes.length > 0) bytes[at] = (bytes[at] as number) ^ 1;
    return bytes.toString('hex');
  };
  const half = hex.length / 2;
  const others = new Set([flipped(0), flipped(half - 1), flipped(half >> 1), '00'.repeat(half), 'ff'.repeat(half)]);
  if (!fixed) for (const other of [`${hex}00`, hex.slice(2), '']) others.add(other);
  others.delete(hex);
  return [...others];
}

const RAW = (fill: number) => new Uint8Array(32).fill(fill);
const STRANGER = encodeStrKey('account', RAW(0x5a));

export const ADDRESSES = {
  account: STRANGER,
  contract: encodeStrKey('contract', RAW(0x5a)),
  muxed: muxed(RAW(0x5a)),
  claimableBalance: StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), RAW(0x5a)])),
  liquidityPool: StrKey.encodeLiquidityPool(Buffer.from(RAW(0x5a))),
} as const;

/** Of every kind that an address can be, among them the same key under another kind. */
export function otherAddresses(address: string): string[] {
  const raw = rawKey(address);
  const near = Uint8Array.from(raw);
  near[31] = (near[31] as number) ^ 1;
  const others = new Set<string>([
    ...Object.values(ADDRESSES),
    encodeStrKey('account', raw),
    encodeStrKey('contract', raw),
    encodeStrKey(address.startsWith('C') ? 'contract' : 'account', near),
    muxed(raw),
    StrKey.encodeLiquidityPool(Buffer.from(raw)),
    StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), raw])),
  ]);
  others.delete(address);
  return [...others];
}

/** The account under a G or M address; nothing for another kind. */
export function accountUnder(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  if (StrKey.isValidEd25519PublicKey(address)) return address;
  if (!StrKey.isValidMed25519PublicKey(address)) return undefined;
  return StrKey.encodeEd25519PublicKey(StrKey.decodeMed25519PublicKey(address).subarray(0, 32));
}

export function muxed(raw: Uint8Array, id = 5): string {
  return StrKey.encodeMed25519PublicKey(Buffer.concat([raw, Buffer.from([0, 0, 0, 0, 0, 0, 0, id])]));
}

export function rawKey(address: string): Uint8Array {
  if (address.startsWith('G')) return StrKey.decodeEd25519PublicKey(address);
  if (address.startsWith('C')) return StrKey.decodeContract(address);
  return RAW(0x5b);
}

export function bytesOfWritten(written: string): Buffer {
  const plain = written.replace(/\\(?:x([0-9a-f]{2})|([0tnr\\]))/g, (_, hex: string | undefined, letter: string) =>
    String.fromCharCode(hex === undefined ? (ESCAPES[letter] as number) : Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

function writtenOf(text: string): string {
  return [...Buffer.from(text, 'utf8')].map(escapedByte).join('');
}

const ESCAPES: Readonly<Record<string, number>> = { '0': 0, t: 9, n: 10, r: 13, '\\': 92 };

function escapedByte(byte: number): string {
  const letter = Object.entries(ESCAPES).find(([, code]) => code === byte)?.[0];
  if (letter !== undefined) return `\\${letter}`;
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
