/** A schedule as commands of fast-check, so that a failure is shrunk and repeatable. */
import type { DeployInput } from '@countersign/core/escrow';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import fc from 'fast-check';
import { type Asking, call, heal, isHealthy, mustBeKnown, type Run } from './call.ts';
import { checkClaim, checkClaims, checkComplete, checkOnce, must } from './invariants.ts';
import { readLedger } from './ledger-record.ts';
import { isDisturbed, type KnownRequest, newMemory } from './memory.ts';
import { perform } from './perform.ts';
import type { Product } from './product.ts';
import type { OutcomeScene } from './scenes.ts';
import { openSeats } from './seats.ts';
import { type Happening, happenings, type Mode } from './step.ts';
import type { World } from './world.ts';

/** Things that happen in a schedule, at most. */
const MOST = 24;

/** What the run itself knows is in its memory, so the model is empty. */
type Command = fc.AsyncCommand<Readonly<Record<string, never>>, Schedule>;

const commandOf = (what: Happening): Command => ({
  check: () => true,
  run: (_, schedule) => schedule.happen(what),
  toString: () => JSON.stringify(what),
});

export type Outcome = {
  readonly runs: number;
  readonly reported: ReadonlySet<string>;
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
  const commands = (happenings(options.mode) as fc.Arbitrary<Happening>[]).map((each) => each.map(commandOf));
  const schedules = fc.commands(commands, { maxCommands: MOST, size: 'max' });
  const reports = new Set<string>();
  const played = await fc.check(
    fc.asyncProperty(schedules, (drawn) => play(world, product, drawn, reports)),
    { numRuns: options.runs, seed: options.seed, endOnFailure: !options.isShrunk },
  );
  return {
    runs: played.numRuns,
    reported: reports,
    ...(played.failed ? { broken: `${messageOf(played.errorInstance)}\n${fc.defaultReportMessage(played)}` } : {}),
  };
}

async function play(
  world: World,
  product: Product,
  drawn: Iterable<Command>,
  reports = new Set<string>(),
): Promise<void> {
  const schedule = await beginSchedule(world, product);
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: schedule }), drawn);
    await schedule.end();
    for (const state of schedule.memory.reported) reports.add(state);
  } finally {
    await schedule.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @returns what broke in it; nothing where all held */
export async function playScene(
  world: World,
  product: Product,
  { happenings: all }: OutcomeScene,
): Promise<string | undefined> {
  try {
    await play(world, product, all.map(commandOf));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

type Schedule = Awaited<ReturnType<typeof beginSchedule>>;

/** One schedule: desks, people, wallet and ledger, and the invariants after each thing that happens. */
async function beginSchedule(world: World, product: Product) {
  const signer = world.fresh();
  const seats = await openSeats(world, product);
  world.freeze();
  const memory = newMemory(signer, requestsOf(signer.publicKey()));
  const run = { world, seats, memory, record: readLedger(world) };
  await perform(run, { does: 'prepare', seat: 0, person: 0, request: 0, another: false, lie: undefined });
  return {
    memory,
    async happen(what: Happening): Promise<void> {
      await perform(run, what);
      checkOnce(memory, run.record);
    },
    /** Lets all be as it should, and time pass: everything must come to an end. @throws Broken */
    end: () => finish(run),
    close: () => seats.close(),
  };
}

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
const ENDS = 'settled taken rejected expired displaced superseded declined discarded to-confirm'.split(' ');

/** Only the history shows what became of a payment: once it is forgotten, nothing does. */
const isGone = ({ seats }: Run, { action }: KnownRequest): boolean => action === 'fund' && seats.face.oldest > 1;

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
  const ownerOf = ({ group, owner }: KnownRequest): Asking => ({ seat: group === 'own' ? 2 : 0, person: owner });
  // That a transaction is dead is read twice, in two ledgers.
  for (const prepared of memory.handles) await call(run, ownerOf(prepared), (desk) => desk.status(prepared.id));
  world.pass(6);
  for (const prepared of memory.handles) {
    const code = await call(
      run,
      ownerOf(prepared),
      (desk) => desk.status(prepared.id),
      (report) => {
        checkClaim(memory, record, prepared, report);
        if (isHealthy(run)) checkComplete(record, prepared, report);
        must(
          isGone(run, prepared) || memory.isTampered || ENDS.includes(report.status),
          'every handle reaches an end',
          report,
        );
      },
    );
    // One of which nothing can settle is forgotten after two weeks, or sooner in a full store.
    const isKept = prepared.transactions.some(({ hash }) => record.outcomeOf(hash) === 'succeeded');
    must(code === undefined || !isKept || isDisturbed(memory), 'a handle is not lost', code, prepared.id);
  }
  for (const transaction of memory.offers) {
    if (!transaction.isDelivered) continue;
    const { prepared } = transaction;
    const signedXdr = signWith(memory.signer, transaction.unsignedXdr);
    const isOnLedger = record.outcomeOf(transaction.hash) === 'succeeded';
    const code = await call(
      run,
      ownerOf(prepared),
      (desk) => desk.submit({ signedXdr }),
      (report) => {
        checkClaim(memory, record, prepared, report);
        const isSettled = report.status === 'settled' || (isGone(run, prepared) && report.status === 'unknown');
        must(!isOnLedger || isSettled, 'what was signed and settled is reported as settled', report);
      },
    );
    mustBeKnown(memory, code, prepared);
    const isLost = isOnLedger && code !== undefined && !(isGone(run, prepared) && code === 'TRANSACTION_EXPIRED');
    must(!isLost || isDisturbed(memory), 'what settled is reported as such', code);
  }
  checkOnce(memory, record);
  checkClaims(memory.claims, record);
}
