import { otherKey, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { hash, type Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { deskWordsOf } from '../words/all.ts';
import { hasSignedMessage, readMessageSignature } from './ed25519.ts';
import { neverSentTransaction } from './never-sent.ts';

/** The account and the signatures that SEP-53 publishes. */
const ACCOUNT = 'GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
const HELLO =
  '7cee5d6d885752104c85eea421dfdcb95abf01f1271d11c4bec3fcbd7874dccd6e2e98b97b8eb23b643cac4073bb77de5d07b0710139180ae9f3cbba78f2ba04';
const VECTORS: [string, string | Uint8Array, string][] = [
  [
    'ASCII',
    'Hello, World!',
    'fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==',
  ],
  [
    'Japanese',
    'こんにちは、世界！',
    'CDU265Xs8y3OWbB/56H9jPgUss5G9A0qFuTqH2zs2YDgTm+++dIfmAEceFqB7bhfN3am59lCtDXrCtwH2k1GBA==',
  ],
  [
    'bytes',
    Buffer.from('2zZDP1sa1BVBfLP7TeeMk3sUbaxAkUhBhDiNdrksaFo=', 'base64'),
    'VA1+7hefNwv2NKScH6n+Sljj15kLAge+M2wE7fzFOf+L0MMbssA1mwfJZRyyrhBORQRle10X1Dxpx+UOI4EbDQ==',
  ],
];

const proof = {
  address: signerKey.publicKey(),
  person: 'Discord user 80351110224678912',
  place: 'Discord server 197038439483310086',
  host: 'sign.example.org',
  code: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
};
const digestOf = (text: string) => hash(Buffer.from(`Stellar Signed Message:\n${text}`));
const signed = (key: Keypair, text: string) => Buffer.from(key.sign(digestOf(text))).toString('base64');

describe('a signed text', () => {
  test.each(VECTORS)('the test vector of SEP-53 for %s is valid', (_, message, signature) => {
    expect(hasSignedMessage(ACCOUNT, message, signature)).toBe(true);
  });

  test.each<[string, string | Uint8Array]>([
    ['hex', HELLO],
    ['hex in capitals', HELLO.toUpperCase()],
    ['bytes', Buffer.from(HELLO, 'hex')],
    ['base64url without padding', Buffer.from(HELLO, 'hex').toString('base64url')],
    ['lines', `${HELLO.slice(0, 64)}\n${HELLO.slice(64)} `],
  ])('a signature is read as %s', (_, signature) => {
    expect(hasSignedMessage(ACCOUNT, 'Hello, World!', signature)).toBe(true);
  });

  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['words', 'please let me in'],
    ['63 bytes', HELLO.slice(2)],
    ['65 bytes', Buffer.alloc(65)],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('%s is no signature', (_, signature) => {
    expect(readMessageSignature(signature)).toBeUndefined();
    expect(hasSignedMessage(ACCOUNT, 'Hello, World!', signature)).toBe(false);
  });
});

describe.each([
  ['English', deskWordsOf('en').walletProofText],
  ['Spanish', deskWordsOf('es').walletProofText],
])('the text in %s that proves a wallet', (_, textOf) => {
  const text = textOf(proof);

  test('names whose wallet, which, who asks and its code', () => {
    for (const part of Object.values(proof)) expect(text).toContain(part);
    expect(hasSignedMessage(proof.address, text, signed(signerKey, text))).toBe(true);
  });

  test.each<[string, string]>([
    ['another account’s signature', signed(otherKey, text)],
    ['a signature for another person', signed(signerKey, textOf({ ...proof, person: 'Discord user 1' }))],
    ['a signature with another code', signed(signerKey, textOf({ ...proof, code: 'f'.repeat(32) }))],
    ['a signature for another host', signed(signerKey, textOf({ ...proof, host: 'sign.example.com' }))],
    [
      'a signature of the text without its prefix',
      Buffer.from(signerKey.sign(hash(Buffer.from(text)))).toString('hex'),
    ],
    ['a signed transaction hash', Buffer.from(signerKey.sign(new Uint8Array(32).fill(7))).toString('hex')],
  ])('%s does not prove it', (_, signature) => {
    expect(hasSignedMessage(proof.address, text, signature)).toBe(false);
  });
});

test('makes a transaction that no network accepts, for a host whose name fits into it', () => {
  const input = {
    address: signerKey.publicKey(),
    text: 'It is me.',
    passphrase: 'Any network',
    endsAt: 1_800_000_000_000,
  };
  const made = (host: string) => neverSentTransaction({ ...input, origin: `https://${host}` })?.transaction;
  expect(made('sign.example.org')?.toJson()).toMatchSnapshot();
  // 64 bytes, with “ auth”.
  const label = (length: number) => `${'a'.repeat(length)}.${'b'.repeat(20)}.org`;
  expect([made(label(34)), made(label(35))].map((each) => each !== undefined)).toEqual([true, false]);
  expect(neverSentTransaction({ ...input, address: 'GX', origin: 'https://sign.example.org' })).toBeUndefined();
});
