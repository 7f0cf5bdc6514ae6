/**
 * The test of the test, in a thread of its own where TypeScript is loaded from any folder: for each fault, a copy of the
 * desk with it, and whether the scenes notice. Posts one line for each fault of this run.
 */
import { parentPort } from 'node:worker_threads';
import { editedCopy } from '@countersign/testkit/mutation/edited-copy';
import { sampled } from '@countersign/testkit/proof/share';
import { playScene } from './commands.ts';
import faults from './faults.json' with { type: 'json' };
import { PARTS, type Product } from './product.ts';
import { SCENES } from './scenes.ts';
import { startWorld } from './world.ts';

export type Finding = {
  /** Absent for the copy in which nothing was changed. */
  readonly rule?: string;
  /** The scene by which it was noticed, and how; absent where nothing was. */
  readonly noticed?: string;
};

const world = await startWorld();
for (const fault of [undefined, ...sampled(faults)]) {
  const product = (await editedCopy(Object.values(PARTS), fault)) as Product;
  const finding: Finding = { ...(fault === undefined ? {} : { rule: fault.rule }), ...(await noticed(product)) };
  parentPort?.postMessage(finding);
}
await world.close();

async function noticed(product: Product): Promise<Pick<Finding, 'noticed'>> {
  for (const scene of SCENES) {
    const broken = await playScene(world, product, scene);
    if (broken !== undefined) return { noticed: `${scene.scene}: ${broken}` };
  }
  return {};
}
