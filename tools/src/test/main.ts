/**
 * `pnpm test`, `pnpm test:slow` and `pnpm test:all`: runs the lanes of that name. Anyone who names files, a title or a
 * project gets those, in whatever lane they are. Other arguments are Vitest's.
 */
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { parseCLI, type Reporter, startVitest, type TestCase } from 'vitest/node';
import { figuresReporter } from '../proof/figures-reporter.ts';
import { LANES } from './lanes.ts';

/** Names the tests that passed only when they were repeated: each is a fault, of the test or of the product. */
function unsteadyReporter(): Reporter {
  const unsteady: string[] = [];
  return {
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky) unsteady.push(`${test.module.relativeModuleId}: ${test.fullName}`);
    },
    onTestRunEnd() {
      if (unsteady.length > 0) process.stdout.write(`UNSTEADY, passed when repeated:\n${unsteady.join('\n')}\n`);
    },
  };
}

await runCommand(async () => {
  const [run = '', ...args] = process.argv.slice(2);
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const isNarrowed = filter.length > 0 || options.testNamePattern !== undefined || options.project !== undefined;
  const lanes = LANES.filter(({ isQuick }) => run === 'all' || isQuick === (run === 'quick')).map(({ name }) => name);

  const vitest = await startVitest('test', filter, {
    ...options,
    ...(isNarrowed ? {} : { project: lanes }),
    // CI reads the counts of each run from its machine-readable report, and what SECURITY.md quotes from the figures.
    ...(process.env['CI']
      ? {
          reporters: [
            'default',
            'json',
            unsteadyReporter(),
            ...(lanes.includes('proof') ? [figuresReporter('coverage/figures.json')] : []),
          ],
          outputFile: { json: `coverage/${run}-tests.json` },
        }
      : {}),
  });
  if (!vitest.shouldKeepServer()) await vitest.exit();
});
