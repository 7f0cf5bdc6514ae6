/** A schedule as commands of fast-check, so that a failure is shrunk and repeatable. */
import fc from 'fast-check';
import type { Product } from './product.ts';
import type { Scene } from './scenes.ts';
import { beginSchedule, type Schedule } from './schedule.ts';
import { type Happening, happenings, type Mode } from './step.ts';
import type { World } from './world.ts';

/** Things that happen in a schedule, at most. */
const MOST = 24;

/** What the run itself knows is in its memory, so the model is nothing. */
type Nothing = Readonly<Record<string, never>>;

class Command implements fc.AsyncCommand<Nothing, Schedule> {
  readonly #what: Happening;

  constructor(what: Happening) {
    this.#what = what;
  }

  check(): boolean {
    return true;
  }

  run(_: Nothing, schedule: Schedule): Promise<void> {
    return schedule.happen(this.#what);
  }

  toString(): string {
    return JSON.stringify(this.#what);
  }
}

export type Outcome = {
  readonly runs: number;
  /** The states that were told. */
  readonly told: ReadonlySet<string>;
  /** What broke, with the shortest schedule that was found to break it. */
  readonly broken?: string;
};

/**
 * @param runs how many schedules are drawn
 * @param isShrunk whether what breaks is made shorter, which takes its time
 */
export async function playSchedules(
  world: World,
  product: Product,
  options: { readonly mode: Mode; readonly runs: number; readonly seed: number; readonly isShrunk: boolean },
): Promise<Outcome> {
  const commands = happenings(options.mode).map((happening) => happening.map((what) => new Command(what)));
  const schedules = fc.commands(commands, { maxCommands: MOST, size: 'max' });
  const told = new Set<string>();
  const played = await fc.check(
    fc.asyncProperty(schedules, (drawn) => play(world, product, drawn, told)),
    { numRuns: options.runs, seed: options.seed, endOnFailure: !options.isShrunk },
  );
  return {
    runs: played.numRuns,
    told,
    ...(played.failed ? { broken: `${messageOf(played.errorInstance)}\n${fc.defaultReportMessage(played)}` } : {}),
  };
}

async function play(
  world: World,
  product: Product,
  drawn: Iterable<fc.AsyncCommand<Nothing, Schedule>>,
  told: Set<string> = new Set(),
): Promise<void> {
  const schedule = await beginSchedule(world, product);
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: schedule }), drawn);
    await schedule.end();
    for (const state of schedule.memory.told) told.add(state);
  } finally {
    await schedule.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @returns what broke in it; nothing where all held */
export async function playScene(
  world: World,
  product: Product,
  { happenings: all }: Scene,
): Promise<string | undefined> {
  try {
    await play(
      world,
      product,
      all.map((what) => new Command(what)),
    );
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
