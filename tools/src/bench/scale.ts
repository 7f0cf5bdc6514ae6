/** What more processes on one database cost: a life, from request to outcome, at a fixed load for each process. */
import { atLeast, atMost, type Bench, type Figure } from './figure.ts';
import { greedyFigures } from './scale-greedy.ts';
import { openPlace, type RunFigures } from './scale-run.ts';

const PROCESSES = [1, 2, 4, 8, 16] as const;
const LOAD = { perSecond: 1.5, warmSeconds: 10, tenants: 10 } as const;
/** So that each run has about as many lives. */
const LIVES = 180;
const DONE_AIM = 98;
const P99_AIM = 1.5;
const CPU_AIM = 1.1;

export const scaleBench: Bench = {
  title: 'Processes on one database, each with 1.5 lives a second (prepare, sign, submit), the service 200 ms away',
  run: async () => {
    const place = await openPlace();
    try {
      const runs: Run[] = [];
      for (const processes of PROCESSES) {
        const load = { ...LOAD, seconds: Math.max(LIVES / processes / LOAD.perSecond, 15) };
        const shared = await place.run(processes, load);
        runs.push(processes === 1 ? { shared } : { shared, apart: await place.run(processes, load, 'each') });
      }
      return [...figuresOf(runs), ...(await greedyFigures())];
    } finally {
      await place.close();
    }
  },
};

/** `apart`: as many processes on as busy a machine, where none has to do with another one's rows. */
type Run = { readonly shared: RunFigures; readonly apart?: RunFigures };

function figuresOf(runs: readonly Run[]): Figure[] {
  const [{ shared: one }] = runs as [Run];
  return runs.flatMap(({ shared, apart }): Figure[] => {
    const name = shared.processes === 1 ? '1 process' : `${shared.processes} processes`;
    const share = (100 * shared.done) / shared.started;
    const figure = (what: string, value: number, floor: { name: string; value: number }, aim?: number): Figure => ({
      name: `${name}: ${what}`,
      value,
      unit: 'ms',
      ...(apart && { against: floor }),
      ...(apart && aim && { aim: { ...atMost(value / floor.value, aim, ''), text: `at most ${aim} times` } }),
    });
    const withOne = (value: number) => ({ name: 'with one', value });
    const bothMs = (run: RunFigures) => run.processMs + run.databaseMs;
    const withOneEach = { name: 'with a database for each', value: bothMs(apart ?? shared) };
    return [
      { name: `${name}: done`, value: share, unit: '%', aim: atLeast(share, DONE_AIM, '%') },
      figure('p50', shared.p50, withOne(one.p50)),
      figure('p99', shared.p99, withOne(one.p99), P99_AIM),
      figure('processor of the process, for a life', shared.processMs, withOne(one.processMs), CPU_AIM),
      figure('processor of the database, for a life', shared.databaseMs, withOne(one.databaseMs), CPU_AIM),
      figure('processor of both, for a life', bothMs(shared), withOneEach, CPU_AIM),
    ];
  });
}
