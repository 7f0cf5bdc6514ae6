/**
 * The seam of SQL databases: a file of SQLite, or PostgreSQL. Each statement is written once, in SQL that both
 * understand; what they say differently has a name here.
 */

/** PostgreSQL alone takes lists; what is for both passes them as JSON (`textsIn`). */
export type Value = string | number | null | readonly string[];

/** Runs one statement; its rows, with whole numbers as numbers. */
export type Query = <Row = Record<string, unknown>>(sql: string, ...values: readonly Value[]) => Promise<Row[]>;

export type Database = Words & {
  /** One statement, which is one transaction. Its values stand in it as `$1`, `$2`. One that only reads begins with SELECT. */
  readonly query: Query;
  /** As `query`, for what may be lost in a power cut. */
  readonly lightly: Query;
  /**
   * Runs `work` in one transaction. It may run again, so it does nothing but ask, and only by the query that it gets.
   * What it decides about must be locked before it is read: by an update of that row, or by a lock.
   */
  write<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Within `write`: others that lock one of these names wait until the transaction ends. */
  lock(query: Query, ...names: readonly string[]): Promise<void>;
  /** Within `write`, as `lock`. @param rows what follows `FROM` */
  lockRows(query: Query, rows: string, ...values: readonly Value[]): Promise<void>;
  close(): Promise<void>;
};

type Words = {
  /** The time in epoch milliseconds, by the one clock that all processes have in common. */
  readonly now: string;
  /** A table whose column `value` has the texts of a JSON list. @param list `$1` */
  readonly textsIn: (list: string) => string;
  /** A text in a JSON object; null where it is not a text. */
  readonly textIn: (json: string, key: string) => string;
  readonly contains: (text: string, part: string) => string;
  /** Rows of a table as the text of a JSON list. @param fields the column of each. @param which what follows the table */
  readonly listOf: (table: string, fields: Readonly<Record<string, string>>, which: string, order: string) => string;
  /** After a table's name: PostgreSQL finds the index automatically. */
  readonly by: (index: string) => string;
};

/** For both functions that make an object of JSON. */
export const pairsOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([field, column]) => `'${field}', ${column}`)
    .join(', ');

/**
 * @param key of which a row there gets these values; without one, any row that is in the way stays as it is
 * @param stays whether the row with this key stays instead; any other conflict is an error
 * @returns whether it was written
 */
export async function putRow(
  query: Query,
  table: string,
  row: Readonly<Record<string, Value>>,
  key?: string,
  stays = false,
): Promise<boolean> {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const values = columns.map((name) => `${name} = excluded.${name}`).join(', ');
  const otherwise = key === undefined || stays ? 'NOTHING' : `UPDATE SET ${values}`;
  const written = await query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT ${key === undefined ? '' : `(${key})`} DO ${otherwise} RETURNING 1`,
    ...Object.values(row),
  );
  return written.length > 0;
}
