/** Writes of one connection. Writes requested at the same time share a transaction, and so one disk sync. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beginWrite } from './sqlite.ts';

export type Writer = {
  /**
   * Runs `work` in a transaction. If it throws, only its own changes are rolled back, not those of other writes in the
   * transaction. @throws Error of node:sqlite
   */
  write<T>(work: () => T): Promise<T>;
  /** As `write`, but without a disk sync of its own, so a power cut may undo it. */
  writeLightly<T>(work: () => T): Promise<T>;
  /** Resolves once every requested write has ended. */
  idle(): Promise<void>;
};

type Job = {
  readonly isLight: boolean;
  /** @returns what resolves the caller's promise, for after the commit */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
};

/** A transaction takes in no more writes after this long, so that it blocks neither this process nor another. */
const LONGEST_MS = 5;
/** The pause between transactions while other processes write too. */
const LEFT_TO_OTHERS_MS = 1;
const OTHERS_FOR_MS = 1_000;

/** @param database on which only this writer begins transactions */
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
  /** Runs jobs until the time is over; takes them off the list. @returns what resolves their callers */
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
      noticeOthers();
      const told = runJobs(left);
      database.exec('COMMIT');
      waiting.unshift(...left);
      for (const tell of told) tell();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      for (const job of asked) job.fail(error);
    }
  };
  const run = async () => {
    // Writes requested in the same turn of the event loop join in.
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
