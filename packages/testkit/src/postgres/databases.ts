/** Databases for tests, in one cluster a worker, which is removed after the worker. */
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Cluster, giveToPostgres, postgresPrograms, startCluster } from './cluster.ts';

const programs = postgresPrograms();

/** CI installs it; elsewhere the tests that need it are left out. */
export const hasPostgres = programs !== undefined;
if (!hasPostgres) {
  const missing = 'PostgreSQL is missing';
  if (process.env['CI']) throw new Error(`${missing}: install Debian's package postgresql.`);
  process.stderr.write(`${missing}: tests that need a shared database are skipped.\n`);
}

let cluster: Promise<Cluster> | undefined;
let made = 0;

export async function newDatabase(): Promise<string> {
  const { url } = await testCluster();
  const name = `test_${++made}`;
  await runSql(url, `CREATE DATABASE ${name}`);
  return url.replace(/postgres$/, name);
}

/** On a disk of its own. @returns its address; it goes with the test, before the disk does */
export async function newDatabaseOn(disk: string): Promise<string> {
  const { url } = await testCluster();
  const name = `test_${++made}`;
  giveToPostgres(disk);
  await runSql(url, `CREATE TABLESPACE ${name} LOCATION '${disk}'`);
  await runSql(url, `CREATE DATABASE ${name} TABLESPACE ${name}`);
  onTestFinished(async () => {
    await runSql(url, `DROP DATABASE ${name} WITH (FORCE)`);
    await runSql(url, `DROP TABLESPACE ${name}`);
  });
  return url.replace(/postgres$/, name);
}

export async function runSql(url: string, sql: string): Promise<void> {
  await rowsOf(url, sql);
}

/** As its superuser; large numbers are texts. */
export async function rowsOf(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** No one else reads or writes a table until the function that it gives is called. */
export async function holdTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return () => client.end();
}

function testCluster(): Promise<Cluster> {
  cluster ??= startCluster(programs as string);
  return cluster;
}
