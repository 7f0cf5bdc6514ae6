/** The lanes of the tests: how long a test may take decides when it runs, and its file's name or folder says so. */
import { PURE } from '../check/boundaries.ts';

export type Lane = {
  readonly name: string;
  /** Globs from the root. A file that an earlier lane has as well belongs to that one. */
  readonly files: readonly string[];
  /** `pnpm test` runs the quick lanes, and `pnpm test:slow` the others. */
  readonly isQuick: boolean;
};

export const LANES: readonly Lane[] = [
  { name: 'proof', files: ['**/*.proof.test.ts'], isQuick: false },
  // Child processes, PostgreSQL, kills.
  { name: 'machines', files: ['**/*.machine.test.ts'], isQuick: false },
  // One success, one refusal and one whole life over MCP and on the page; the list of escrows and the wallets, which only a browser runs.
  { name: 'smoke', files: ['**/*.smoke.test.ts'], isQuick: true },
  // Every state of each page and of the card: how it reads, and that anyone can read it.
  { name: 'states', files: ['**/*.states.test.ts'], isQuick: true },
  // What a person or an assistant sees: MCP, Discord, the page in a browser, the terminal.
  {
    name: 'surface',
    files: ['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts', 'evals/**/*.test.ts'],
    isQuick: false,
  },
  // The modules that do no I/O.
  { name: 'unit', files: PURE.map((module) => `${module}**/*.test.ts`), isQuick: true },
  // Everything else that is tested next to its source; servers run in the same process.
  { name: 'workflow', files: ['packages/*/src/**/*.test.ts', 'tools/src/**/*.test.ts'], isQuick: true },
];

/**
 * What Vitest needs to run each lane as a project of its own. CI repeats a failed test once, since it has no second
 * chance to show that a test is only unsteady; the reporter names such a test. A proof would count its cases twice.
 */
export const laneProjects = (isCi = Boolean(process.env['CI'])) =>
  LANES.map(({ name, files }, at) => ({
    name,
    retry: isCi && name !== 'proof' ? 1 : 0,
    // All cases of some take many minutes.
    ...(name === 'proof' ? { testTimeout: 3_600_000 } : {}),
    include: [...files],
    exclude: ['**/node_modules/**', ...LANES.slice(0, at).flatMap((earlier) => earlier.files)],
  }));
