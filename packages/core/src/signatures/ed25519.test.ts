import { Keypair, verify as verifyInJavaScript } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { verifyEd25519 } from './ed25519.ts';

const keyOf = (number: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(number));
const message = new TextEncoder().encode('a hash of a transaction');

test('a signature is valid only for its key and its message', () => {
  const signature = keyOf(1).sign(message);
  expect(verifyEd25519(message, signature, keyOf(1).rawPublicKey())).toBe(true);
  expect(verifyEd25519(message, signature, keyOf(2).rawPublicKey())).toBe(false);
  expect(verifyEd25519(message.subarray(1), signature, keyOf(1).rawPublicKey())).toBe(false);
});

test('OpenSSL and JavaScript agree on every signature and key with one bit flipped', () => {
  const key = keyOf(3);
  const signature = key.sign(message);
  const flip = (bytes: Uint8Array, bit: number) =>
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  for (let bit = 0; bit < 512; bit += 3) {
    const broken = flip(signature, bit);
    expect(verifyEd25519(message, broken, key.rawPublicKey())).toBe(false);
    expect(verifyInJavaScript(message, broken, key.rawPublicKey())).toBe(false);
  }
  for (let bit = 0; bit < 256; bit += 3) {
    expect(verifyEd25519(message, signature, flip(key.rawPublicKey(), bit))).toBe(false);
  }
});

test('an invalid key or signature gives false and throws nothing', () => {
  for (const length of [0, 1, 31, 33, 64]) {
    expect(verifyEd25519(message, new Uint8Array(64), new Uint8Array(length))).toBe(false);
    expect(verifyEd25519(message, new Uint8Array(length), keyOf(1).rawPublicKey())).toBe(false);
  }
  expect(verifyEd25519(message, new Uint8Array(64), new Uint8Array(32).fill(0xff))).toBe(false);
});
