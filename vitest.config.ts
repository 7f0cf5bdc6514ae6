import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { figuresReporter } from './tools/src/proof/figures-reporter.ts';

// Tests start our programs hundreds of times, and most of a start is compiling the same files.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'tools/src/**/*.test.ts',
      'tests/**/*.test.ts',
      'evals/*/*.test.ts',
    ],
    setupFiles: ['packages/testkit/src/network/loopback-only.ts'],
    // By itself it would leave a core to nobody. Limits of time in tests are of processor time, which two do not share.
    maxWorkers: 2,
    // Files that a worker runs after each other load the product once. Each puts back what it sets (clock, mocks).
    isolate: false,
    // Tests start real servers and child processes, and two cores share them all.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The count that CI reads comes from the machine-readable report, and what SECURITY.md quotes from the figures.
    ...(process.env['CI']
      ? {
          reporters: ['default', 'json', figuresReporter('coverage/figures.json')],
          outputFile: { json: 'coverage/test-report.json' },
        }
      : {}),
  },
});
