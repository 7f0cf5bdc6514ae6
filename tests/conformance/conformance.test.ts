/** The protocol's own suite on the lines that we read and write: with its fixtures, and on the server itself. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI } from '@countersign/testkit/mcp/host';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { serveOverHttp } from './stdio-over-http.ts';

const HOME = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')));
const SUITE = join(HOME, 'dist/index.js');
const FIXTURES = fileURLToPath(new URL('fixture-server.ts', import.meta.url));

/** What we do not offer. The suite fails where one of these passes. */
const NOT_OFFERED = [
  'logging-set-level',
  'tools-call-with-logging',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-subscribe',
  'resources-unsubscribe',
];

async function runSuite(entry: string, args: readonly string[]): Promise<void> {
  const url = await serveOverHttp(entry);
  const suite = startProcess([SUITE, 'server', '--url', url, ...args], { cwd: temporaryFolder() });
  expect(await suite.ended, suite.output()).toBe(0);
}

test('what the suite asks for on its fixtures is answered as it says', { timeout: 120_000 }, async () => {
  const baseline = join(temporaryFolder(), 'baseline.yml');
  writeFileSync(baseline, `server:\n${NOT_OFFERED.map((name) => `  - ${name}\n`).join('')}`);
  await runSuite(FIXTURES, ['--expected-failures', baseline]);
});

test.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'])(
  'the server itself: %s',
  (scenario) => runSuite(CLI, ['--scenario', scenario]),
);
