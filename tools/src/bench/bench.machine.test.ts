/** Tests that the quick benches run and measure what they claim. The figures are in docs/performance.md. */
import { expect, test } from 'vitest';
import { clientBench } from './client.ts';
import { cellsOf, figure, tableOf } from './figure.ts';

test('the bench of the client measures every row, next to a floor that took time', async () => {
  const figures = await clientBench.measure({ deploys: 4, balances: 4, warm: 2 });
  expect(figures).toHaveLength(6);
  for (const { name, value, against } of figures) {
    expect(value, name).toSatisfy(Number.isFinite);
    if (name === '200 single balances at once') expect([value, against?.value]).toEqual([10, 200]);
    if (against !== undefined) expect(against.value, name).toBeGreaterThan(0);
  }
});

test('marks a figure that misses its aim, next to its floor', () => {
  const figures = [
    figure('quick', 3, 'ms', { against: ['for nothing', 2], atMost: 2 }),
    figure('many', 1_600, 'requests', { atMost: 2_000 }),
    figure('even', 3, 'ms', { against: ['for less', 2.5], atMostTimes: 1.2 }),
  ];
  expect(tableOf(['Bench', 'measured', 'aim'], figures.map(cellsOf)).split('\n')).toEqual([
    '| Bench | measured                       | aim                         |',
    '| ----- | ------------------------------ | --------------------------- |',
    '| quick | 3 ms (1.50 x 2 ms for nothing) | at most 2 ms: MISSED        |',
    '| many  | 1,600 requests                 | at most 2,000 requests: met |',
    '| even  | 3 ms (1.20 x 2.50 ms for less) | at most 1.2 x: met          |',
  ]);
});
