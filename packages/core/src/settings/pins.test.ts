import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, CONTRACT, refusal } from '@countersign/testkit/fixtures/settings-env';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';
import { networkWith } from '../escrow/network.ts';
import { FOUND_UNCONFIRMED, TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { type Env, parseSettings } from './settings.ts';
import { EARLIER_PINS } from './variables.ts';

const OTHER = 'CCUUDM434BMZMYWYDITHFXHDMIVTGGD6T2I5UKNX5BSLXLW7HVR4MCGZ';
const HASH = 'ab'.repeat(32);
const WHOLE = { factory: CONTRACT, wasmHash: HASH, single: { factory: OTHER, wasmHash: HASH }, feeAddress: ACCOUNT };

const LIVE = {
  ESCROW_SERVICE: 'trustless-work',
  ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key',
  STELLAR_NETWORK: 'public',
  STELLAR_RPC_URL: 'https://rpc.example',
};
const pinsOf = (env: Env) => {
  const { factory, wasmHash, single, feeAddress } = parseSettings({ ...LIVE, ...env }).network;
  return { factory, wasmHash, single, feeAddress };
};
const json = (value: unknown): Env => ({ ESCROW_PINS: JSON.stringify(value) });

const problemOf = (env: Env): string => refusal({ ...LIVE, ...env }).message;

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'pins of public.json');
  writeFileSync(file, text);
  return file;
}

describe('ESCROW_PINS', () => {
  test('is JSON, or a file with it, and each part is optional', () => {
    expect(pinsOf(json(WHOLE))).toEqual(WHOLE);
    expect(pinsOf({ ESCROW_PINS: fileWith(`${JSON.stringify(WHOLE, undefined, 2)}\n`) })).toEqual(WHOLE);
    const { feeAddress } = TRUSTLESS_WORK.public;
    expect(pinsOf(json({}))).toMatchObject({ factory: undefined, single: undefined, feeAddress });
    expect(pinsOf(json({ single: { wasmHash: HASH.toUpperCase() } }))).toMatchObject({ single: { wasmHash: HASH } });
  });

  test('takes a list of code hashes, the first of which is deployed', () => {
    const [second, third] = ['cd'.repeat(32), 'ef'.repeat(32)];
    const { network } = parseSettings({
      ...LIVE,
      ...json({ ...WHOLE, wasmHash: [HASH, second.toUpperCase(), third], single: { wasmHash: [second] } }),
      ESCROW_WASM_HASH: third,
    });
    expect(network).toMatchObject({ wasmHash: HASH, otherHashes: [second, third], single: { wasmHash: second } });
    expect(network.single).not.toHaveProperty('otherHashes');
  });

  test.each<[string, unknown]>([
    ['has a wasmHash that names one twice', { wasmHash: [HASH, HASH.toUpperCase()] }],
    ['has a wasmHash that is not a list of 1 to 10', { wasmHash: [] }],
    ['has a wasmHash that is not a SHA-256', { wasmHash: [HASH, 'ab'] }],
    ['has a wasmHash that is not a text', { wasmHash: [HASH, [HASH]] }],
    ['has a factory that is not a text', { factory: [CONTRACT, OTHER] }],
    ['has an unknown field factroy', { factroy: CONTRACT }],
    ['has an unknown field single.feeAddress', { single: { feeAddress: ACCOUNT } }],
    ['has an unknown field (an odd name)', { 'two words': 'x' }],
    ['has an unknown field (an odd name)', { 'single.factory': CONTRACT }],
    ['has an unknown field __proto__', JSON.parse('{"__proto__": "x"}')],
    ['has a factory that is an account', { factory: ACCOUNT }],
    ['has a single.wasmHash that is not a SHA-256', { single: { wasmHash: 'ab' } }],
    ['has a wasmHash that is not a text', { wasmHash: 7 }],
    ['has a feeAddress that', { feeAddress: CONTRACT }],
    ['must be found, the path of a JSON file, or JSON like', []],
    ['must be found, the path of a JSON file, or JSON like', { single: CONTRACT }],
  ])('%s', (expected, value) => {
    expect(problemOf(json(value))).toContain(`ESCROW_PINS ${expected}`);
  });

  test.each([
    ['factory', `{"factory":"${CONTRACT}","wasmHash":"${HASH}","factory":"${OTHER}"}`],
    ['factory', `{"factory":"${CONTRACT}","f\\u0061ctory" : "${CONTRACT}"}`],
    ['single.wasmHash', `{"wasmHash":"${HASH}","single":{"wasmHash":"${HASH}","wasmHash":"${HASH}"}}`],
    ['single', `{"single":{"factory":"${OTHER}"},"single":{"wasmHash":"${HASH}"}}`],
    ['(an odd name)', `{"a \\" : name":"${CONTRACT}","a \\" : name":"${CONTRACT}"}`],
  ])('names a field that it has twice (%s)', (name, text) => {
    for (const value of [text, fileWith(text)]) {
      expect(problemOf({ ESCROW_PINS: value })).toContain(`ESCROW_PINS has ${name} twice; leave one of them out`);
    }
  });

  test('names every problem of its fields at once', () => {
    const problem = problemOf(json({ factory: ACCOUNT, colour: 'red', wasmHash: 'ab' }));
    expect(problem).toMatch(/a factory that .*, and has an unknown field colour, and has a wasmHash that/);
    expect(problem).not.toContain(ACCOUNT);
  });

  test.each([
    ['cannot be read (ENOENT)', () => '/nowhere/pins.json'],
    ['must be found, the path', () => fileWith('not JSON')],
    ['names a file of more than 4096 bytes', () => fileWith(' '.repeat(4_097))],
    ['names something that is not a file', temporaryFolder],
  ])('reports a problem of a file: %s', (expected, make) => {
    const file = make();
    const problem = problemOf({ ESCROW_PINS: file });
    expect(problem).toContain(expected);
    expect(problem).not.toContain(file);
  });

  test('takes over what was found on the ledger only where it was found, and only when asked to', () => {
    const { feeAddress } = TRUSTLESS_WORK.public;
    const found = { ...FOUND_UNCONFIRMED, single: undefined, feeAddress };
    expect(pinsOf({ ESCROW_PINS: 'found' })).toEqual(found);
    expect(pinsOf({})).toEqual({ ...found, factory: undefined, wasmHash: undefined });
    const elsewhere: Env[] = [
      { STELLAR_NETWORK: 'testnet' },
      { ESCROW_SERVICE: '', ESCROW_API_URL: 'https://service.example', ESCROW_API_DIALECT: 'v1' },
    ];
    for (const env of elsewhere) {
      expect(problemOf({ ...env, ESCROW_PINS: 'found' })).toContain(
        'only for ESCROW_SERVICE=trustless-work or direct on public',
      );
    }
  });
});

