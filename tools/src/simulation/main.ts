/** `pnpm simulate`: what many machines could do, by the measured cost of a life, after comparison with real runs. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { CALLS, openPlace, type RunFigures, SERVICE_MS } from '../bench/scale-run.ts';
import { type Cost, type Setting, simulate } from './simulate.ts';
import { COURSE, reportOf } from './teams.ts';

const USAGE = `usage: pnpm simulate [--teams]

  Runs lives in 1, 2, 4 and 8 processes on a PostgreSQL of its own (some three minutes), compares what the simulation
  says of the same, and then says how many lives a second 2, 8 and 32 machines could do.
  --teams  instead: how often honest teams would have to confirm whom they pay (some ten seconds).`;

const LOAD = { perSecond: 1.5, warmSeconds: 10, tenants: 10 } as const;
const LIVES = 180;
const AGREES_WITHIN = 10;
/** A machine and a database as they are rented. */
const MACHINE = { coresOfMachine: 2, processesOfMachine: 2, seconds: 120 } as const;
const DATABASE_CORES = 4;
const MACHINES = [2, 8, 32] as const;
/** A person notices longer delays. */
const SLOWER = 1.5;

/** A person's requests per day, and the busiest hour's share. Source: three requests a day; a guess for the hour. */
const USERS = { people: 100_000, servers: 10_000, livesADay: 3, peak: 6 } as const;

await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, teams: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (values.teams) {
    process.stdout.write(`${reportOf({ ...COURSE, weeks: 10 }, 150).join('\n')}\n`);
    return;
  }
  const runs = await measured([1, 2, 4, 8]);
  const cost = costOf(runs[0] as RunFigures);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(
    'What a life costs alone: ' +
      [
        `${cost.processMs.toFixed(1)} ms of a process`,
        `${cost.databaseMs.toFixed(2)} ms of the database`,
        `and ${cost.serviceMs} ms of waiting for the service.`,
      ].join(', '),
  );
  say(
    '\n| processes here | p50, real | simulated | p99, real | simulated | agrees within 10 % |\n| ---: | ---: | ---: | ---: | ---: | --- |',
  );
  for (const run of runs) say(compared(run, cost));
  say(`\nMachines of ${MACHINE.coresOfMachine} cores, a database of ${DATABASE_CORES}:`);
  say(
    '\n| machines | lives a second, p99 within 1.5 times | the machines are busy | the database is busy | what is full first |\n| ---: | ---: | ---: | ---: | --- |',
  );
  for (const machines of MACHINES) say(mostOf(machines, cost));
  const { people, servers, livesADay, peak } = USERS;
  const wanted = (people * livesADay * peak) / 86_400;
  say(
    `\n${people.toLocaleString('en')} people and ${servers.toLocaleString('en')} servers: ${wanted.toFixed(0)} lives a second in the busiest hour (${livesADay} a day for each person, ${peak} times the average).`,
  );
  say(
    `One key of the service allows ${(50 / 60 / CALLS).toFixed(2)} lives a second: tenants need keys of their own long before a second machine.`,
  );
});

async function measured(processes: readonly number[]): Promise<RunFigures[]> {
  const place = await openPlace();
  try {
    const runs: RunFigures[] = [];
    for (const count of processes) {
      const seconds = Math.max(LIVES / count / LOAD.perSecond, 15);
      runs.push(await place.run(count, { ...LOAD, seconds }));
    }
    return runs;
  } finally {
    await place.close();
  }
}

function costOf({ processMs, databaseMs, serviceCpuMs, latencies }: RunFigures): Cost {
  return { processMs, databaseMs, besideMs: serviceCpuMs, serviceMs: SERVICE_MS * CALLS, alone: latencies };
}

function compared({ processes, p50, p99 }: RunFigures, cost: Cost): string {
  const here: Setting = {
    machines: 1,
    coresOfMachine: availableParallelism(),
    processesOfMachine: processes,
    databaseCores: 0,
    livesPerSecond: LOAD.perSecond * processes,
    seconds: 300,
    isRegular: true,
  };
  const said = simulate(cost, here);
  const off = Math.max(...[p50 / said.p50, p99 / said.p99].map((ratio) => Math.abs(ratio - 1) * 100));
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const verdict = off <= AGREES_WITHIN ? 'yes' : `no: ${off.toFixed(0)} %`;
  return `| ${processes} | ${ms(p50)} | ${ms(said.p50)} | ${ms(p99)} | ${ms(said.p99)} | ${verdict} |`;
}

/** By bisection: the highest load at which all lives finish and none is much slower. */
function mostOf(machines: number, cost: Cost): string {
  const { besideMs: _, ...alone } = cost;
  const setting = { ...MACHINE, machines, databaseCores: DATABASE_CORES };
  const at = (livesPerSecond: number) =>
    simulate(alone, { ...setting, livesPerSecond, seconds: Math.max(20, 4_000 / livesPerSecond) });
  const calm = at(1).p99;
  const isGood = (load: number) => {
    const { done, p99 } = at(load);
    return done > 0.98 && p99 <= calm * SLOWER;
  };
  let [low, high] = [1, ((machines * MACHINE.coresOfMachine * 1_000) / cost.processMs) * 1.2];
  while (high - low > low * 0.02) {
    const middle = (low + high) / 2;
    if (isGood(middle)) low = middle;
    else high = middle;
  }
  const { machineShare, databaseShare } = at(low);
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const first = databaseShare > machineShare ? 'the database' : 'the machines';
  return `| ${machines} | ${low.toFixed(0)} | ${percent(machineShare)} | ${percent(databaseShare)} | ${first} |`;
}
