/** A database that is away: before a start, and while a server runs. */
import path from 'node:path';
import { callRefused } from '@countersign/testkit/mcp/host';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOKEN = '0123456789abcdef'.repeat(4);
const programs = postgresPrograms();

test.runIf(programs)(
  'a server waits for its database at the start, and is not ready while the database is away',
  async () => {
    const cluster = await startCluster(programs as string);
    onTestFinished(() => cluster.remove());
    cluster.crash();
    const port = await freePort();
    const env = { DATABASE_URL: cluster.url, COUNTERSIGN_HTTP_TOKEN: TOKEN };
    const { stderr } = startProcess(['packages/mcp-server/src/cli.ts', 'http', '--port', String(port)], {
      cwd: ROOT,
      env: { ...env, COUNTERSIGN_DATA_DIR: temporaryFolder() },
    });
    const ready = () =>
      bareRequest(port, '/readyz').then(
        ({ status }) => status,
        () => 'no listener',
      );
    await expect.poll(stderr).toContain('waits for the database');
    expect(stderr()).toContain('(ECONNREFUSED). Check that PostgreSQL runs where DATABASE_URL says.');
    expect(await ready()).toBe('no listener');
    cluster.start();
    await expect.poll(ready).toBe(200);

    const host = await connectHost(`http://127.0.0.1:${port}/mcp`, TOKEN);
    cluster.crash();
    await expect.poll(ready).toBe(503);
    expect((await bareRequest(port, '/livez')).status).toBe(200);
    expect(await callRefused(host, 'find_escrows', {})).toMatchObject({
      code: 'STORE_UNREACHABLE',
      message: 'Countersign cannot reach its records at the moment.',
      remedy: expect.stringContaining('Wait a minute'),
      retryable: true,
    });
    cluster.start();
    await expect.poll(ready).toBe(200);
  },
);

test.each([
  ['a bot', 'packages/discord-bot/src/cli.ts', []],
  ['a server', 'packages/mcp-server/src/cli.ts', ['http', '--port', '0']],
  ['everything together', 'tools/src/start/main.ts', ['--port', '0', '--http-port', '0']],
])('stops %s that waits for its database on a signal', async (_, script, args) => {
  const { child, stderr, ended } = startProcess([script, ...args], {
    cwd: ROOT,
    env: {
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      COUNTERSIGN_HTTP_TOKEN: TOKEN,
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/countersign`,
      DISCORD_TOKEN: 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB',
      DISCORD_APPLICATION_ID: '1085567234567890123',
    },
  });
  await expect.poll(stderr).toContain('waits for the database');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
