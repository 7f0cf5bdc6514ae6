/** Tests that the quick benches run and measure what they claim. The figures are in docs/performance.md. */
import { describe, expect, test } from 'vitest';
import { clientBench } from './client.ts';
import { cellsOf, type Figure, figure, tableOf } from './figure.ts';
import { folderBench } from './folder.ts';
import { fixedWindow, slidingWindow } from './limiter.ts';
import { storeBench } from './store.ts';

const runs: readonly (readonly [name: string, measure: () => Promise<readonly Figure[]>, rows: number])[] = [
  ['client', () => clientBench.measure({ deploys: 4, balances: 4, warm: 2 }), 6],
  ['store', () => storeBench.measure({ settled: 20, count: 20, warm: 2 }), 1],
  ['folder', () => folderBench.measure({ seconds: 0.3, atOnce: 2 }), 4],
];

test.each(runs)('%s measures every row, next to a floor that took time', async (_, measure, rows) => {
  const figures = await measure();
  expect(figures).toHaveLength(rows);
  for (const { name, value, against } of figures) {
    expect(value, name).toSatisfy(Number.isFinite);
    if (name.endsWith(': lives')) expect(value, name).toBeGreaterThan(0);
    if (name === 'failed calls') expect(value, name).toBe(0);
    if (name === '200 single balances at once') expect([value, against?.value]).toEqual([10, 200]);
    if (against !== undefined) expect(against.value, name).toBeGreaterThan(0);
  }
});

describe('the limiter bench', () => {
  test.each([
    ['fixed', fixedWindow, [0, 900, 950, 1_000, 1_100, 1_150], [0, 0, 50, 0, 0, 850]],
    ['sliding', slidingWindow, [0, 900, 950, 1_000, 1_100, 1_900], [0, 0, 50, 0, 800, 0]],
  ] as const)('counts a quota of two in a %s window', (_, window, times, waits) => {
    expect(times.map(window(2, 1_000))).toEqual(waits);
  });
});

test('marks a figure that misses its aim, next to its floor', () => {
  const figures = [
    figure('quick', 3, 'ms', { against: ['for nothing', 2], atMost: 2 }),
    figure('many', 1_600, '/s', { atLeast: 1_500 }),
    figure('even', 3, 'ms', { against: ['for less', 2.5], atMostTimes: 1.2 }),
  ];
  expect(tableOf(['Bench', 'measured', 'aim'], figures.map(cellsOf)).split('\n')).toEqual([
    '| Bench | measured                       | aim                   |',
    '| ----- | ------------------------------ | --------------------- |',
    '| quick | 3 ms (1.50 x 2 ms for nothing) | at most 2 ms: MISSED  |',
    '| many  | 1,600/s                        | at least 1,500/s: met |',
    '| even  | 3 ms (1.20 x 2.50 ms for less) | at most 1.2 x: met    |',
  ]);
});
