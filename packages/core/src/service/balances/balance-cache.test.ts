/** Balances that were read shortly before: for whom, how long, and until when. */

import { escrowAddress, OTHER, SIGNER } from '@countersign/testkit/service/requests';
import { answer, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBalanceCache, LONGEST_AGE_MS } from './balance-cache.ts';

const [a, b] = [escrowAddress(1), escrowAddress(2)];
const entry = (address: string) => ({ address, balance: '1' });

afterEach(() => {
  vi.useRealTimers();
});

describe('what is kept', () => {
  test('serves its own signer and address, as long as the caller allows', () => {
    vi.useFakeTimers();
    const cache = createBalanceCache(Date.now);
    const readAt = Date.now();
    cache.keep(SIGNER, entry(a), readAt);
    expect(cache.find(OTHER, a, 1_000)).toBeUndefined();
    expect(cache.find(SIGNER, b, 1_000)).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    expect(cache.find(SIGNER, a, 1_000)).toMatchObject({ entry: entry(a), readAt });
    expect(cache.find(SIGNER, a, 999)).toBeUndefined();
    expect(cache.find(SIGNER, a, Number.NaN)).toBeUndefined();
  });

  test('is never older than a minute, whatever the caller allows', () => {
    vi.useFakeTimers();
    const cache = createBalanceCache(Date.now);
    cache.keep(SIGNER, entry(a), Date.now());
    vi.advanceTimersByTime(LONGEST_AGE_MS);
    expect(cache.find(SIGNER, a, 10 * LONGEST_AGE_MS)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(cache.find(SIGNER, a, 10 * LONGEST_AGE_MS)).toBeUndefined();
  });

  test('has its age by the worse of two clocks: one sleeps with the machine, the other may be set back', () => {
    vi.useFakeTimers();
    let wall = 1_000_000;
    const cache = createBalanceCache(() => wall);
    cache.keep(SIGNER, entry(a), wall);
    wall += 30_000;
    expect(cache.find(SIGNER, a, 20_000)).toBeUndefined();
    wall -= 90_000;
    vi.advanceTimersByTime(10_000);
    expect(cache.find(SIGNER, a, 9_999)).toBeUndefined();
    expect(cache.find(SIGNER, a, 10_000)).toBeDefined();
  });

  test('is forgotten for every signer', () => {
    const cache = createBalanceCache(Date.now);
    for (const signer of [SIGNER, OTHER]) for (const each of [a, b]) cache.keep(signer, entry(each), Date.now());
    cache.forget(a);
    expect([cache.find(SIGNER, a, 1_000), cache.find(OTHER, a, 1_000)]).toEqual([undefined, undefined]);
    expect(cache.find(OTHER, b, 1_000)).toBeDefined();
  });

  test('takes no more room than it may, and the oldest goes first', () => {
    vi.useFakeTimers();
    const cache = createBalanceCache(Date.now);
    for (let index = 0; index < 2_001; index++) cache.keep(SIGNER, entry(escrowAddress(index)), Date.now());
    expect(cache.size()).toBe(2_000);
    expect(cache.find(SIGNER, escrowAddress(0), 1_000)).toBeUndefined();
    expect(cache.find(SIGNER, escrowAddress(1), 1_000)).toBeDefined();
    vi.advanceTimersByTime(LONGEST_AGE_MS + 1);
    cache.keep(SIGNER, entry(a), Date.now());
    expect(cache.size()).toBe(1);
  });
});

describe('a client', () => {
  /** Each answer says how often the service was asked. */
  const counting = (): Scene => {
    let times = 0;
    return (response, asked) => {
      times++;
      const addresses = new URL(asked.url, 'http://x').searchParams.getAll('addresses[]');
      const entries = addresses.map((address) => ({ address, balance: times }));
      answer(200, entries)(response, asked);
    };
  };

  test('gives what it knows only to those who allow it, and says as of when', async () => {
    const service = await startScriptedService(counting());
    let now = 1_000_000;
    const client = service.client({ now: () => now });
    const balances = async (addresses: readonly string[], maxAgeMs?: number) => {
      const options = { deadline: now + 30_000, ...(maxAgeMs === undefined ? {} : { maxAgeMs }) };
      const { asOf, entries } = await client.getBalances({ signer: SIGNER, addresses }, options);
      return [asOf, ...entries.map((each) => ('balance' in each ? each.balance : each.error))];
    };
    expect(await balances([a])).toEqual([1_000_000, '1']);
    now += 2_000;
    expect(await balances([a], 5_000)).toEqual([1_000_000, '1']);
    // The oldest answer counts.
    expect(await balances([a, b], 5_000)).toEqual([1_000_000, '1', '2']);
    expect(await balances([a], 1_999)).toEqual([1_002_000, '3']);
    expect(await balances([a])).toEqual([1_002_000, '4']);
    client.forgetBalance(a);
    expect(await balances([a], 5_000)).toEqual([1_002_000, '5']);
    expect(service.asked).toHaveLength(5);
    expect(client.metrics()).toMatchObject({ cacheHits: 2, cached: 2 });
  });

  test('says as of when a balance was asked for, not when it came', async () => {
    let now = 1_000_000;
    const service = await startScriptedService((response, asked) => {
      now += 3_000;
      counting()(response, asked);
    });
    const { asOf } = await service.client({ now: () => now }).getBalances({ signer: SIGNER, addresses: [a] });
    expect(asOf).toBe(1_000_000);
  });

  test('remembers no refusal', async () => {
    const service = await startScriptedService(answer(404, { error: 'Escrow not found' }), counting());
    const client = service.client();
    const query = { signer: SIGNER, addresses: [a] };
    await client.getBalances(query, { maxAgeMs: 5_000 });
    expect((await client.getBalances(query, { maxAgeMs: 5_000 })).entries).toEqual([{ address: a, balance: '1' }]);
  });

  test('whose escrow changed while it was read asks again for whoever comes later', async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const scene = counting();
    const service = await startScriptedService((response, asked) => {
      arrived.resolve();
      void release.promise.then(() => scene(response, asked));
    }, scene);
    const client = service.client();
    const query = { signer: SIGNER, addresses: [a] };
    const before = client.getBalances(query);
    await arrived.promise;
    client.forgetBalance(a);
    const after = client.getBalances(query);
    expect((await after).entries).toEqual([{ address: a, balance: '1' }]);
    release.resolve();
    expect((await before).entries).toEqual([{ address: a, balance: '2' }]);
    // What the outdated request brought is not kept either.
    expect((await client.getBalances(query, { maxAgeMs: 5_000 })).entries).toEqual([{ address: a, balance: '1' }]);
    expect(service.asked).toHaveLength(2);
  });
});
