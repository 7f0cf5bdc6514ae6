/** Whatever a service, a wallet, a node or a crash does, no state is reported that the ledger contradicts. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { playScene, playSchedules } from '@countersign/testkit/outcomes/commands';
import { FAULTS } from '@countersign/testkit/outcomes/faults';
import type { Finding } from '@countersign/testkit/outcomes/faults-worker';
import { ourProduct } from '@countersign/testkit/outcomes/product';
import { SCENES } from '@countersign/testkit/outcomes/scenes';
import { startWorld, type World } from '@countersign/testkit/outcomes/world';
import { counted, isWhole, SEED, sampled } from '@countersign/testkit/proof/share';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** In each of the two modes: a service of ours, and one that chooses its own addresses. */
const RUNS = isWhole ? 1_500 : 100;
const MODES = ['ours', 'foreign'] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test.each(SCENES)('$scene', async (scene) => {
  expect(await playScene(world, await ourProduct(), scene)).toBeUndefined();
});

test.each(MODES)(
  'whatever happens, in any order, with a service that is %s',
  async (mode) => {
    const options = { mode, runs: RUNS, seed: SEED, isShrunk: !isWhole };
    const { runs, broken, told } = await playSchedules(world, await ourProduct(), options);
    expect(broken).toBeUndefined();
    expect(runs).toBe(options.runs);
    // They reached states that could be reported wrongly.
    for (const state of ['settled', 'expired', 'taken', 'accepted', 'unknown']) expect(told).toContain(state);
  },
  3_600_000,
);

test('each rule stands in its file, once', () => {
  const times = ({ file, line }: (typeof FAULTS)[number]) =>
    readFileSync(new URL(`../packages/core/src/${file}`, import.meta.url), 'utf8').split(line).length - 1;
  expect(FAULTS.filter((fault) => times(fault) !== 1)).toEqual([]);
});

test('the desk passes the proof with all of its rules, and fails without any one of them', async ({ task }) => {
  const [unchanged, ...faulty] = await examine();
  expect(unchanged).toEqual({});
  expect(faulty.map(({ rule }) => rule)).toEqual(sampled(FAULTS).map(({ rule }) => rule));
  expect(faulty.filter(({ noticed }) => noticed === undefined).map(({ rule }) => rule)).toEqual([]);
  task.meta.figures = {
    proof: 'Lies about outcomes',
    rows: {
      'schedules of what can happen': counted(2 * RUNS),
      'scenes that were thought out': SCENES.length,
      'states told that the ledger contradicts, second escrows, second payments, signatures lost': 0,
      'rules taken out of the desk, one by one': FAULTS.length,
      'noticed by the scenes': counted(faulty.length),
    },
  };
}, 600_000);

function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../packages/testkit/src/outcomes/faults-worker.ts', import.meta.url), {
      execArgv: [],
    });
    worker.on('message', (finding: Finding) => findings.push(finding));
    worker.once('error', reject);
    worker.once('exit', () => resolve(findings));
  });
}
