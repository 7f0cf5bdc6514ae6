import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { laneProjects } from './tools/src/test/lanes.ts';

// Tests start our programs hundreds of times, and most of a start is compiling the same files.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  // As the page's own build does.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: laneProjects().map((lane) => ({ extends: true, test: lane })),
    setupFiles: ['packages/testkit/src/network/loopback-only.ts'],
    // By default one core would stay idle.
    maxWorkers: availableParallelism(),
    // Files that a worker runs after each other load the product once. Each puts back what it sets (clock, mocks).
    isolate: false,
    // Only for what hangs: how long anything takes depends on what else the machine does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
  },
});
