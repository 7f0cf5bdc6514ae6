/** Tables as the version before left them: by the numbered steps but the last. */
import { STORE_TABLES } from '@countersign/core/internal/workflow/store/postgres/schema';
import { migrate, type NumberedTables, newestOf, openDatabase } from '@countersign/core/platform/postgres/database';
import { BOT_TABLES } from '@countersign/discord-bot/tables';

/** The first step stays where there is no other. */
const former = (tables: NumberedTables): NumberedTables => ({
  ...tables,
  steps: tables.steps.slice(0, Math.max(tables.steps.length - 1, 1)),
});

/** @returns the version of the store's */
export async function makeFormerTables(url: string): Promise<number> {
  const database = await openDatabase(url);
  try {
    await migrate(database, former(STORE_TABLES));
    await migrate(database, former(BOT_TABLES));
  } finally {
    await database.close();
  }
  return newestOf(former(STORE_TABLES));
}
