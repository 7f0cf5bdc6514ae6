import { LIVE, LIVE_TRANSACTIONS } from '@countersign/testkit/fixtures/live-transactions';
import { createRandom } from '@countersign/testkit/mutation/random';
import { describe, expect, test } from 'vitest';
import { BASE32_ALPHABET, encodeStrKey } from '../escrow/strkey.ts';
import { explainTransaction } from '../explain/explain-transaction.ts';
import { lookAlikes } from './look-alike.ts';

const { below, pick } = createRandom(42);
const randomAddress = (kind: 'account' | 'contract' = 'account') =>
  encodeStrKey(
    kind,
    Uint8Array.from({ length: 32 }, () => below(256)),
  );
const trusting = (...trusted: string[]) => ({ trusted: new Set(trusted), compared: new Set<string>() });

/** Equal to an address in so many characters at each end, and in no more. Its checksum may be wrong: only looks count. */
function alikeTo(address: string, start: number, end: number): string {
  return [...address]
    .map((own, at) =>
      at < start || at >= address.length - end ? own : pick([...BASE32_ALPHABET].filter((each) => each !== own)),
    )
    .join('');
}

describe('an address that shares characters with a trusted one', () => {
  const trusted = Array.from({ length: 4 }, (_, at) => randomAddress(at % 2 === 0 ? 'account' : 'contract'));
  const ends = Array.from({ length: 56 }, (_, start) => start).flatMap((start) =>
    Array.from({ length: 56 - start }, (_, end) => [start, end] as const),
  );

  test.each(trusted)('is a look-alike of %s from seven characters on, wherever they are', (looksLike) => {
    for (const [start, end] of ends) {
      const address = alikeTo(looksLike, start, end);
      const found = lookAlikes([address], trusting(...trusted));
      expect(found, `${start} + ${end}`).toEqual(start + end < 7 ? [] : [{ address, looksLike, start, end }]);
    }
  });
});

test('finds no look-alike among 1,000 random addresses with 200 saved ones', () => {
  const saved = trusting(...Array.from({ length: 200 }, () => randomAddress()));
  expect(
    lookAlikes(
      Array.from({ length: 1_000 }, () => randomAddress()),
      saved,
    ),
  ).toEqual([]);
});

test('finds no look-alike among the addresses of real transactions', () => {
  const texts = LIVE_TRANSACTIONS.map(({ xdr, now }) => JSON.stringify(explainTransaction(xdr, LIVE, now)));
  const all = new Set([...texts, JSON.stringify(LIVE)].flatMap((text) => text.match(/\b[GC][A-Z2-7]{55}\b/g) ?? []));
  expect(all.size).toBeGreaterThan(15);
  for (const each of all) expect(lookAlikes(all, trusting(each))).toEqual([]);
});

test('reports the trusted address that an address shares most with, once', () => {
  const [ana, ben] = [randomAddress(), randomAddress()];
  const near = alikeTo(ana, 10, 0);
  const other = `${near.slice(0, 49)}${ben.slice(49)}`;
  expect(lookAlikes([other, other], trusting(ben, ana))).toMatchObject([{ address: other, looksLike: ana, start: 10 }]);
});

test('excuses a trusted address that looks like another one, but not one that was removed', () => {
  const ana = randomAddress();
  const alike = alikeTo(ana, 4, 4);
  expect(lookAlikes([alike, ana], trusting(ana, alike))).toEqual([]);
  const baseline = { trusted: new Set([ana]), compared: new Set([alike]) };
  expect(lookAlikes([alike], baseline)).toMatchObject([{ address: alike, looksLike: ana }]);
  const copy = alikeTo(alike, 20, 20);
  expect(lookAlikes([copy], baseline)).toMatchObject([{ address: copy, looksLike: alike }]);
});

test('compares the account within a muxed address', () => {
  const bytes = Uint8Array.from({ length: 32 }, () => below(256));
  const muxed = (account: Uint8Array) =>
    encodeStrKey('muxedAccount', Uint8Array.from([...account, 0, 0, 0, 0, 0, 0, 0, 7]));
  const ana = encodeStrKey('account', bytes);
  expect(lookAlikes([muxed(bytes)], trusting(ana))).toEqual([]);
  const other = bytes.with(20, (bytes[20] as number) ^ 1);
  expect(lookAlikes([muxed(other)], trusting(ana))).toMatchObject([
    { address: encodeStrKey('account', other), looksLike: ana, end: 0 },
  ]);
});
