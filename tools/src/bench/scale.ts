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
      const runs: RunFigures[] = [];
      for (const processes of PROCESSES) {
        const seconds = Math.max(LIVES / processes / LOAD.perSecond, 15);
        runs.push(await place.run(processes, { ...LOAD, seconds }));
      }
      return [...figuresOf(runs), ...(await greedyFigures())];
    } finally {
      await place.close();
    }
  },
};

export function figuresOf(runs: readonly RunFigures[]): Figure[] {
  const [one] = runs as [RunFigures];
  return runs.flatMap(({ processes, done, started, p50, p99, processMs, databaseMs }): Figure[] => {
    const name = processes === 1 ? '1 process' : `${processes} processes`;
    const share = (100 * done) / started;
    const against = (value: number) => (processes === 1 ? {} : { against: { name: 'with one', value } });
    const ratio = (value: number, first: number, aim: number) =>
      processes === 1 ? {} : { aim: { ...atMost(value / first, aim, ''), text: `at most ${aim} times` } };
    return [
      { name: `${name}: done`, value: share, unit: '%', aim: atLeast(share, DONE_AIM, '%') },
      { name: `${name}: p50`, value: p50, unit: 'ms', ...against(one.p50) },
      { name: `${name}: p99`, value: p99, unit: 'ms', ...against(one.p99), ...ratio(p99, one.p99, P99_AIM) },
      {
        name: `${name}: processor of the process, for a life`,
        value: processMs,
        unit: 'ms',
        ...against(one.processMs),
        ...ratio(processMs, one.processMs, CPU_AIM),
      },
      {
        name: `${name}: processor of the database, for a life`,
        value: databaseMs,
        unit: 'ms',
        ...against(one.databaseMs),
        ...ratio(databaseMs, one.databaseMs, CPU_AIM),
      },
    ];
  });
}
