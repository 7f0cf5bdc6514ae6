/** The bot's rows in PostgreSQL, for any number of processes and machines. Loaded only with DATABASE_URL. */
import type { Database } from '@countersign/core/platform/database';
import { migrate, openDatabase } from '@countersign/core/platform/postgres/database';
import { BOT_TABLES } from './postgres-schema.ts';

/** @throws CountersignError STORE_UNUSABLE */
export async function openPostgresRows(url: string): Promise<Database> {
  const database = await openDatabase(url);
  try {
    await migrate(database, BOT_TABLES);
    return database;
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}
