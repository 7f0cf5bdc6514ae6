/** A result never takes more tokens than a host gives to its model, and says how to get the rest. */

import { encodeStrKey } from '@countersign/core/escrow';
import type { FoundEscrows } from '@countersign/core/escrow-views';
import type { Balances } from '@countersign/core/results';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { balancesView, balancesViewSchema } from '../tools/get-balances.ts';
import { explainedView, explainedViewSchema, foundView, foundViewSchema, sizeOf } from './fit.ts';

/** Of Claude Code, for one result. */
const MOST_TOKENS = 25_000;
const randomLike = (number: number) =>
  Uint8Array.from({ length: 32 }, (_, index) => (number * 7_919 + index * index * 104_729) % 251);
const addressOf = (number: number) => encodeStrKey('contract', randomLike(number));
const hexOf = (number: number) => [...randomLike(number)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

test.each([
  ['addresses', Array.from({ length: 50 }, (_, at) => addressOf(at))],
  ['hashes', Array.from({ length: 50 }, (_, at) => hexOf(at))],
  ['base64', Array.from({ length: 50 }, (_, at) => btoa(String.fromCharCode(...randomLike(at))))],
  ['sentences', Array.from({ length: 50 }, (_, at) => `Operation ${at} pays 5.25 USDC, and nobody can take it back.`)],
  ['punctuation', Array.from({ length: 50 }, () => '{}[]():;,.-_#+*~^°!"§$%&/=?')],
  ['Japanese', '作品の説明とデザイン'.repeat(50)],
  ['emoji', '👩‍🚀🏳️‍🌈🧑🏽‍🎄'.repeat(50)],
  ['a rare script', '𐎀𐎁𐎂ꦀꦁꦂ'.repeat(50)],
])('the estimate for %s is never below what they take', (_, value) => {
  expect(sizeOf(value)).toBeGreaterThanOrEqual(tokensOf(value));
});

test('shows warnings first when a transaction does not fit, and every row within a few calls', () => {
  const warnings = Array.from(
    { length: 150 },
    (_, at) => `Operation ${at} pays ${addressOf(at)} from ${addressOf(at + 1)}.`,
  );
  const lines = Array.from({ length: 300 }, (_, at) => ({ label: `Operation ${at}`, value: `Pays ${addressOf(at)}.` }));
  const whole = { network: 'public', heading: 'Many payments.', warnings, lines, note: 'Decoded here.' } as const;
  const rows: unknown[] = [];
  for (let calls = 1; rows.length < warnings.length + lines.length; calls++) {
    expect(calls).toBeLessThan(10);
    const view = explainedViewSchema.parse(explainedView({ ...whole, warnings, lines }, rows.length + 1));
    expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
    rows.push(...view.warnings, ...view.lines);
    const left = warnings.length + lines.length - rows.length;
    expect(view.moreRows).toBe(left === 0 ? undefined : left);
    expect(view.note).toContain(left === 0 ? 'Decoded here.' : `rowsFrom ${rows.length + 1}`);
  }
  expect(rows).toEqual([...warnings, ...lines]);
  const short = { ...whole, warnings: [], lines: lines.slice(0, 20) };
  expect(explainedView(short)).toEqual(short);
});

test('counts the escrows that do not fit when titles are too long, and lets the person narrow the search', () => {
  const title = '𐎀ꦂ'.repeat(66);
  const about = (at: number) => ({ title, contractId: addressOf(at), signer: addressOf(at + 20) });
  const found: FoundEscrows = {
    network: 'public',
    escrows: Array.from({ length: 20 }, (_, at) => ({
      ...{ ...about(at), id: hexOf(at).slice(32), status: 'settled', by: 'ledger', next: 'Nothing is left to do.' },
    })),
    more: 3,
    toSign: Array.from({ length: 20 }, (_, at) => ({
      ...{ ...about(at), id: hexOf(at).slice(32), action: 'fund', amount: '5 USDC', status: 'prepared' },
    })),
    next: 'get_escrow shows all of one.',
  };
  const view = foundViewSchema.parse(foundView(found));
  expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  expect(view.escrows.length).toBeLessThan(20);
  expect(view.more).toBe(3 + 20 - view.escrows.length);
  expect(view.moreToSign).toBe(20 - (view.toSign?.length ?? 0));
  expect(view.next).toMatch(/^Not all of it fits.*Narrow it/);
  const few = { ...found, escrows: found.escrows.slice(0, 3), toSign: found.toSign?.slice(0, 2) ?? [] };
  const { escrows, toSign } = foundView(few);
  expect(escrows.map(({ escrow }) => escrow)).toEqual(few.escrows.map(({ contractId }) => contractId));
  expect(toSign?.map(({ id, step }) => [id, step])).toEqual(few.toSign.map(({ id, action }) => [id, action]));
});

test('names the addresses as not read when their balances do not fit', () => {
  const balances: Balances = {
    ...{ network: 'public', asOf: '2026-11-21T10:00:00Z', ledger: 'rpc.example' },
    balances: Array.from({ length: 200 }, (_, at) => ({
      ...{
        address: addressOf(at),
        balance: '123456789.1234567',
        by: 'ledger',
        needed: '100',
        over: '23456789.1234567',
      },
      asset: addressOf(at + 200),
    })),
  };
  const view = balancesViewSchema.parse(balancesView(balances));
  expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  const [left] = view.notRead ?? [];
  expect(left?.error).toMatch(/does not fit.*Ask again/);
  expect([...view.balances.map(({ escrow }) => escrow), ...(left?.escrows ?? [])]).toEqual(
    balances.balances.map(({ address }) => address),
  );
});
