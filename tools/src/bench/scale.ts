/**
 * What more processes on one database cost: a life, from request to outcome, at a fixed load for each process,
 * with a service that is far away.
 */
import { type Cluster, postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { runSql } from '@countersign/testkit/postgres/databases';
import { withResources } from '../command-line/resources.ts';
import { measureChildren } from './children.ts';
import { startFarService } from './far-service.ts';
import { type Bench, type Figure, figure, percentile } from './figure.ts';
import type { ScaleReport, ScaleTask } from './scale-child.ts';
import { greedyFigures } from './scale-greedy.ts';

const PROCESSES = [1, 4, 16] as const;
const LOAD = { perSecond: 1.5, warmSeconds: 10, tenants: 10 } as const;
/** So that each run has about as many lives. */
const LIVES = 180;
const LEAST_SECONDS = 15;
/** The share of the work without which no figure counts. */
const DONE = 0.98;
const P99_AIM = 1.5;
const CPU_AIM = 1.1;
const LIFE_AIM_MS = 30;

export const scaleBench: Bench = {
  title: 'Processes on one database',
  measure: () =>
    withResources(async (resources) => {
      const programs = postgresPrograms();
      if (programs === undefined) throw new Error('PostgreSQL is not installed');
      const cluster = await startCluster(programs);
      resources.defer(cluster.remove);
      const { url } = resources.use(await startFarService());
      const runs: Run[] = [];
      for (const processes of PROCESSES) {
        const shared = await run(cluster, url, processes, 1);
        // The same on as busy a machine, where no process has to do with the rows of another.
        const apart = processes === PROCESSES.at(-1) ? await run(cluster, url, processes, processes) : undefined;
        runs.push({ processes, shared, apart });
      }
      return [...runs.flatMap((each) => figuresOf(each, runs[0] as Run)), ...(await greedyFigures())];
    }),
};

type RunReport = {
  readonly started: number;
  readonly latencies: readonly number[];
  /** Processor time of a life, in process and database. */
  readonly cpuMs: number;
};

type Run = { readonly processes: number; readonly shared: RunReport; readonly apart: RunReport | undefined };

function figuresOf({ processes, shared, apart }: Run, { shared: one }: Run): Figure[] {
  const name = processes === 1 ? '1 process' : `${processes} processes`;
  if (shared.latencies.length < DONE * shared.started) throw new Error(`${name} did not do their work`);
  const [own, alone] = [shared, one].map(({ latencies }) => percentile(latencies, 0.99)) as [number, number];
  const latency = figure(`${name}: p99`, own, 'ms', { against: ['with one', alone], atMostTimes: P99_AIM });
  const aims = apart && ({ against: ['with a database for each', apart.cpuMs], atMostTimes: CPU_AIM } as const);
  const cpuName = `${name}: processor for a life, with the database’s`;
  const cpu = figure(cpuName, shared.cpuMs, 'ms', aims ?? { atMost: LIFE_AIM_MS });
  return [...(processes === 1 ? [] : [latency]), ...(processes === 4 ? [] : [cpu])];
}

/** @param databases how many; the processes are distributed among them */
async function run(cluster: Cluster, serviceUrl: string, processes: number, databases: number): Promise<RunReport> {
  const names = Array.from({ length: databases }, (_, number) => `scale_${processes}_${databases}_${number}`);
  for (const name of names) await runSql(cluster.url, `CREATE DATABASE ${name}`);
  const urls = names.map((name) => cluster.url.replace(/postgres$/, name));
  const seconds = Math.max(LIVES / processes / LOAD.perSecond, LEAST_SECONDS);
  const tasks = Array.from({ length: processes }, (_, number): ScaleTask => {
    const databaseUrl = urls[number % urls.length] ?? '';
    return { ...LOAD, seconds, databaseUrl, serviceUrl, name: `process-${number}` };
  });
  return await measureChildren({
    script: new URL('scale-child.ts', import.meta.url),
    tasks,
    // Or their loads would pulse together.
    staggerMs: 1_000 / LOAD.perSecond / processes,
    around: async (measure: () => Promise<readonly ScaleReport[]>) => {
      // PostgreSQL does so every minute, which is longer than most runs last.
      for (const url of urls) await runSql(url, 'VACUUM ANALYZE');
      const before = cluster.usedMs();
      const reports = await measure();
      const sum = (count: (report: ScaleReport) => number) => reports.reduce((all, each) => all + count(each), 0);
      const latencies = reports.flatMap((report) => report.latencies);
      const cpuMs = (sum((report) => report.cpuMs) + cluster.usedMs() - before) / latencies.length;
      return { started: sum(({ started }) => started), latencies, cpuMs };
    },
  });
}
