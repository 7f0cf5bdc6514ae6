import type { Desk } from '@countersign/core';
import { expect, test } from 'vitest';
import { discardEscrow } from './outcomes.ts';

test.each([
  [{ id: 'abc' }, true],
  [{}, false],
  [{ id: 5 }, false],
  [{ id: 'abc', reason: 'x' }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(discardEscrow.input.safeParse(input).success).toBe(taken);
});

test('passes the desk the id, and everything that was sent, to be scanned for secrets', async () => {
  const seen: unknown[] = [];
  const desk = { discard: async (...args: unknown[]) => seen.push(...args) } as unknown as Desk;
  await discardEscrow.run(desk, { id: 'a', odd: ['x'] }, { alsoScanned: { progressToken: 7 } });
  await discardEscrow.run(desk, { id: { deep: 'x' } }, {});
  expect(seen).toEqual([
    'a',
    { alsoScanned: { progressToken: 7, id: 'a', odd: ['x'] } },
    '',
    { alsoScanned: { id: { deep: 'x' } } },
  ]);
});

test('a host asks the person first, and may call it again: it ends what the person may be reading', () => {
  expect(discardEscrow.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
  });
});
