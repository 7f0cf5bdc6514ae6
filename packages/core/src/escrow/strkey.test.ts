import { StrKey } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeStrKey, encodeStrKey, type StrKeyKind } from './strkey.ts';

/** SEP-23's own vectors: the 32 bytes that all of its keys hold. */
const PAYLOAD = '3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a';

describe('SEP-23', () => {
  test.each<[StrKeyKind, string, string]>([
    ['account', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', PAYLOAD],
    [
      'muxedAccount',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      `${PAYLOAD}0000000000000000`,
    ],
    [
      'muxedAccount',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      `${PAYLOAD}8000000000000000`,
    ],
    ['contract', 'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA', PAYLOAD],
  ])('valid %s %s', (kind, text, payload) => {
    const key = decodeStrKey(text);
    expect(key?.kind).toBe(kind);
    expect(Buffer.from(key?.payload ?? []).toString('hex')).toBe(payload);
    expect(encodeStrKey(kind, Buffer.from(payload, 'hex'))).toBe(text);
  });

  test.each([
    'GAAAAAAAACGC6',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
    'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
    'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
    'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6',
    'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV',
  ])('invalid %s', (text) => expect(decodeStrKey(text)).toBeUndefined());
});

describe('against the SDK', () => {
  const encoders = {
    account: StrKey.encodeEd25519PublicKey,
    secretSeed: StrKey.encodeEd25519SecretSeed,
    contract: StrKey.encodeContract,
    muxedAccount: StrKey.encodeMed25519PublicKey,
  } as const;

  test.each(Object.entries(encoders))('%s: encodes and decodes the same', (name, encode) => {
    const kind = name as StrKeyKind;
    const length = kind === 'muxedAccount' ? 40 : 32;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (payload) => {
        const text = encodeStrKey(kind, payload);
        expect(text).toBe(encode(Buffer.from(payload)));
        expect(decodeStrKey(text)).toEqual({ kind, payload });
      }),
    );
  });

  test('no change of one character is ever accepted', () => {
    const text = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), (at, character) => {
        fc.pre(text[at] !== character);
        expect(decodeStrKey(text.slice(0, at) + character + text.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});
