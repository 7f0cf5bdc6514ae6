/** `pnpm escrows`, as a person uses it: real processes on one data folder. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool, scriptOf } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

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
