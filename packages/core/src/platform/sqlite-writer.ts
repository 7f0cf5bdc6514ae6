/** Writes of one connection: those that are asked for at the same time share a transaction, and so a write to the disk. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beginWrite } from './sqlite.ts';

export type Writer = {
  /**
   * Runs `work` in a transaction. Where it throws, nothing of it stays, and whoever shares the transaction is not
   * touched by it. @throws Error of node:sqlite
   */
  write<T>(work: () => T): Promise<T>;
  /** As `write`, but a power cut may undo it; what is written after it stands only where it stands. */
  writeLightly<T>(work: () => T): Promise<T>;
  /** Resolves once everything that was asked for is over. */
  idle(): Promise<void>;
};

type Job = {
  readonly isLight: boolean;
  /** Gives what is to be told once the transaction is over. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
};

/** No transaction holds up this process, or another one, for much longer. */
const LONGEST_MS = 5;
/** What a process leaves to the others while they write too. */
const LEFT_TO_OTHERS_MS = 1;
const OTHERS_FOR_MS = 1_000;

/** @param database of which nobody else begins a transaction from now on, and that makes each durable */
export function createWriter(database: DatabaseSync): Writer {
  const waiting: Job[] = [];
  let running: Promise<void> | undefined;
  const version = database.prepare('PRAGMA data_version');
  let seen: unknown;
  let othersUntil = Number.NEGATIVE_INFINITY;

  const noticeOthers = () => {
    const { data_version: now } = version.get() as { data_version: number };
    if (seen !== undefined && seen !== now) othersUntil = performance.now() + OTHERS_FOR_MS;
    seen = now;
  };
  /** @returns how to tell whoever asked, once it stands */
  const runJobs = (jobs: Job[]): (() => void)[] => {
    const told: (() => void)[] = [];
    for (const end = performance.now() + LONGEST_MS; jobs.length > 0 && performance.now() < end; ) {
      const job = jobs.shift() as Job;
      database.exec('SAVEPOINT job');
      try {
        told.push(job.run());
      } catch (error) {
        job.fail(error);
        // Some failures, such as a full disk, have ended the whole transaction.
        if (!database.isTransaction) throw error;
        database.exec('ROLLBACK TO job');
      }
      database.exec('RELEASE job');
    }
    return told;
  };
  const runNext = async () => {
    const asked = waiting.splice(0);
    const left = [...asked];
    try {
      database.exec(`PRAGMA synchronous = ${asked.every(({ isLight }) => isLight) ? 'NORMAL' : 'FULL'}`);
      await beginWrite(database);
      const told = runJobs(left);
      database.exec('COMMIT');
      waiting.unshift(...left);
      for (const tell of told) tell();
      noticeOthers();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      for (const job of asked) job.fail(error);
    }
  };
  const run = async () => {
    // What is asked for in this turn comes along.
    await nextTurn();
    while (waiting.length > 0) {
      await runNext();
      await (performance.now() < othersUntil ? sleep(LEFT_TO_OTHERS_MS) : nextTurn());
    }
    running = undefined;
  };
  const add = <T>(isLight: boolean, work: () => T) =>
    new Promise<T>((resolve, fail) => {
      waiting.push({
        isLight,
        fail,
        run: () => {
          const result = work();
          return () => resolve(result);
        },
      });
      running ??= run();
    });
  return {
    write: (work) => add(false, work),
    writeLightly: (work) => add(true, work),
    idle: async () => {
      while (running !== undefined) await running;
    },
  };
}
