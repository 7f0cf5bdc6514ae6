/** DATABASE_URL instead of the data folder: what several processes share, the errors if it cannot be used, and while it is away. */
import path from 'node:path';
import { openDesk } from '@countersign/core';
import { openAddressBook } from '@countersign/core/address-book';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { failure } from '@countersign/testkit/desk/failure';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { callRefused } from '@countersign/testkit/mcp/host';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOKEN = '0123456789abcdef'.repeat(4);
const programs = postgresPrograms();

const settingsAt = (url: string) => parseSettings({ DATABASE_URL: url, COUNTERSIGN_DATA_DIR: temporaryFolder() });

async function problemAt(url: string): Promise<{ code: string; message: string; remedy: string }> {
  const opened = openStore(settingsAt(url)).then(({ store }) => store.close());
  const { code, message, operatorRemedy: remedy } = await failure(opened);
  return { code, message, remedy };
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('processes share what they prepare, and the address book', async () => {
    const url = await newDatabase();
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const opened = async () => {
      const desk = await openDesk(settingsAt(url), {
        startSandbox: async () => ({ ...sandbox, close: async () => {} }),
      });
      onTestFinished(() => desk.close());
      return desk;
    };
    const [one, other] = [await opened(), await opened()];
    const prepared = await Promise.all([one, other].map((desk) => desk.prepare('deploy', REQUEST)));
    expect(new Set(prepared.map(({ id }) => id)).size).toBe(1);
    expect(one.metrics().requests.deploy + other.metrics().requests.deploy).toBe(1);
    expect((await other.status(String(prepared[0]?.id))).status).toBe('prepared');
    const book = await openAddressBook(settingsAt(url));
    await book.set('Ana', REQUEST.signer, 'terminal');
    await book.close();
    const elsewhere = await openAddressBook(settingsAt(url));
    expect((await elsewhere.list()).map(({ name }) => name)).toEqual(['Ana']);
    await elsewhere.close();
  });

  test('an unreachable or missing database is reported with what to do', async () => {
    const away = await problemAt(`postgres://ada:secret-word@127.0.0.1:${await freePort()}/escrow`);
    expect(away).toEqual({
      code: 'STORE_UNREACHABLE',
      message: 'Countersign cannot reach its records at the moment.',
      remedy: 'The database cannot be reached (ECONNREFUSED). Check that PostgreSQL runs where DATABASE_URL says.',
    });
    const url = await newDatabase();
    expect((await problemAt(url.replace('postgres@', 'stranger:secret-word@'))).remedy).toContain(
      'Check the user, the password',
    );
    expect((await problemAt(`${url}_nothing`)).remedy).toContain('the database’s name in DATABASE_URL');
    const tls = await problemAt(`${url}?sslmode=verify-full`);
    expect(tls.remedy).toContain('sslmode');
  });

  test('tables of a newer version are left alone, and missing permissions are named', async () => {
    const url = await newDatabase();
    await runSql(url, 'CREATE ROLE reader LOGIN');
    expect((await problemAt(url.replace('postgres@', 'reader@'))).remedy).toContain('GRANT CREATE');
    const { store } = await openStore(settingsAt(url));
    await store.close();
    await runSql(url, 'UPDATE countersign.version SET number = 999');
    expect(await problemAt(url)).toMatchObject({
      message: expect.stringContaining('version 999'),
      remedy: expect.stringContaining('Update Countersign'),
    });
  });
});

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
