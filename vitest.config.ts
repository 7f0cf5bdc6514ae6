import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'tools/src/**/*.test.ts', 'tests/**/*.test.ts'],
    // Tests start real servers and child processes, and two cores share them all.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The count that CI reads comes from the machine-readable report.
    ...(process.env['CI'] ? { reporters: ['default', 'json'], outputFile: { json: 'coverage/test-report.json' } } : {}),
  },
});
