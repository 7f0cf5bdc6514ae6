/** How the tests run for `pnpm mutate`: as always, but in the order of MUTATE_ORDER, or noting what they reach. */
import { relative, resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import usual from '../../../vitest.config.ts';
import { instrumented, productFiles } from './reach.ts';

const root = resolve(import.meta.dirname, '../../..');
const order = process.env['MUTATE_ORDER']?.split(' ');
const files = productFiles(root);

class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const at = ({ moduleId }: TestSpecification) => order?.indexOf(relative(root, moduleId)) ?? 0;
    return specifications.sort((one, other) => at(one) - at(other));
  }
}

export default mergeConfig(
  usual,
  defineConfig(
    order === undefined
      ? {
          plugins: [
            {
              name: 'reach',
              enforce: 'pre',
              transform(code, id) {
                const number = files.indexOf(relative(root, id));
                return number === -1 ? undefined : instrumented(id, code, number);
              },
            },
          ],
          test: { root, setupFiles: [resolve(import.meta.dirname, 'reach-setup.ts')] },
        }
      : { test: { root, fsModuleCache: true, sequence: { sequencer: InOrder } } },
  ),
);
