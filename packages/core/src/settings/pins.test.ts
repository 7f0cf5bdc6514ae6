import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, CONTRACT, refusal } from '@countersign/testkit/fixtures/settings-env';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';
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
});
