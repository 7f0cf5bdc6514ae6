/** The protocol's own suite over stdio, with its fixtures. `http.machine.test.ts` runs it on the server itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { serveOverHttp } from './stdio-over-http.ts';
import { SUITE } from './suite.ts';

const FIXTURES = fileURLToPath(new URL('fixture-server.ts', import.meta.url));

/** Features that we do not offer. The suite fails if one of these passes. */
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

async function runSuite(url: string, revision: string, ...args: readonly string[]): Promise<void> {
  const suite = startProcess([SUITE, 'server', '--url', url, '--spec-version', revision, ...args], {
    cwd: temporaryFolder(),
  });
  expect(await suite.ended, `${args} ${suite.output()}`).toBe(0);
}

test('2025-11-25: the whole suite, on its fixtures', async () => {
  const baseline = join(temporaryFolder(), 'baseline.yml');
  writeFileSync(baseline, `server:\n${NOT_OFFERED.map((name) => `  - ${name}\n`).join('')}`);
  await runSuite(await serveOverHttp(FIXTURES), '2025-11-25', '--expected-failures', baseline);
});

// Of the others some are about HTTP, and some about questions to a person, which we do not ask. `server-stateless`
// begins without a revision, as a host of 2025 would, and then wants to be refused.
const OF_2026 = [
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
];

test('2026-07-28: what applies to stdio, on its fixtures', async () => {
  const url = await serveOverHttp(FIXTURES);
  for (const scenario of OF_2026) await runSuite(url, '2026-07-28', '--scenario', scenario);
});
