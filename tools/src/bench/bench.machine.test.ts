/** Tests that the quick benches run and measure what they claim. The figures are in docs/performance.md. */
import { expect, test } from 'vitest';
import { measureClient } from './client.ts';
import { atLeast, atMost, type Figure, tableOf } from './figure.ts';
import { measureFolder } from './folder.ts';
import { measureLedger } from './ledger.ts';
import { fixedWindow, slidingWindow } from './limiter.ts';
import { measureReads } from './reads.ts';
import { measureStore } from './store.ts';

/** The table's rows, without measured times and rates. */
function namesOf(figures: readonly Figure[]): string[] {
  for (const { value, against } of figures) {
    expect(value).toSatisfy(Number.isFinite);
    if (against !== undefined) expect(against.value).toBeGreaterThan(0);
  }
  return figures.map(({ name, unit }) => `${name} (${unit})`);
}

test('client: each call is beside a plain fetch, and 200 single balances are ten requests', async () => {
  const figures = await measureClient({ deploys: 4, balances: 4, warm: 2 });
  expect(namesOf(figures)).toEqual([
    'a deploy, p50 (ms)',
    'of it added by core (ms)',
    'a deploy, the ledger asked beside, p50 (ms)',
    'of it added by core (ms)',
    'a deploy, store in memory, p50 (ms)',
    'of it added by core (ms)',
    'a balance, p50 (ms)',
    'of it added by core (ms)',
    '200 single balances at once (requests)',
  ]);
  expect(figures.at(-1)).toMatchObject({ value: 10, against: { value: 200 }, aim: { met: true } });
});

test('store: a new offer beside settled ones, and the search for old ones', async () => {
  const figures = await measureStore({ settled: 20, offers: 20, warm: 2 });
  expect(namesOf(figures)).toEqual(['a new offer, p50 (ms)', 'a look for what is old, once a minute, p50 (ms)']);
});

test('folder: one, two and four processes write what they are asked for, and none fails', async () => {
  const figures = await measureFolder({ seconds: 0.3, atOnce: 2 });
  expect(namesOf(figures)).toHaveLength(9);
  for (const { name, value } of figures) {
    if (name.endsWith('lives in all')) expect(value).toBeGreaterThan(0);
    if (name.endsWith('calls that failed')) expect(value).toBe(0);
  }
});

test('reads: one request for a known escrow, two for a new one, and one for many', async () => {
  const figures = await measureReads({ escrows: 2, known: 200 });
  expect(figures.map(({ name, value }) => [name, value])).toEqual([
    ['an escrow that was prepared here', 1],
    ['any other, at first sight', 2],
    ['the same, from then on', 1],
    ['one into which nothing was paid yet', 2],
    ['2 that settled, found', 1],
    ['balances of as many', 1],
    ['200 others, at first sight', 4],
    ['the same listed, or followed, from then on', 2],
  ]);
});

test('ledger: every payment is taken in, in memory and on disk', async () => {
  const figures = await measureLedger({ rounds: 2, payments: 10 });
  expect(namesOf(figures)).toEqual(['submitted, in memory (/s)', 'submitted, each on disk before it is answered (/s)']);
});

test('the quota windows count as the limiter bench expects', () => {
  const fixed = fixedWindow(2, 1_000);
  expect([0, 900, 950, 1_000, 1_100, 1_150].map(fixed)).toEqual([0, 0, 50, 0, 0, 850]);
  const sliding = slidingWindow(2, 1_000);
  expect([0, 900, 950, 1_000, 1_100, 1_900].map(sliding)).toEqual([0, 0, 50, 0, 800, 0]);
});

test('a figure that misses its aim is marked, beside its floor', () => {
  const figures: Figure[] = [
    { name: 'quick', value: 3, unit: 'ms', against: { name: 'for nothing', value: 2 }, aim: atMost(3, 2, 'ms') },
    { name: 'many', value: 1_600, unit: '/s', aim: atLeast(1_600, 1_500, '/s') },
  ];
  expect(tableOf({ title: 'Bench' }, figures).split('\n').slice(2)).toEqual([
    '| quick | 3 ms     | 2 ms for nothing | 1.50 x | at most 2 ms: MISSED  |',
    '| many  | 1,600/s  |                  |        | at least 1,500/s: met |',
  ]);
});
