/** `pnpm escrows`, as a person uses it: real processes on one data folder. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDesk } from '@countersign/core';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool, scriptOf } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const LINK = /^http:\/\/127\.0\.0\.1:\d+\/#([0-9a-f]{32})\n/;

async function open(link: string) {
  const { origin, hash } = new URL(link);
  return await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
}

test('prints a link that opens the list once, and serves it until it is stopped', async () => {
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const { child, ended, stdout, stderr } = startProcess([scriptOf('escrows')], { env });
  while (!stdout().includes('Ctrl-C')) if (await Promise.race([ended.then(() => true), sleep(50, false)])) break;
  expect(stderr()).toBe('');
  expect(stdout()).toMatch(/it works once, until \d\d:\d\d:\d\d\.\nThe list is served from here/);
  const [link = ''] = LINK.exec(stdout()) ?? [];
  const session = await open(link.trim());
  expect(session.status).toBe(200);
  expect((await open(link.trim())).status).toBe(401);
  const Cookie = String(session.headers.get('set-cookie')).split(';')[0] as string;
  const list = await fetch(new URL('/escrows/list', link.trim()), { headers: { Cookie } });
  expect(await list.json()).toMatchObject({ network: 'sandbox', escrows: [], more: 0 });

  // A second process finds the page served, and only prints its link.
  const other = await runTool('escrows', [], { env });
  expect([other.code, other.stdout.split('\n').length]).toEqual([0, 3]);
  expect((await open(String(LINK.exec(other.stdout)?.[0]).trim())).status).toBe(200);

  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('behind a public address there is no list, and it says so', async () => {
  const env = {
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
    COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org',
  };
  const { code, stdout, stderr } = await runToolHere('escrows', [], { env });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('LIST_CLOSED: The list of escrows opens only on the computer on which Countersign runs');
  expect(stderr).toContain('COUNTERSIGN_PUBLIC_URL');
});

describe('a person’s word that a transaction never settled', () => {
  test('is taken only at a terminal, from a person who types the end of its hash', async () => {
    const dataDir = temporaryFolder();
    const settings = parseSettings({ COUNTERSIGN_DATA_DIR: dataDir });
    const desk = await openDesk(settings, { startSandbox: () => startSandbox({ dataDir, network: settings.network }) });
    const { id, transactionHash: hash } = await desk.prepare('deploy', REQUEST).finally(() => desk.close());
    const piped = await runToolHere('escrows', ['failed', id], { env: { COUNTERSIGN_DATA_DIR: dataDir }, input: hash });
    expect([piped.code, piped.stdout]).toEqual([1, '']);
    expect(piped.stderr).toContain('A person must confirm this at a terminal');
    if (!hasTerminal) return;
    const question = 'type the last 6 characters';
    const type = (keys: string) => atTerminal([scriptOf('escrows'), 'failed', id], { dataDir, question, keys });
    const wrong = await type('zzzzzz\n');
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    const right = await type(`${hash.slice(-6)}\n`);
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('It can be prepared again')]);
  });
});
