/** PostgreSQL over TLS with a certificate of a private CA: server, bot, backup and restore by one setting. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backUp, restore } from '@countersign/core/backup';
import { toCountersignError } from '@countersign/core/errors';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings } from '@countersign/core/settings';
import { openSharedState } from '@countersign/discord-bot/state';
import { giveToPostgres, postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { runSql } from '@countersign/testkit/postgres/databases';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../tools/src/backup/formats.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const programs = postgresPrograms();

/** A CA, and a certificate of it for 127.0.0.1 and localhost. */
function newCertificates() {
  // A space in its path, as an operator's may have.
  const folder = path.join(temporaryFolder(), 'of the CA');
  mkdirSync(folder);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=Our own CA');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=database');
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost');
  const signed = ['-req', '-in', 'server.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', ...signed, '-extfile', 'names', '-out', 'server.crt');
  return { folder, ca: path.join(folder, 'ca.crt') };
}

async function database() {
  const { folder, ca } = newCertificates();
  const cluster = await startCluster(programs as string, (data) => {
    for (const name of ['server.crt', 'server.key']) {
      copyFileSync(path.join(folder, name), path.join(data, name));
      chmodSync(path.join(data, name), 0o600);
      giveToPostgres(path.join(data, name));
    }
    writeFileSync(path.join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.0/8 trust\n');
    return '-c ssl=on -h 127.0.0.1,127.0.0.2';
  });
  onTestFinished(() => cluster.remove());
  const { port } = new URL(cluster.url);
  await runSql(`${cluster.url}?sslmode=no-verify`, 'CREATE DATABASE copy');
  const env = (host: string, name = 'postgres', more: Readonly<Record<string, string>> = {}) => ({
    DATABASE_URL: `postgres://postgres@${host}:${port}/${name}`,
    DATABASE_CA_FILE: ca,
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    ...more,
  });
  return { env, ca };
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (thrown: unknown) => {
      const { code, message, operatorRemedy } = toCountersignError(thrown);
      return `${code}: ${message} ${operatorRemedy}`;
    },
  );

test.runIf(programs)('a private CA is trusted everywhere, by one setting', async () => {
  const { env } = await database();
  for (const host of ['127.0.0.1', 'localhost']) {
    const settings = parseSettings(env(host));
    const { store } = await openStore(settings);
    await store.close();
    await (await openSharedState(String(settings.databaseUrl), 'sandbox')).close();
    const folder = path.join(temporaryFolder(), 'backup');
    expect((await backUp(settings, FORMATS, folder)).database?.name).toBe('postgres.dump');
    const copy = parseSettings(env(host, 'copy'));
    const { manifest } = await restore(copy, FORMATS, folder, { replace: true });
    expect(manifest.database).toBeDefined();
    await (await openStore(copy)).store.close();
  }

  // As an operator does it, with a password in the address.
  const { DATABASE_URL } = env('localhost');
  const withPassword = DATABASE_URL.replace('postgres@', 'postgres:se%20cret@');
  const target = path.join(temporaryFolder(), 'by-command');
  const { ended, output } = startProcess(['tools/src/backup/main.ts', target], {
    cwd: ROOT,
    env: env('localhost', 'postgres', { DATABASE_URL: withPassword }),
  });
  expect([await ended, output()]).toEqual([0, expect.stringContaining('postgres.dump')]);
});

test.runIf(programs)('neither another CA nor another name is trusted', async () => {
  const { env } = await database();
  const other = newCertificates().ca;
  const folder = () => path.join(temporaryFolder(), 'backup');
  for (const wrong of [
    env('localhost', 'postgres', { DATABASE_CA_FILE: other }),
    // Not in the certificate.
    env('127.0.0.2'),
  ]) {
    const settings = parseSettings(wrong);
    const problem = await problemOf(openStore(settings));
    expect(problem).toMatch(/^STORE_UNUSABLE: The database cannot be used \([A-Z_]+\)\..*DATABASE_CA_FILE/);
    expect(await problemOf(backUp(settings, FORMATS, folder()))).toContain('STORE_UNUSABLE');
  }
  const { DATABASE_CA_FILE: _, ...without } = env('localhost');
  const url = `${without.DATABASE_URL}?sslmode=verify-full`;
  expect(await problemOf(openStore(parseSettings({ ...without, DATABASE_URL: url })))).toContain('DATABASE_CA_FILE');
});
