import { playSchedules } from '@countersign/testkit/outcomes/commands';
import { ourProduct } from '@countersign/testkit/outcomes/product';
import { startWorld, type World } from '@countersign/testkit/outcomes/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test.each(['ours', 'foreign'] as const)('lies about outcomes: %s', async (mode) => {
  const product = await ourProduct();
  const t = performance.now();
  const { runs, broken } = await playSchedules(world, product, {
    mode,
    runs: Number(process.env['RUNS'] ?? 20),
    seed: Number(process.env['SEED'] ?? 1),
    isShrunk: process.env['SHRINK'] !== undefined,
  });
  console.log(mode, runs, 'runs', (performance.now() - t) / runs, 'ms each', JSON.stringify((globalThis as any).tally)); (globalThis as any).tally = {};
  expect(broken).toBeUndefined();
}, 600_000);
