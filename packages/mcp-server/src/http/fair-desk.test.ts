/** Shares hold however late a call gets to ask. */
import type { PersonalDesk } from '@countersign/core';
import { createRateLimit } from '@countersign/local-http';
import { expect, test } from 'vitest';
import { createFairDesk } from './fair-desk.ts';

type Balances = Awaited<ReturnType<PersonalDesk['balances']>>;

/** Of a desk what is asked here: each call makes so many requests, once all calls have come. */
function deskThatAsks(times: number) {
  const all = Promise.withResolvers<void>();
  const balances: PersonalDesk['balances'] = async (_, options) => {
    await all.promise;
    for (let request = 0; request < times; request++) options?.onRequest?.(1);
    return {} as Balances;
  };
  return { desk: { balances } as PersonalDesk, ask: all.resolve };
}

async function outcomes(desk: PersonalDesk, calls: number, ask: () => void): Promise<string[]> {
  const asked = Array.from({ length: calls }, () =>
    desk.balances({ addresses: [] }).then(
      () => 'done',
      ({ code }) => String(code),
    ),
  );
  ask();
  return await Promise.all(asked);
}

test('of calls that come at once, before any has asked, no more begin than the share has', async () => {
  const { desk, ask } = deskThatAsks(1);
  const told = await outcomes(createFairDesk(desk, 'ada', createRateLimit(3, Date.now)), 10, ask);
  expect(told.filter((each) => each === 'done')).toHaveLength(3);
  expect(told.filter((each) => each === 'RATE_LIMITED')).toHaveLength(7);
});

test('a call that asks several times counts as often, and one that asks nobody not at all', async () => {
  const shares = createRateLimit(4, Date.now);
  const none = deskThatAsks(0);
  expect(await outcomes(createFairDesk(none.desk, 'ada', shares), 4, none.ask)).toEqual(Array(4).fill('done'));
  const three = deskThatAsks(3);
  expect(await outcomes(createFairDesk(three.desk, 'ada', shares), 1, three.ask)).toEqual(['done']);
  const one = deskThatAsks(1);
  expect((await outcomes(createFairDesk(one.desk, 'ada', shares), 2, one.ask)).toSorted()).toEqual([
    'RATE_LIMITED',
    'done',
  ]);
});
