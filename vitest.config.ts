import { defineConfig } from 'vitest/config';
import { figuresReporter } from './tools/src/proof/figures-reporter.ts';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'tools/src/**/*.test.ts', 'tests/**/*.test.ts'],
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
