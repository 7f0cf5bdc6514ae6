/** A database that is lost comes back as it was at a moment, from PostgreSQL's own archive, as docs/operations.md says. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Desk, openDesk } from '@countersign/core';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { giveToPostgres, postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { rowsOf, runSql } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const programs = postgresPrograms() as string;

/** A setting or a command of the document, with the folders of this test. */
function documented(pattern: RegExp, folder: string): string {
  const text = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`docs/operations.md has no ${pattern}`);
  return found.replaceAll('/var/lib/postgresql', folder);
}

/** The programs of PostgreSQL refuse to run as root. */
const runAs = (owner: object, name: string, ...args: readonly string[]) =>
  execFileSync(path.join(programs, name), args, { ...owner, stdio: ['ignore', 'pipe', 'pipe'] });

async function openInstallation() {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const signer = await newcomer(sandbox.rpcUrl, '1000');
  const open = async (DATABASE_URL: string): Promise<Desk> =>
    await openDesk(
      parseSettings({
        DATABASE_URL,
        COUNTERSIGN_DATA_DIR: temporaryFolder(),
        ESCROW_API_URL: sandbox.url,
        STELLAR_NETWORK: 'sandbox',
        STELLAR_RPC_URL: sandbox.rpcUrl,
        ESCROW_RATE_LIMIT: '1000',
      }),
    );
  const orderOf = (engagementId: string) => ({ ...REQUEST, signer: signer.publicKey(), engagementId });
  const settle = async (desk: Desk, engagementId: string) => {
    const { id, unsignedXdr = '', contractId } = await desk.prepare('deploy', orderOf(engagementId));
    const signedXdr = signWith(signer, unsignedXdr);
    expect(await desk.submit({ id, signedXdr })).toMatchObject({ status: 'settled' });
    return { id, contractId };
  };
  return { open, orderOf, settle };
}

test.runIf(programs !== undefined)('comes back as it was at a moment, and asks about what followed it', async () => {
  const folder = temporaryFolder();
  const owner = giveToPostgres(folder);
  const [archive, base, recovered] = ['archive', 'base', 'recovered'].map((name) => path.join(folder, name)) as Three;
  mkdirSync(archive);
  giveToPostgres(archive);
  const lost = await startCluster(programs, (data) => {
    const settings = documented(/wal_level = [\s\S]*?archive_command = .*/, folder);
    appendFileSync(path.join(data, 'postgresql.conf'), `${settings}\n`);
    return '';
  });
  onTestFinished(() => lost.remove());
  const { open, orderOf, settle } = await openInstallation();

  // The base copy is older than the moment.
  const desk = await open(lost.url);
  runAs(owner, 'pg_basebackup', '-d', lost.url, '-D', base, '-c', 'fast');
  const before = await settle(desk, 'BEFORE');
  const [now] = await rowsOf(lost.url, 'SELECT clock_timestamp()::text AS moment');
  const moment = String(now?.['moment']);
  const after = await settle(desk, 'AFTER');
  await desk.close();
  const [last] = await rowsOf(lost.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const archived = async () =>
    String((await rowsOf(lost.url, 'SELECT last_archived_wal AS file FROM pg_stat_archiver'))[0]?.['file']);
  await expect.poll(archived).toBe(last?.['file']);
  lost.crash();

  runAs(owner, 'pg_verifybackup', base);
  execFileSync('cp', ['-a', base, recovered]);
  const restore = documented(/restore_command = [\s\S]*?recovery_target_action = .*/, folder);
  appendFileSync(
    path.join(recovered, 'postgresql.conf'),
    `${restore.replace(/(recovery_target_time = ).*/, `$1'${moment}'`)}\n`,
  );
  writeFileSync(path.join(recovered, 'recovery.signal'), '');
  giveToPostgres(path.join(recovered, 'recovery.signal'));
  const port = await freePort();
  // No fewer connections than before, or it refuses to recover.
  const options = `-p ${port} -k ${folder} -h 127.0.0.1 -c max_connections=200`;
  runAs(owner, 'pg_ctl', 'start', '-D', recovered, '-w', '-l', path.join(folder, 'log'), '-o', options);
  onTestFinished(() => void runAs(owner, 'pg_ctl', 'stop', '-D', recovered, '-m', 'immediate', '-w'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const isOver = async () => (await rowsOf(url, 'SELECT pg_is_in_recovery() AS is_on'))[0]?.['is_on'] === false;
  await expect.poll(isOver).toBe(true);
  const note = path.join(ROOT, 'distribution/postgres/after-recovery.sql');
  const psql = () => execFileSync('psql', [url, '-v', `moment=${moment}`, '-f', note], { stdio: 'pipe' });
  psql();

  const again = await open(url);
  onTestFinished(() => again.close());
  expect(await again.status(before.id)).toMatchObject({ status: 'settled' });
  await expect(again.status(after.id)).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  // The ledger has it, so it is not created a second time without a question.
  const prepared = await again.prepare('deploy', orderOf('AFTER'));
  expect(prepared).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'ANOTHER_ESCROW', params: { contractId: after.contractId } }] },
  });
  expect(prepared).not.toHaveProperty('unsignedXdr');
  expect(await again.prepare('deploy', orderOf('NEW'))).toMatchObject({ status: 'prepared' });
  // A second recovery within the same gap goes on with the first one's beginning.
  await runSql(url, 'UPDATE countersign.restored SET gap = (gap::jsonb || \'{"isRead":false}\')::text');
  const beginning = async () =>
    (await rowsOf(url, "SELECT gap::json ->> 'madeAt' AS at FROM countersign.restored WHERE network = 'sandbox'"))[0];
  const first = await beginning();
  execFileSync('psql', [url, '-v', 'moment=2030-01-01 00:00:00+00', '-f', note], { stdio: 'pipe' });
  expect(await beginning()).toEqual(first);
});

type Three = [string, string, string];