describe('the variables of earlier releases', () => {
  const EARLIER = {
    ESCROW_FACTORY: CONTRACT,
    ESCROW_WASM_HASH: HASH.toUpperCase(),
    ESCROW_FACTORY_SINGLE: OTHER,
    ESCROW_WASM_HASH_SINGLE: HASH,
    ESCROW_FEE_ADDRESS: ACCOUNT,
  };

  test('are still read, each alone, and may repeat or complete ESCROW_PINS', () => {
    expect(Object.keys(EARLIER)).toEqual(Object.values(EARLIER_PINS));
    expect(pinsOf(EARLIER)).toEqual(WHOLE);
    expect(pinsOf({ ...EARLIER, ...json(WHOLE) })).toEqual(WHOLE);
    const { ESCROW_FACTORY, ...others } = EARLIER;
    expect(pinsOf({ ...others, ...json({ factory: ESCROW_FACTORY }) })).toEqual(WHOLE);
  });

  test('may not contradict ESCROW_PINS', () => {
    for (const [name, value] of [
      ['ESCROW_FACTORY', OTHER],
      ['ESCROW_WASM_HASH_SINGLE', 'cd'.repeat(32)],
    ] as const) {
      expect(problemOf({ ...json(WHOLE), [name]: value })).toMatch(
        new RegExp(`^ESCROW_PINS has another .* than ${name}, which it replaces; unset ${name}\\.$`),
      );
    }
  });

  test('keep the rules of the dialect and of the sandbox', () => {
    const seed = {
      ESCROW_SERVICE: '',
      ESCROW_API_URL: 'https://service.example',
      ESCROW_ACCESS_TOKEN: 'a-token-of-it',
    };
    expect(problemOf({ ...seed, ESCROW_FEE_ADDRESS: ACCOUNT })).toContain('ESCROW_API_DIALECT=v1, or unset it');
    const sandbox = { ESCROW_SERVICE: '', STELLAR_NETWORK: 'sandbox', STELLAR_RPC_URL: '', ESCROW_FACTORY: CONTRACT };
    expect(problemOf(sandbox)).toContain('ESCROW_FACTORY differs from the sandbox’s constant');
    expect(networkWith('sandbox', 'seed').factory).not.toBe(CONTRACT);
  });
});
