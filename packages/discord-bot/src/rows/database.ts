/**
 * Where the bot's rows are kept: its own file, or the database that several machines share. Each statement is written
 * once, in SQL that SQLite and PostgreSQL both understand; what they say differently has a name here.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Query } from '@countersign/core/platform/postgres/database';
import { beginWrite, isBusy } from '@countersign/core/platform/sqlite';

export type { Query };

export type RowDatabase = {
  /** One statement, which is one transaction. Its values stand in it as `$1`, `$2`, each of them at least once. */
  readonly query: Query;
  /**
   * Runs `work` in one transaction; it may run again, so it does nothing but ask. What it decides about must be locked
   * before it is read: by an update of that row, or by `lock`.
   */
  write<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Within `write`: others that lock the same name wait until the transaction ends. */
  lock(query: Query, name: string): Promise<void>;
  /** SQL of the time in epoch milliseconds, by the one clock that all processes have in common. */
  readonly now: string;
  /** SQL of a table whose column `value` has the texts of a JSON list. @param list `$1` */
  readonly textsIn: (list: string) => string;
  close(): Promise<void>;
};

/** How long one process waits for another one's write. */
const BUSY_MS = 5_000;
const PAUSE_MS = 5;

/**
 * @param database used by nobody else; closing the rows closes it
 * @param inOurWords a failure in our words
 */
export function sqliteRows(database: DatabaseSync, inOurWords = (thrown: unknown): unknown => thrown): RowDatabase {
  const statements = new Map<string, StatementSync>();
  const run = <Row>(sql: string, values: readonly unknown[]) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(named(values as SQLInputValue[])) as Row[];
  };
  /** A transaction with awaited statements; other queries on this connection would become part of it. */
  let running: Promise<void> | undefined;
  // SQLite's own waiting would stop the whole process.
  database.exec('PRAGMA busy_timeout = 0');
  const query: Query = async <Row>(sql: string, ...values: readonly unknown[]) => {
    for (const end = performance.now() + BUSY_MS; ; await sleep(PAUSE_MS)) {
      while (running !== undefined) await running;
      try {
        return run<Row>(sql, values);
      } catch (thrown) {
        if (!isBusy(thrown) || performance.now() > end) throw inOurWords(thrown);
      }
    }
  };
  return {
    query,
    write: async (work) => {
      while (running !== undefined) await running;
      const over = Promise.withResolvers<void>();
      running = over.promise;
      try {
        await beginWrite(database);
        const result = await work(async (sql, ...values) => run(sql, values));
        database.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw inOurWords(thrown);
      } finally {
        running = undefined;
        over.resolve();
      }
    },
    // BEGIN IMMEDIATE has locked everything.
    lock: async () => undefined,
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    textsIn: (list) => `json_each(${list})`,
    close: async () => {
      while (running !== undefined) await running;
      database.close();
    },
  };
}

const named = (values: readonly SQLInputValue[]): Record<string, SQLInputValue> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
