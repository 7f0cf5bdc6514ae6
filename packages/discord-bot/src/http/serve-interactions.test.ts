import { generateKeyPairSync, sign } from 'node:crypto';
import { listen } from '@countersign/local-http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isPublicKey } from '../settings.ts';
import { INTERACTIONS_PATH } from './address.ts';
import { isSignedBy, publicKeyOf, serveInteractions, signedIn } from './serve-interactions.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const HEX = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const BODY = Buffer.from(JSON.stringify({ type: 2, id: '1', data: { name: 'escrow' }, text: 'ñ 🙂' }));
const TIMESTAMP = '1795449600';

function headersOf(body: Buffer, timestamp = TIMESTAMP): Record<string, string> {
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('hex');
  return { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp };
}

function passes(headers: Record<string, string>, body: Buffer, key = HEX): boolean {
  const signed = signedIn({ headers: new Headers(headers) });
  return signed !== undefined && isSignedBy(publicKeyOf(key), signed, body);
}

test('the first test vectors of RFC 8032 pass, by the timestamp and the body together', () => {
  // Section 7.1, TEST 3: the message af82 is not a timestamp, so only the key is checked.
  const key = publicKeyOf('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
  const signature = Buffer.from(
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    'hex',
  );
  expect(isSignedBy(key, { signature, timestamp: '', signedAt: 0 }, Buffer.from('af82', 'hex'))).toBe(true);
  expect(isSignedBy(key, { signature, timestamp: '', signedAt: 0 }, Buffer.from('af83', 'hex'))).toBe(false);
});

test('a valid signature passes; its hexadecimal digits may be upper case', () => {
  const headers = headersOf(BODY);
  expect(passes(headers, BODY)).toBe(true);
  const upper = String(headers['x-signature-ed25519']).toUpperCase();
  expect(passes({ ...headers, 'x-signature-ed25519': upper }, BODY, HEX.toUpperCase())).toBe(true);
  expect(passes(headersOf(Buffer.alloc(0)), Buffer.alloc(0))).toBe(true);
});

test('any single bit of body, timestamp or signature that is another one is refused', () => {
  const headers = headersOf(BODY);
  const signature = Buffer.from(String(headers['x-signature-ed25519']), 'hex');
  const flips = (bytes: Buffer): Buffer[] =>
    Array.from({ length: 8 * bytes.length }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = Number(changed[bit >> 3]) ^ (1 << (bit & 7));
      return changed;
    });
  for (const body of flips(BODY)) expect(passes(headers, body)).toBe(false);
  for (const each of flips(signature)) {
    expect(passes({ ...headers, 'x-signature-ed25519': each.toString('hex') }, BODY)).toBe(false);
  }
  for (const each of flips(Buffer.from(TIMESTAMP)).map((bytes) => bytes.toString('latin1'))) {
    // Something that is not a header is refused earlier.
    if (/^[\x21-\x7e]+$/.test(each)) expect(passes({ ...headers, 'x-signature-timestamp': each }, BODY)).toBe(false);
  }
  // Moving a digit from the timestamp to the body signs the same bytes, but is another time.
  const shorter = { ...headers, 'x-signature-timestamp': TIMESTAMP.slice(0, -1) };
  const moved = Buffer.concat([Buffer.from(TIMESTAMP.slice(-1)), BODY]);
  expect(passes(shorter, moved)).toBe(true);
  expect(signedIn({ headers: new Headers(shorter) })?.signedAt).toBe(Number(TIMESTAMP.slice(0, -1)) * 1_000);
  expect(() => JSON.parse(moved.toString())).toThrow();
  const { publicKey: stranger } = generateKeyPairSync('ed25519');
  const other = stranger.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  expect(passes(headers, BODY, other)).toBe(false);
});

test.each([
  ['no headers', {}],
  ['no signature', { 'x-signature-timestamp': TIMESTAMP }],
  ['no timestamp', { 'x-signature-ed25519': 'a'.repeat(128) }],
  ['a short signature', { 'x-signature-ed25519': 'a'.repeat(126), 'x-signature-timestamp': TIMESTAMP }],
  ['a long signature', { 'x-signature-ed25519': 'a'.repeat(130), 'x-signature-timestamp': TIMESTAMP }],
  ['a signature that is no hex', { 'x-signature-ed25519': 'g'.repeat(128), 'x-signature-timestamp': TIMESTAMP }],
  ['a timestamp that is none', { 'x-signature-ed25519': 'a'.repeat(128), 'x-signature-timestamp': '-1' }],
  ['a timestamp beyond all time', { 'x-signature-ed25519': 'a'.repeat(128), 'x-signature-timestamp': '1'.repeat(13) }],
  ['two signatures', { 'x-signature-ed25519': `${'a'.repeat(128)}, ${'a'.repeat(128)}`, 'x-signature-timestamp': '1' }],
] as [string, Record<string, string>][])('%s is refused before the body is read', (_, headers) => {
  expect(signedIn({ headers: new Headers(headers) })).toBeUndefined();
});

test('a public key has 64 hexadecimal digits', () => {
  expect([HEX, HEX.slice(1), `${HEX}0`, 'g'.repeat(64), ''].map(isPublicKey)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

const serve = (port: number, log: (level: string, message: string, fields: object) => void = () => {}) => {
  const source = { publicKey: HEX, host: '127.0.0.1', port };
  // Knows no interaction, which is a 400.
  const hearing = { read: () => undefined };
  return serveInteractions({ source, log, hearing } as unknown as Parameters<typeof serveInteractions>[0]);
};

test('refuses what was signed more than a minute ago or ahead, and warns of it once an hour', async () => {
  const warned: object[] = [];
  const { url, stop } = await serve(0, (level, _, fields) => level === 'warn' && warned.push(fields));
  onTestFinished(() => stop(0));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const statuses: [number, number][] = [];
  for (const seconds of [60, -60, 61, 61 + 3_600, 61 + 3_600.001, -61]) {
    vi.setSystemTime((Number(TIMESTAMP) + seconds) * 1_000);
    const sent = { method: 'POST', headers: headersOf(BODY), body: BODY };
    statuses.push([seconds, (await fetch(new URL(INTERACTIONS_PATH, url), sent)).status]);
  }
  expect(statuses).toEqual([
    [60, 400],
    [-60, 400],
    [61, 401],
    [3_661, 401],
    [3_661.001, 401],
    [-61, 401],
  ]);
  expect(warned).toEqual([{ seconds: 61 }, { seconds: 3_661 }]);
});

test('takes interactions by POST alone', async () => {
  const { url, stop } = await serve(0);
  onTestFinished(() => stop(0));
  const ask = async (method: string) => (await fetch(new URL(INTERACTIONS_PATH, url), { method })).status;
  expect([await ask('GET'), await ask('POST')]).toEqual([405, 401]);
});

test('names the setting of the port when another program uses it', async () => {
  const taken = await listen({ fetch: () => new Response() }, 0);
  onTestFinished(() => taken.close());
  const { port } = taken;
  await expect(serve(port)).rejects.toMatchObject({
    code: 'SETTING_INVALID',
    fields: [{ path: 'DISCORD_HTTP_PORT', problem: expect.stringContaining(`${port}`) }],
  });
});
