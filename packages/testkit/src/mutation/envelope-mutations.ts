/** Changes below and around the tree: wrapped, of another kind, written in another way, with bytes turned over. */
import { callOf } from './oracle.ts';
import { createRandom } from './random.ts';
import { encodeTree, type Tree } from './rust-codec.ts';
import { ADDRESSES, rawKey } from './values.ts';

type Valid = { readonly tree: Tree; readonly base64: string };

export type TextMutation = { readonly what: string; readonly base64: string };

export function wrappings({ tree }: Valid): TextMutation[] {
  const { tx } = tree.tx;
  const { source_account, cond, ...rest } = tx;
  const plain = { ...rest, ext: 'v0', time_bounds: cond.time, source_account_ed25519: hex(rawKey(source_account)) };
  const bump = (fee_source: string, signatures: Tree[] = []) => ({
    tx_fee_bump: { tx: { fee_source, fee: '200000', inner_tx: { tx: tree.tx }, ext: 'v0' }, signatures },
  });
  return Object.entries({
    'a fee bump by the signer': bump(source_account),
    'a fee bump by a stranger': bump(ADDRESSES.account),
    'a signed fee bump': bump(source_account, [{ hint: '5a5a5a5a', signature: '5a'.repeat(64) }]),
    'a v0 envelope': { tx_v0: { tx: plain, signatures: [] } },
  }).map(([what, envelope]) => ({ what, base64: encodeTree(envelope) as string }));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The same bytes in other letters, and bytes beyond the envelope's end. */
export function spellings({ base64 }: Valid): TextMutation[] {
  const bytes = Buffer.from(base64, 'base64');
  const after = (...more: number[]) => Buffer.concat([bytes, Buffer.from(more)]).toString('base64');
  // In the last letter before the padding, bits that stand for no byte.
  const loose = base64.replace(/(.)(=+)$/, (_, letter: string, padding: string) => {
    return `${ALPHABET[ALPHABET.indexOf(letter) + 1]}${padding}`;
  });
  return [
    { what: 'one byte after the end', base64: after(0) },
    { what: 'four bytes after the end', base64: after(0, 0, 0, 0) },
    { what: 'the envelope twice', base64: Buffer.concat([bytes, bytes]).toString('base64') },
    { what: 'one byte less', base64: bytes.subarray(0, -1).toString('base64') },
    { what: 'four bytes less', base64: bytes.subarray(0, -4).toString('base64') },
    { what: 'half of it', base64: bytes.subarray(0, bytes.length >> 1).toString('base64') },
    { what: 'without its first byte', base64: bytes.subarray(1).toString('base64') },
    { what: 'nothing', base64: '' },
    ...(loose === base64 ? [] : [{ what: 'bits in the padding of base64', base64: loose }]),
    { what: 'a letter outside base64', base64: `${base64.slice(0, 40)}!${base64.slice(41)}` },
  ];
}

export const CAP = 132_096;

export function outsized({ tree, base64 }: Valid): TextMutation[] {
  const contract = callOf(tree.tx.tx).contract_address;
  const declare = (...keys: Tree[]) => {
    const copy = structuredClone(tree);
    const reads = copy.tx.tx.ext.v1.resources.footprint.read_only;
    reads.push(...keys.map((key) => ({ contract_data: { contract, key, durability: 'persistent' } })));
    return encodeTree(copy) as string;
  };
  const mark = Buffer.from(declare({ u32: 0x5a5a5a5a }), 'base64').toString('hex');
  const nested = (depth: number) => `${'000000100000000100000001'.repeat(depth)}00000001`;
  const deep = (depth: number) =>
    Buffer.from(mark.replace('000000035a5a5a5a', nested(depth)), 'hex').toString('base64');
  const bytes = Buffer.from(base64, 'base64').length;
  // An entry with a key of bytes takes 52 bytes and those of the key.
  const filled = (size: number) => declare({ bytes: '5a'.repeat(size - bytes - 52) });
  return [
    { what: 'as large as the network takes', base64: filled(CAP) },
    { what: 'four bytes larger than the network takes', base64: filled(CAP + 4) },
    { what: 'values a thousand deep', base64: deep(1_000) },
    { what: 'values nine thousand deep', base64: deep(9_000) },
  ];
}

/** One bit of every `step`-th byte turned over; among them all that pad a text, where a codec may look away. */
export function flippedBits({ base64 }: Valid, step: number, seed: number): TextMutation[] {
  const random = createRandom(seed);
  const bytes = Buffer.from(base64, 'base64');
  const found: TextMutation[] = [];
  for (let at = random.below(step); at < bytes.length; at += step) {
    const changed = Buffer.from(bytes);
    const bit = random.below(8);
    changed[at] = (changed[at] as number) ^ (1 << bit);
    found.push({ what: `bit ${bit} of byte ${at}`, base64: changed.toString('base64') });
  }
  return found;
}

/** Bytes put in, taken out, overwritten and moved, some at once, in places drawn from the seed. */
export function brokenBytes({ base64 }: Valid, count: number, seed: number): TextMutation[] {
  const random = createRandom(seed);
  const original = Buffer.from(base64, 'base64');
  return Array.from({ length: count }, (_, index) => {
    let bytes = [...original];
    for (let change = 0; change <= index % 3; change++) {
      const at = random.below(bytes.length);
      const word = at - (at % 4);
      const kind = random.below(5);
      if (kind === 0) bytes[at] = random.below(256);
      else if (kind === 1) bytes.splice(word, 4);
      else if (kind === 2) bytes.splice(word, 0, 0, 0, 0, random.below(4));
      else if (kind === 3) bytes.splice(word, 4, 0, 0, 0, random.below(32));
      else {
        const from = random.below(bytes.length >> 2) * 4;
        bytes = bytes.toSpliced(word, 4, ...bytes.slice(from, from + 4));
      }
    }
    return { what: `bytes changed, ${index}`, base64: Buffer.from(bytes).toString('base64') };
  }).filter((mutation) => mutation.base64 !== base64);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
