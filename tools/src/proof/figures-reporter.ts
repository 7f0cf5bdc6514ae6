/** Collects the figures that proofs report while the tests run, and writes them to one file at the end. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ONE_IN, SEED } from '@countersign/testkit/proof/share';
import type { Reporter, TestCase } from 'vitest/node';
import { areWhole, type ProofFigures } from './figures.ts';

/** @param file where the figures go, as JSON: `ProofFigures[]` in the order of the test files' names */
export function figuresReporter(file: string): Reporter {
  const found: { readonly place: string; readonly figures: ProofFigures }[] = [];
  return {
    onTestCaseResult(test: TestCase) {
      const { figures } = test.meta();
      if (figures === undefined || !test.ok()) return;
      const { line = 0 } = test.location ?? {};
      found.push({
        place: `${test.module.relativeModuleId}:${String(line).padStart(5, '0')}:${test.fullName}`,
        figures,
      });
    },
    async onTestRunEnd() {
      // Files run in parallel, so their order of completion is random.
      found.sort((one, other) => (one.place < other.place ? -1 : 1));
      await mkdir(dirname(file), { recursive: true });
      const figures = found.map((one) => one.figures);
      await writeFile(file, `${JSON.stringify(figures)}\n`);
      if (!areWhole(figures)) process.stdout.write(`Proofs: one case in ${ONE_IN}, seed ${SEED}. All: pnpm proof\n`);
    },
  };
}
