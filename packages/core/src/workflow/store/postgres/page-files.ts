/** Files of the signing page, for processes of another version: during an update a browser may ask any process for them. */
import type { Database } from '../../../platform/database.ts';

export const PAGE_FILES = `
  CREATE TABLE page_file (name TEXT COLLATE "C" PRIMARY KEY, text TEXT NOT NULL, used_at TIMESTAMPTZ NOT NULL);
`;

/** A page may stay open for as long. */
const KEPT = "interval '7 days'";

/** Anyone who can write to the database can write these texts, so a reader compares them with their names. */
export type PageFiles = ReturnType<typeof postgresPageFiles>;

export const postgresPageFiles = ({ query }: Database) => ({
  /** To be called again within days, for as long as the files are used. @param files texts by name */
  keep: async (files: Readonly<Record<string, string>>): Promise<void> => {
    await query(
      `INSERT INTO page_file (name, text, used_at)
       SELECT key, value, clock_timestamp() FROM json_each_text(CAST($1 AS JSON)) ORDER BY key
       ON CONFLICT (name) DO UPDATE SET text = excluded.text, used_at = excluded.used_at`,
      JSON.stringify(files),
    );
  },
  /** @returns the texts of those that are there */
  find: async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await query<{ name: string; text: string }>(
      'SELECT name, text FROM page_file WHERE name = ANY(CAST($1 AS TEXT[]))',
      names,
    );
    return new Map(rows.map(({ name, text }) => [name, text]));
  },
  /** Drops files that are no longer used. */
  sweep: async (): Promise<void> => {
    await query(`DELETE FROM page_file WHERE used_at < clock_timestamp() - ${KEPT}`);
  },
});
