/** `pnpm move`: moves the rows of the data folder into the configured database. */
import { moveToDatabase } from '@countersign/core/backup';
import { parseSettings } from '@countersign/core/settings';
import { MOVED_FILES } from '../backup/formats.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';

const USAGE = `usage: pnpm move

  Moves what Countersign keeps in the files of COUNTERSIGN_DATA_DIR into the empty database of DATABASE_URL: all of it,
  or nothing. Nothing of Countersign may run on either. The files stay where they are, and no process opens them again.
  Cut off, run it again. Make a backup first.`;

await runWithOptions({ usage: USAGE, options: {} }, async () => {
  const rows = Object.entries(await moveToDatabase(parseSettings(process.env, { needsService: false }), MOVED_FILES));
  const lines = rows.filter(([, count]) => count > 0).map(([table, count]) => `  ${table}: ${count}\n`);
  process.stdout.write(`Moved into the database:\n${lines.join('')}Start everything with DATABASE_URL now.\n`);
});
