/** Several processes on one database, each with a fixed load, and a service that is 200 ms away. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildDeploy, request, sandbox, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { type Cluster, postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { runSql } from '@countersign/testkit/postgres/databases';
import { type LocalService, startLocalService } from './local-service.ts';
import type { ProcessReport, ProcessTask } from './scale-process.ts';

/** How far away the service is. */
export const SERVICE_MS = 200;
/** Calls of the service in a life. */
export const CALLS = 2;
const OFFER_LIFE_S = 500;

export type Load = Pick<ProcessTask, 'perSecond' | 'warmSeconds' | 'seconds' | 'tenants'>;

export type RunFigures = {
  readonly processes: number;
  readonly done: number;
  readonly started: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time for each life, in milliseconds. */
  readonly processMs: number;
  readonly databaseMs: number;
  /** Of the fake service. */
  readonly serviceCpuMs: number;
  /** Sorted, in milliseconds. */
  readonly latencies: readonly number[];
};

/** On `one` database all processes work; with `each` they share only the machine, PostgreSQL and the service. */
export type Databases = 'one' | 'each';

export type RunPlace = {
  run(processes: number, load: Load, databases?: Databases): Promise<RunFigures>;
  close(): Promise<void>;
};

/** @throws Error where PostgreSQL is not installed */
export async function openPlace(): Promise<RunPlace> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const cluster = await startCluster(programs);
  const service = await startFarService();
  let runs = 0;
  return {
    run: async (processes, load, databases = 'one') => {
      runs += 1;
      const names = Array.from(
        { length: databases === 'one' ? 1 : processes },
        (_, number) => `scale_${runs}_${number}`,
      );
      for (const name of names) await runSql(cluster.url, `CREATE DATABASE ${name}`);
      const urls = names.map((name) => cluster.url.replace(/postgres$/, name));
      return await runIn(cluster, urls, service.url, processes, load);
    },
    close: async () => {
      await service.close();
      cluster.remove();
    },
  };
}

const { passphrase, factory, wasmHash } = sandbox;

export function startFarService(): Promise<LocalService> {
  return startLocalService(async ({ path, body }) => {
    if (path === '/sandbox') return { status: 200, body: { networkPassphrase: passphrase, factory, wasmHash } };
    await sleep(SERVICE_MS);
    if (!path.includes('deployer')) return { status: 200, body: { status: 'SUCCESS', message: 'ok' } };
    return { status: 201, body: { status: 'SUCCESS', unsignedTransaction: built(JSON.parse(body)) } };
  });
}

/** No two requests share an address. */
function built({ signer, engagementId }: { readonly signer: string; readonly engagementId: string }): string {
  const salt = new Uint8Array(createHash('sha256').update(engagementId).digest());
  const condition = time(0, Math.floor(Date.now() / 1_000) + OFFER_LIFE_S);
  return buildDeploy(request({ signer, engagementId }), { salt, condition });
}

async function runIn(
  cluster: Cluster,
  databaseUrls: readonly string[],
  serviceUrl: string,
  processes: number,
  load: Load,
): Promise<RunFigures> {
  const script = new URL('scale-process.ts', import.meta.url).pathname;
  const children = Array.from({ length: processes }, (_, number) => {
    const databaseUrl = databaseUrls[number % databaseUrls.length];
    return fork(script, [JSON.stringify({ ...load, databaseUrl, serviceUrl, name: `process-${number}` })]);
  });
  try {
    return await measured(cluster, databaseUrls, children, load);
  } finally {
    // After a failure they would wait for ever, and the bench with them.
    for (const child of children) child.kill();
  }
}

async function measured(
  cluster: Cluster,
  databaseUrls: readonly string[],
  children: readonly ChildProcess[],
  load: Load,
): Promise<RunFigures> {
  await Promise.all(children.map((child) => once(child, 'message')));
  // PostgreSQL does so by itself every minute, which is longer than most runs last.
  for (const url of databaseUrls) await runSql(url, 'VACUUM ANALYZE');
  const before = cluster.usedMs();
  const used = process.cpuUsage();
  const reports = children.map(async (child) => (await once(child, 'message'))[0] as ProcessReport);
  // Staggered, or their loads would pulse together.
  for (const child of children) {
    child.send('go');
    await sleep(1_000 / load.perSecond / children.length);
  }
  const all = await Promise.all(reports);
  const databaseMs = cluster.usedMs() - before;
  const { user, system } = process.cpuUsage(used);
  for (const child of children) child.send('end');
  await Promise.all(children.map(async (child) => child.exitCode ?? (await once(child, 'close'))));
  const latencies = all.flatMap((report) => report.latencies).toSorted((one, other) => one - other);
  const done = latencies.length;
  const at = (share: number) => latencies[Math.min(Math.ceil(done * share), done) - 1] ?? Number.NaN;
  return {
    processes: children.length,
    done,
    started: all.reduce((sum, { started }) => sum + started, 0),
    p50: at(0.5),
    p99: at(0.99),
    processMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / done,
    databaseMs: databaseMs / done,
    serviceCpuMs: (user + system) / 1_000 / done,
    latencies,
  };
}
