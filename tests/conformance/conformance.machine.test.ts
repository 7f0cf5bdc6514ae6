/** The protocol's own suite over stdio: with its fixtures, and on the server itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI } from '@countersign/testkit/mcp/host';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { serveOverHttp } from './stdio-over-http.ts';
import { SUITE } from './suite.ts';

const FIXTURES = fileURLToPath(new URL('fixture-server.ts', import.meta.url));

/** Features that we do not transaction. The suite fails if one of these passes. */
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

async function runSuite(entry: string, revision: string, ...args: readonly string[]): Promise<void> {
  const url = await serveOverHttp(entry);
  const suite = startProcess([SUITE, 'server', '--url', url, '--spec-version', revision, ...args], {
    cwd: temporaryFolder(),
  });
  expect(await suite.ended, suite.output()).toBe(0);
}

test('2025-11-25: the whole suite, on its fixtures', async () => {
  const baseline = join(temporaryFolder(), 'baseline.yml');
  writeFileSync(baseline, `server:\n${NOT_OFFERED.map((name) => `  - ${name}\n`).join('')}`);
  await runSuite(FIXTURES, '2025-11-25', '--expected-failures', baseline);
});

// Of the others some are about HTTP, and some about questions to a person, which we do not ask. `server-stateless`
// begins without a revision, as a host of 2025 would, and then wants to be refused.
test.each([
  'tools-list',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'sep-2164-resource-not-found',
  'prompts-list',
  'prompts-get-with-args',
  'completion-complete',
  'caching',
])('2026-07-28: %s, on its fixtures', (scenario) => runSuite(FIXTURES, '2026-07-28', '--scenario', scenario));

test.each([
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'resources-list'],
  ['2025-11-25', 'prompts-list'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'resources-list'],
  ['2026-07-28', 'prompts-list'],
])('%s: %s, on the server itself', (revision, scenario) => runSuite(CLI, revision, '--scenario', scenario));
