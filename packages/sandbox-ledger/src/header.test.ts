/** A ledger's id covers all that it took in and wrote, and all before it. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LedgerContents, nextHeader } from './header.ts';

const contents: LedgerContents = {
  sequence: 2,
  protocol: 27,
  closedAt: 1_780_000_000,
  envelope: 'AAAA',
  result: Uint8Array.of(1),
  entries: ['AAAB', 'AAAC'],
  fees: 100n,
  newCoins: 0n,
};
const previous = { hash: 'ab'.repeat(32), header: nextHeader({ ...contents, sequence: 1, newCoins: 7n }, undefined) };
const idOf = (change: Partial<LedgerContents> = {}, before: typeof previous | undefined = previous) =>
  createHash('sha256')
    .update(nextHeader({ ...contents, ...change }, before).toXdr())
    .digest('hex');

test.each<[string, Partial<LedgerContents>]>([
  ['protocol', { protocol: 23 }],
  ['time', { closedAt: 1_780_000_001 }],
  ['envelope', { envelope: 'AAAB' }],
  ['result', { result: Uint8Array.of(2) }],
  ['an entry', { entries: ['AAAB', 'AAAD'] }],
  ['an entry less', { entries: ['AAAB'] }],
  ['the entries’ order', { entries: ['AAAC', 'AAAB'] }],
  ['the fees', { fees: 101n }],
])('a different %s gives a different hash', (_, change) => {
  expect(idOf(change)).not.toBe(idOf());
});

test('a different history changes the hash of every later ledger', () => {
  expect(idOf({}, { ...previous, hash: 'cd'.repeat(32) })).not.toBe(idOf());
  const other = { ...previous, header: nextHeader({ ...contents, sequence: 1, newCoins: 7n, entries: [] }, undefined) };
  expect(nextHeader(contents, other).bucketListHash.toString()).not.toBe(
    nextHeader(contents, previous).bucketListHash.toString(),
  );
});

test('carries the totals of lumens and fees on', () => {
  const { totalCoins, feePool } = nextHeader(contents, previous);
  expect([totalCoins, feePool]).toEqual([7n, 200n]);
});
