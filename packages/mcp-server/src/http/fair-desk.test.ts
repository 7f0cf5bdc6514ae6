/** Shares hold even if a call asks the service late. */
import { codeOf } from '@countersign/testkit/desk/failure';
import { expect, test } from 'vitest';
import type { AssistantDesk } from '../tools/tool.ts';
import { createFairDesk, createPersonLimit, createTurns } from './answers.ts';

type Balances = Awaited<ReturnType<AssistantDesk['balances']>>;

/** A desk on which each call makes so many requests, once all calls have arrived. */
function deskThatAsks(times: number) {
  const all = Promise.withResolvers<void>();
  const balances: AssistantDesk['balances'] = async (_, options) => {
    await all.promise;
    for (let request = 0; request < times; request++) options?.onRequest?.(1);
    return {} as Balances;
  };
  return { desk: { balances } as AssistantDesk, ask: all.resolve };
}

async function outcomes(desk: AssistantDesk, calls: number, ask: () => void): Promise<string[]> {
  const asked = Array.from({ length: calls }, () => codeOf(desk.balances({ addresses: [] })));
  ask();
  return await Promise.all(asked);
}

test('begins no more simultaneous calls than the share allows', async () => {
  const { desk, ask } = deskThatAsks(1);
  const lines = await outcomes(
    createFairDesk(desk, 'ada', createPersonLimit('service', 3, undefined), createTurns(10)),
    10,
    ask,
  );
  expect(lines.filter((each) => each === 'done')).toHaveLength(3);
  expect(lines.filter((each) => each === 'RATE_LIMITED')).toHaveLength(7);
});

test('a call counts once for each request that it makes, and not at all without one', async () => {
  const shares = createPersonLimit('service', 4, undefined);
  const none = deskThatAsks(0);
  expect(await outcomes(createFairDesk(none.desk, 'ada', shares, createTurns(10)), 4, none.ask)).toEqual(
    Array(4).fill('done'),
  );
  const three = deskThatAsks(3);
  expect(await outcomes(createFairDesk(three.desk, 'ada', shares, createTurns(10)), 1, three.ask)).toEqual(['done']);
  const one = deskThatAsks(1);
  expect((await outcomes(createFairDesk(one.desk, 'ada', shares, createTurns(10)), 2, one.ask)).toSorted()).toEqual([
    'RATE_LIMITED',
    'done',
  ]);
});

test('one person’s calls begin in order, a few at once; another person’s do not wait for them', async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const call = (person: string, name: string) =>
    turns(person, async () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, (failure) => (failure === undefined ? end.resolve() : end.reject(failure)));
      await end.promise;
    });
  const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => call('ada', name).catch(() => 'failed'));
  const ben = call('ben', 'b1');
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('a2')?.(new Error('refused'));
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  ends.get('a1')?.();
  await expect.poll(() => begun.at(-1)).toBe('a4');
  for (const name of ['a3', 'a4', 'b1']) ends.get(name)?.();
  expect(await Promise.all(calls)).toEqual([undefined, 'failed', undefined, undefined]);
  await ben;
});
