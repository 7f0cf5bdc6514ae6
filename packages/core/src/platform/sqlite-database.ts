/**
 * SQLite's side of `Database`. Writes requested at the same time share a transaction, and so one disk sync. Its
 * statements are awaited, but nothing else is: it ends before the event loop turns, and reads of other callers wait for
 * that, so that they see only what is committed.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Database, pairsOf, type Query, type Value } from './database.ts';
import { isBusy } from './sqlite.ts';

type Job = {
  readonly isLight: boolean;
  /** @returns what resolves the caller's promise, for after the commit */
  readonly run: () => Promise<() => void>;
  readonly fail: (error: unknown) => void;
};

/** How long a statement waits for another process, and the longest pause before it is tried again. */
const BUSY_MS = 5_000;
const LOOK_MS = 2;
/** A transaction takes in no more writes after this long, so that it blocks neither this process nor another. */
const LONGEST_MS = 5;
/** The pause between transactions while other processes write too. */
const LEFT_TO_OTHERS_MS = 1;
const OTHERS_FOR_MS = 1_000;
/** Searches are composed, so that there is no end of different statements. */
const MAX_STATEMENTS = 500;

const WORDS = {
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  textsIn: (list: string) => `json_each(${list})`,
  textIn: (json: string, key: string) => `CASE WHEN json_valid(${json}) THEN ${json} ->> '${key}' END`,
  contains: (text: string, part: string) => `instr(${text}, ${part}) > 0`,
  listOf: (table: string, fields: Readonly<Record<string, string>>, which: string, order: string) =>
    `(SELECT json_group_array(json_object(${pairsOf(fields)}) ORDER BY ${order}) FROM ${table} ${which})`,
  by: (index: string) => `INDEXED BY ${index}`,
};

type SqliteOptions = {
  /** FULL: what was written outlives a power cut. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** A failure of the file in our words. */
  readonly inOurWords?: (thrown: unknown) => unknown;
};

/** @param sqlite not used elsewhere; closing the database closes it */
export function sqliteDatabase(
  sqlite: DatabaseSync,
  { synchronous, inOurWords = (thrown) => thrown }: SqliteOptions,
): Database {
  // SQLite's own way of waiting would block the whole process.
  sqlite.exec('PRAGMA busy_timeout = 0');
  const run = statementsOf(sqlite);
  const waiting: Job[] = [];
  let running: Promise<void> | undefined;
  /** While a transaction is open, a read would see what is not committed. */
  let open: Promise<void> | undefined;
  const version = sqlite.prepare('PRAGMA data_version');
  let seen: unknown;
  let othersUntil = Number.NEGATIVE_INFINITY;

  const outside = async <Row>(sql: string, values: readonly Value[]): Promise<Row[]> => {
    for (const end = performance.now() + BUSY_MS; ; await sleep(Math.random() * LOOK_MS)) {
      while (open !== undefined) await open;
      try {
        return run<Row>(sql, values);
      } catch (thrown) {
        if (!isBusy(thrown) || performance.now() > end) throw thrown;
      }
    }
  };
  const noticeOthers = () => {
    const { data_version: now } = version.get() as { data_version: number };
    if (seen !== undefined && seen !== now) othersUntil = performance.now() + OTHERS_FOR_MS;
    seen = now;
  };
  /** Runs jobs until the time is over; takes them off the list. @returns what resolves their callers */
  const runJobs = async (jobs: Job[]): Promise<(() => void)[]> => {
    const resolvers: (() => void)[] = [];
    for (const end = performance.now() + LONGEST_MS; jobs.length > 0 && performance.now() < end; ) {
      const job = jobs.shift() as Job;
      run('SAVEPOINT job', []);
      try {
        resolvers.push(await job.run());
      } catch (error) {
        job.fail(error);
        // Some failures, such as a full disk, have ended the whole transaction.
        if (!sqlite.isTransaction) throw error;
        run('ROLLBACK TO job', []);
      }
      run('RELEASE job', []);
    }
    return resolvers;
  };
  const runNext = async () => {
    const jobs = waiting.splice(0);
    const left = [...jobs];
    const over = Promise.withResolvers<void>();
    try {
      sqlite.exec(`PRAGMA synchronous = ${jobs.every(({ isLight }) => isLight) ? 'NORMAL' : synchronous}`);
      await outside('BEGIN IMMEDIATE', []);
      open = over.promise;
      noticeOthers();
      const resolvers = await runJobs(left);
      run('COMMIT', []);
      waiting.unshift(...left);
      for (const resolve of resolvers) resolve();
    } catch (error) {
      if (sqlite.isOpen && sqlite.isTransaction) sqlite.exec('ROLLBACK');
      for (const job of jobs) job.fail(error);
    } finally {
      open = undefined;
      over.resolve();
    }
  };
  const runAll = async () => {
    // Writes requested in the same turn of the event loop join in.
    await nextTurn();
    while (waiting.length > 0) {
      await runNext();
      await (performance.now() < othersUntil ? sleep(LEFT_TO_OTHERS_MS) : nextTurn());
    }
    running = undefined;
  };
  const inside: Query = async <Row>(sql: string, ...values: readonly Value[]) => run<Row>(sql, values);
  const add = <T>(isLight: boolean, work: (query: Query) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        isLight,
        fail: (error) => reject(inOurWords(error)),
        run: async () => {
          const result = await work(inside);
          return () => resolve(result);
        },
      });
      running ??= runAll();
    });
  return {
    ...WORDS,
    query: async <Row>(sql: string, ...values: readonly Value[]) => {
      if (!sql.trimStart().startsWith('SELECT')) return await add(false, (query) => query<Row>(sql, ...values));
      try {
        return await outside<Row>(sql, values);
      } catch (thrown) {
        throw inOurWords(thrown);
      }
    },
    lightly: (sql, ...values) => add(true, (query) => query(sql, ...values)),
    write: (work) => add(false, work),
    // A transaction has locked everything from its begin on.
    lock: async () => undefined,
    lockRows: async () => undefined,
    close: async () => {
      while (running !== undefined) await running;
      if (sqlite.isOpen) sqlite.close();
    },
  };
}

/** Statements are prepared once. Node fills only plain placeholders by place, each of which takes one value. */
function statementsOf(sqlite: DatabaseSync) {
  const prepared = new Map<string, { readonly statement: StatementSync; readonly places: readonly number[] }>();
  const prepare = (sql: string) => {
    const places: number[] = [];
    const plain = sql.replaceAll(/\$(\d+)/g, (_, number) => {
      places.push(Number(number) - 1);
      return '?';
    });
    const made = { statement: sqlite.prepare(plain), places };
    if (prepared.size >= MAX_STATEMENTS) prepared.clear();
    prepared.set(sql, made);
    return made;
  };
  return <Row>(sql: string, values: readonly Value[]): Row[] => {
    const { statement, places } = prepared.get(sql) ?? prepare(sql);
    return statement.all(...places.map((place) => values[place] as SQLInputValue)) as Row[];
  };
}
