/**
 * A discrete-event simulation of lives on many machines and one database: the scale bench measures what a life costs;
 * here it only waits for busy resources.
 */
import { createRandom } from '@countersign/testkit/mutation/random';

export type Cost = {
  /** Processor time of a life in its process, in milliseconds. */
  readonly processMs: number;
  readonly databaseMs: number;
  /** Waiting for the service, which costs nothing here. */
  readonly serviceMs: number;
  /** Other work on the first machine for a life, such as a bench's service. */
  readonly besideMs?: number;
  /** Durations of whole lives on an idle system, in milliseconds: one is drawn for each life. */
  readonly alone: readonly number[];
};

export type Setting = {
  readonly machines: number;
  readonly coresOfMachine: number;
  /** Each runs on one core at a time. */
  readonly processesOfMachine: number;
  /** 0: it shares the cores of the first machine. */
  readonly databaseCores: number;
  /** Of all processes together. */
  readonly livesPerSecond: number;
  readonly seconds: number;
  /** Whether lives are due at equal intervals, as in the bench. */
  readonly isRegular?: boolean;
};

export type Outcome = {
  /** The share of due lives that finished by the end plus some seconds. */
  readonly done: number;
  readonly p50: number;
  readonly p99: number;
  /** The busiest machine's utilisation. */
  readonly machineShare: number;
  readonly databaseShare: number;
};

/** A resource with a fixed number of units and a queue. */
type Resource = { free: number; readonly size: number; busyMs: number; readonly waiting: (() => void)[] };

const resource = (size: number): Resource => ({ free: size, size, busyMs: 0, waiting: [] });

/** A life calls the service twice: to prepare and to submit. Before and after each answer it computes and writes. */
const CALLS = 2;
const PARTS = CALLS * 2;
/** A life that is unfinished this long after the last due time counts as not done. */
const PATIENCE_MS = 45_000;

export function simulate(cost: Cost, setting: Setting, seed = 1): Outcome {
  const { machines, coresOfMachine, processesOfMachine, livesPerSecond, seconds } = setting;
  const random = createRandom(seed);
  const chance = () => (random.below(1_000_000) + 1) / 1_000_001;
  const agenda = createAgenda();
  const cores = Array.from({ length: machines }, () => resource(coresOfMachine));
  const loops = Array.from({ length: machines * processesOfMachine }, () => resource(1));
  const database = setting.databaseCores === 0 ? (cores[0] as Resource) : resource(setting.databaseCores);
  const latencies: number[] = [];
  const rest = (whole: number) => Math.max(whole - cost.serviceMs - cost.processMs - cost.databaseMs, 0);

  const take = (wanted: Resource, then: () => void) => {
    if (wanted.free > 0) {
      wanted.free -= 1;
      then();
    } else wanted.waiting.push(then);
  };
  const give = (held: Resource) => {
    const next = held.waiting.shift();
    if (next === undefined) held.free += 1;
    else next();
  };
  const work = (on: Resource, ms: number, then: () => void) =>
    take(on, () => {
      on.busyMs += ms;
      agenda.after(ms, () => {
        give(on);
        then();
      });
    });

  const beside = cost.besideMs ?? 0;
  const live = (due: number, number: number) => {
    const process = number % loops.length;
    const loop = loops[process] as Resource;
    const core = cores[process % machines] as Resource;
    if (beside > 0) work(cores[0] as Resource, beside, () => {});
    const idle = rest(cost.alone[random.below(cost.alone.length)] ?? 0) / PARTS;
    const part = (left: number) => {
      if (left === 0) return void latencies.push(agenda.now() - due);
      take(loop, () =>
        work(core, cost.processMs / PARTS, () => {
          give(loop);
          work(database, cost.databaseMs / PARTS, () =>
            // The service answers after the first half of each call.
            agenda.after(idle + (left % 2 === 0 ? cost.serviceMs / CALLS : 0), () => part(left - 1)),
          );
        }),
      );
    };
    part(PARTS);
  };

  const due = Math.round(livesPerSecond * seconds);
  let at = 0;
  for (let number = 0; number < due; number++) {
    at += setting.isRegular ? 1_000 / livesPerSecond : (-Math.log(chance()) * 1_000) / livesPerSecond;
    const begun = at;
    agenda.at(begun, () => live(begun, number));
  }
  agenda.run(at + PATIENCE_MS);

  const sorted = latencies.toSorted((one, other) => one - other);
  const share = (part: number) => sorted[Math.min(Math.ceil(sorted.length * part), sorted.length) - 1] ?? Number.NaN;
  const used = ({ busyMs, size }: Resource) => busyMs / (size * at);
  return {
    done: latencies.length / due,
    p50: share(0.5),
    p99: share(0.99),
    machineShare: Math.max(...cores.map(used)),
    databaseShare: used(database),
  };
}

type Agenda = {
  now(): number;
  at(time: number, run: () => void): void;
  after(ms: number, run: () => void): void;
  /** Runs until nothing is left, or until `end`. */
  run(end: number): void;
};

/** Pending events, the earliest first: a binary heap. */
function createAgenda(): Agenda {
  const heap: { readonly time: number; readonly run: () => void }[] = [];
  let time = 0;
  const swap = (one: number, other: number) => {
    const kept = heap[one] as (typeof heap)[number];
    heap[one] = heap[other] as (typeof heap)[number];
    heap[other] = kept;
  };
  const isBefore = (one: number, other: number) => (heap[one]?.time ?? Infinity) < (heap[other]?.time ?? Infinity);
  const at = (when: number, run: () => void) => {
    let place = heap.push({ time: when, run }) - 1;
    for (let parent = (place - 1) >> 1; place > 0 && isBefore(place, parent); parent = (place - 1) >> 1) {
      swap(place, parent);
      place = parent;
    }
  };
  const next = () => {
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = [left, right].reduce((best, each) => (isBefore(each, best) ? each : best), place);
      if (least === place) return first;
      swap(place, least);
      place = least;
    }
  };
  return {
    now: () => time,
    at,
    after: (ms, run) => at(time + ms, run),
    run: (end) => {
      for (let event = next(); event !== undefined && event.time <= end; event = next()) {
        time = event.time;
        event.run();
      }
    },
  };
}
