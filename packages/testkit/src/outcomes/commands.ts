/** A schedule as commands of fast-check, so that a failure is shrunk and repeatable. */
import type { DeployInput } from '@countersign/core/escrow';
import fc from 'fast-check';
import { REQUEST } from '../fixtures/sandbox-request.ts';
import { call, heal, isHealthy, mustBeKnown, type Run, signed } from './call.ts';
import { checkClaim, checkClaims, checkComplete, checkOnce, must } from './invariants.ts';
import { readLedger } from './ledger-record.ts';
import { isDisturbed, type Memory } from './memory.ts';
import { perform } from './perform.ts';
import type { Product } from './product.ts';
import type { Scene } from './scenes.ts';
import { openSeats } from './seats.ts';
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

/** One schedule: desks, people, wallet and ledger, and the invariants after each thing that happens. */
type Schedule = {
  readonly memory: Memory;
  /** @throws Broken */
  happen(what: Happening): Promise<void>;
  /** Lets all be as it should, and time pass: everything must come to an end. @throws Broken */
  end(): Promise<void>;
  close(): Promise<void>;
};

async function beginSchedule(world: World, product: Product): Promise<Schedule> {
  const signer = world.fresh();
  const seats = await openSeats(world, product);
  world.freeze();
  const memory: Memory = {
    signer,
    requests: requestsOf(signer.publicKey()),
    handles: [],
    offers: [],
    claims: [],
    confirmed: new Map(),
    occupied: new Set(),
    isForgetful: false,
    wasKilled: false,
    isTampered: false,
    shown: new Set(),
    isAtOnce: false,
    told: new Set(),
    ended: new Set(),
  };
  const run = { world, seats, memory, record: readLedger(world) };
  await perform(run, { does: 'prepare', seat: 0, person: 0, request: 0, another: false });
  return {
    memory,
    async happen(what) {
      await perform(run, what);
      checkOnce(memory, run.record);
    },
    end: () => finish(run),
    close: () => seats.close(),
  };
}

/** Two versions of one escrow, and another one. */
function requestsOf(signer: string): readonly DeployInput[] {
  const roles = { ...REQUEST.roles, approver: signer, release: signer };
  const first = { ...REQUEST, signer, roles, title: 'Website (tx_failed)' };
  return [
    first,
    { ...first, milestones: [{ description: 'All', amount: '100' }] },
    { ...first, engagementId: 'ENG-2' },
  ];
}

/** What waits for a person's confirmation goes on waiting. */
const ENDS = [
  'settled',
  'taken',
  'rejected',
  'expired',
  'displaced',
  'superseded',
  'declined',
  'discarded',
  'to-confirm',
];

async function finish(run: Run): Promise<void> {
  const { world, seats, memory, record } = run;
  heal(run);
  for (const seat of [0, 1, 2] as const) seats.clocks[seat] = 0;
  seats.service.next.send = undefined;
  seats.service.next.deploy = undefined;
  await seats.bury();
  world.pass(600);
  await seats.service.release();
  world.pass(259_200);
  // That a transaction is dead is read twice, in two ledgers.
  for (const { group, owner, id } of memory.handles) {
    const seat = group === 'own' ? 2 : 0;
    await call(
      run,
      seat,
      owner,
      (desk) => desk.status(id),
      () => undefined,
    );
  }
  world.pass(6);
  for (const handle of memory.handles) {
    const seat = handle.group === 'own' ? 2 : 0;
    const code = await call(
      run,
      seat,
      handle.owner,
      (desk) => desk.status(handle.id),
      (told) => {
        checkClaim(memory, record, handle, told);
        if (isHealthy(run)) checkComplete(record, handle, told);
        // Of a payment nothing but the history tells.
        const isGone = handle.action === 'fund' && seats.face.oldest > 1;
        must(isGone || memory.isTampered || ENDS.includes(told.status), 'every handle reaches an end', told);
      },
    );
    // One of which nothing can settle is forgotten after two weeks, or sooner in a full store.
    const isKept = handle.offers.some(({ hash }) => record.outcomeOf(hash) === 'succeeded');
    must(code === undefined || !isKept || isDisturbed(memory), 'a handle is not lost', code, handle.id);
  }
  for (const offer of memory.offers) {
    if (!offer.isDelivered) continue;
    const { handle } = offer;
    const signedXdr = signed(memory.signer, offer);
    const isOnLedger = record.outcomeOf(offer.hash) === 'succeeded';
    const code = await call(
      run,
      handle.group === 'own' ? 2 : 0,
      handle.owner,
      (desk) => desk.submit({ signedXdr }),
      (told) => {
        checkClaim(memory, record, handle, told);
        must(!isOnLedger || told.status === 'settled', 'what was signed and settled is told so', told);
      },
    );
    mustBeKnown(memory, code, handle);
    const isLost = isOnLedger && code !== undefined;
    must(!isLost || isDisturbed(memory), 'what settled is told so', code);
  }
  checkOnce(memory, record);
  checkClaims(memory.claims, record);
}
