/** Links live as long as their request: several real servers on one data folder, ended with kill -9. */
import { call, type Host, type HostProcess, startHostProcess } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const onPort = (port: number): Record<string, string> => ({
  COUNTERSIGN_DATA_DIR: temporaryFolder(),
  COUNTERSIGN_PAGE_PORT: String(port),
});

let count = 0;
/** A link to an escrow that this server has prepared. */
async function prepare(host: Host) {
  count += 1;
  const prepared = await call(host, 'deploy_escrow', { ...REQUEST, engagementId: `LINK-${count}` });
  return prepared as Record<'id' | 'signUrl', string>;
}

const kill = ({ pid }: HostProcess) => process.kill(pid, 'SIGKILL');

/** The id that the page behind a link shows; nothing while no one answers. */
async function shownAt(signUrl: string): Promise<string | undefined> {
  const reply = await fetch(`${signUrl}/view`).catch(() => undefined);
  return reply?.ok ? ((await reply.json()) as { readonly id: string }).id : undefined;
}

test('every link works while any server on the folder runs, even after its own server was killed', async () => {
  const port = await freePort();
  const env = onPort(port);
  const first = await startHostProcess({ env });
  const one = await prepare(first);
  const [second, third] = await Promise.all([startHostProcess({ env }), startHostProcess({ env })]);
  const [two, three] = [await prepare(second), await prepare(third)];
  const all = [one, two, three];
  expect(all.map(({ signUrl }) => new URL(signUrl).host)).toEqual(all.map(() => `127.0.0.1:${port}`));
  const works = async () => await Promise.all(all.map(async ({ id, signUrl }) => (await shownAt(signUrl)) === id));
  expect(await works()).toEqual([true, true, true]);
  for (const host of [first, second]) {
    kill(host);
    // Half a second on an idle machine.
    while ((await shownAt(one.signUrl)) !== one.id) await new Promise((resolve) => setTimeout(resolve, 25));
    expect(await works()).toEqual([true, true, true]);
  }
  kill(third);
  const next = await startHostProcess({ env });
  await prepare(next);
  expect(await works()).toEqual([true, true, true]);
});

test('an unused server opens no sandbox, and takes over the links of one that was killed', async () => {
  const port = await freePort();
  const env = { ...onPort(port), COUNTERSIGN_LOG: 'debug' };
  const idle = await startHostProcess({ env });
  await idle.client.listTools();
  expect((await idle.client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    'skill://countersign/SKILL.md',
    'countersign://template/escrow',
  ]);
  expect(idle.stderr()).not.toContain('desk opened');
  const busy = await startHostProcess({ env });
  const { id, signUrl } = await prepare(busy);
  kill(busy);
  await expect.poll(() => shownAt(signUrl)).toBe(id);
  expect(idle.stderr()).toContain('desk opened');
});
