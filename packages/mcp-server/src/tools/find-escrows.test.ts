import type { Desk } from '@countersign/core';
import { expect, test } from 'vitest';
import { findEscrows } from './escrows.ts';

test.each([
  [{}, true],
  [{ query: 'logo', wallet: 'G1', status: 'open', since: '2026-11-15' }, true],
  [{ openList: true }, true],
  [{ openList: 'yes' }, false],
  [{ status: 'waiting' }, false],
  [{ query: 5 }, false],
  [{ page: 2 }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(findEscrows.input.safeParse(input).success).toBe(taken);
});

test('passes its input and its options to the desk', async () => {
  const seen: unknown[] = [];
  const find = async (...args: unknown[]) => {
    seen.push(...args);
    return { escrows: [], more: 0 };
  };
  const desk = { find } as unknown as Desk;
  await findEscrows.run(desk, { query: 'logo' }, {});
  expect(seen).toEqual([{ query: 'logo' }, {}]);
});
