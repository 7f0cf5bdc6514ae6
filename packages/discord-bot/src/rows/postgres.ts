/** The bot's rows in PostgreSQL, for any number of processes and machines. Loaded only with DATABASE_URL. */
import { openDatabase } from '@countersign/core/platform/postgres/database';
import { migrate } from '@countersign/core/platform/postgres/migrate';
import type { RowDatabase } from './database.ts';
import { BOT_TABLES } from './postgres-schema.ts';

/** @throws CountersignError STORE_UNUSABLE */
export async function openPostgresRows(url: string): Promise<RowDatabase> {
  const database = await openDatabase(url);
  try {
    await migrate(database, BOT_TABLES);
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return {
    ...database,
    lock: async (query, name) =>
      void (await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `bot ${name}`)),
    now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
    textsIn: (list) => `json_array_elements_text(CAST(${list} AS JSON))`,
  };
}
