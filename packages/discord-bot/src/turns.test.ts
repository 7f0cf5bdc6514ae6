import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one goes on in each turn of the event loop, in the order in which they came', async () => {
  const turn = createTurns();
  const seen: string[] = [];
  for (const name of ['a', 'b', 'c']) void turn().then(() => seen.push(name));
  expect(seen).toEqual([]);
  await nextTurn();
  expect(seen).toEqual(['a']);
  void turn().then(() => seen.push('d'));
  await nextTurn();
  expect(seen).toEqual(['a', 'b']);
  await nextTurn();
  await nextTurn();
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  await nextTurn();
  await turn();
  expect(seen).toHaveLength(4);
});
