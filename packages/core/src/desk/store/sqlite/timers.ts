/** Timers in the store's file, by the machine's own clock, whatever clock the handles go by. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { numbered } from '../../../platform/sqlite.ts';
import { type DueOutcome, type Timers, timerSql, timerTable } from '../timers.ts';

export const TIMERS = `${timerTable('TEXT', 'INTEGER')} STRICT, WITHOUT ROWID;`;

/** As epoch milliseconds; `unixepoch` with parts of a second needs a newer SQLite than Node 22 has. */
const NOW = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";

type Opened = {
  readonly sqlite: DatabaseSync;
  read<T>(work: () => T): T;
  write<T>(work: () => T): Promise<T>;
  writeLightly<T>(work: () => T): Promise<T>;
};

export function timersIn({ sqlite, read, write, writeLightly }: Opened, network: string): Timers {
  const sql = timerSql({ now: NOW, at: (place) => `?${place}`, openOffers: 'offer INDEXED BY offer_open_of' });
  const prepared = (text: string) => {
    const statement = sqlite.prepare(text);
    return <Row>(...values: SQLInputValue[]) => statement.all(numbered(...values)) as Row[];
  };
  const takeOne = prepared(sql.takeOne);
  const dueIn = prepared(sql.dueIn);
  const anyOutcome = prepared(sql.anyOutcome);
  const takeOutcomes = prepared(sql.takeOutcomes);
  const set = prepared(sql.set);
  const end = prepared(sql.end);
  const forget = prepared(sql.forget);
  const kindOf = (kind: string) => `${kind} ${network}`;
  return {
    takeJob: async (name, { holder, leaseMs, longestMs }) => {
      const [row] = read(() => dueIn<{ due: number }>(kindOf('job'), name));
      if (row !== undefined && row.due > 0 && row.due <= longestMs) return { dueInMs: row.due };
      const [taken] = await write(() => takeOne<{ failures: number }>(kindOf('job'), name, holder, leaseMs, longestMs));
      return taken === undefined ? { dueInMs: 0 } : { failures: taken.failures };
    },
    takeOutcomes: async ({ expired, sent }, { holder, leaseMs, longestMs }, most) => {
      const due = [kindOf('outcome'), network, longestMs, expired, sent] as const;
      if (read(() => anyOutcome(...due)).length === 0) return [];
      const taken = await write(() => takeOutcomes<DueOutcome>(...due, holder, leaseMs, most));
      return taken.map(({ reference, failures }) => ({ reference, failures }));
    },
    setTimer: async (kind, reference, holder, { inMs, failures }) =>
      writeLightly(() => set(kindOf(kind), reference, holder, inMs, failures).length > 0),
    endTimer: (kind, reference, holder) => write(() => void end(kindOf(kind), reference, holder)),
    forgetTimers: (olderThanMs) => write(() => void forget(olderThanMs)),
  };
}
