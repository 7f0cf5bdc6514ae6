/**
 * `pnpm test`, `pnpm test:slow` and `pnpm test:all`: runs the lanes of that name. Anyone who names files, a title or a
 * project gets those, in whatever lane they are. Other arguments are Vitest's. `pnpm test:system` runs the slow tests
 * that use a part of production.
 */
import { globSync, readFileSync } from 'node:fs';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { parseCLI, type Reporter, startVitest, type TestCase } from 'vitest/node';
import { figuresReporter } from '../proof/figures-reporter.ts';
import { LANES } from './lanes.ts';

/** PostgreSQL, the proxies, and what reads the operators' files, all as Debian has them; and an issuer of tokens. */
const PARTS = /hasPostgres|postgresPrograms|\/proxy\.ts'|promtool|mcp\/issuer'/;

/** Names the tests that `isNamed`. */
function namingReporter(title: string, isNamed: (test: TestCase) => boolean | undefined, isFault = false): Reporter {
  const named: string[] = [];
  return {
    onTestCaseResult(test: TestCase) {
      if (isNamed(test)) named.push(`${test.module.relativeModuleId}: ${test.fullName}`);
    },
    onTestRunEnd() {
      if (named.length === 0) return;
      process.stdout.write(`${title}:\n${named.join('\n')}\n`);
      if (isFault) process.exitCode = 1;
    },
  };
}

await runCommand(async () => {
  const [run = '', ...args] = process.argv.slice(2);
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const isNarrowed = filter.length > 0 || options.testNamePattern !== undefined || options.project !== undefined;
  const chosen = LANES.filter(({ isQuick }) => run === 'all' || isQuick === (run === 'quick'));
  const lanes = chosen.map(({ name }) => name);
  if (run === 'system' && filter.length === 0) {
    // A test whose part is missing fails then, and names Debian's package.
    process.env['CI'] ??= 'true';
    const files = globSync([...new Set(chosen.flatMap((lane) => lane.files))], { exclude: ['**/node_modules'] });
    filter.push(...files.filter((file) => PARTS.test(readFileSync(file, 'utf8'))));
  }

  const vitest = await startVitest('test', filter, {
    ...options,
    ...(isNarrowed ? {} : { project: lanes }),
    // CI reads the counts of each run from its machine-readable report, and what SECURITY.md quotes from the figures.
    ...(process.env['CI']
      ? {
          reporters: [
            'default',
            'json',
            // Each is a fault, of the test or of the product.
            namingReporter('UNSTEADY, passed when repeated', (test) => test.diagnostic()?.flaky),
            ...(run === 'system'
              ? [namingReporter('SKIPPED, which is an error here', (test) => test.result().state === 'skipped', true)]
              : []),
            ...(lanes.includes('proof') && run !== 'system' ? [figuresReporter('coverage/figures.json')] : []),
          ],
          outputFile: { json: `coverage/${run}-tests.json` },
        }
      : {}),
  });
  if (!vitest.shouldKeepServer()) await vitest.exit();
});
