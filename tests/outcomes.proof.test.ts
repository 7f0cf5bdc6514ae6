/** Whatever a service, a wallet, a node or a crash does, no state is reported that the ledger contradicts. */

import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { afterAll, expect, test } from 'vitest';
import { playScene, playSchedules } from './outcomes/commands.ts';
import { OUR_PRODUCT } from './outcomes/product.ts';
import { SCENES } from './outcomes/scenes.ts';
import { startWorld } from './outcomes/world.ts';

/** In each of the two modes. */
const RUNS = isWhole ? 1_500 : 100;
const MODES = ['ours', 'foreign'] as const;

const world = await startWorld();
afterAll(() => world.close());

test.each(SCENES)('$scene', async (scene) => {
  expect(await playScene(world, OUR_PRODUCT, scene)).toBeUndefined();
});

test('reports no wrong outcome in any order of events, with our service and one that chooses its own addresses', async ({
  task,
}) => {
  for (const mode of MODES) {
    const options = { mode, runs: RUNS, seed: SEED, isShrunk: !isWhole };
    const { runs, broken, reported } = await playSchedules(world, OUR_PRODUCT, options);
    expect(broken, mode).toBeUndefined();
    expect(runs).toBe(options.runs);
    // They reached states that could be reported wrongly.
    for (const state of ['settled', 'expired', 'taken', 'accepted', 'unknown']) expect(reported, mode).toContain(state);
  }
  task.meta.figures = {
    proof: 'Lies about outcomes',
    rows: {
      'schedules of what can happen': counted(MODES.length * RUNS),
      'scenes that were thought out': SCENES.length,
      'reported states that the ledger contradicts, second escrows, second payments, signatures lost': 0,
    },
  };
});
