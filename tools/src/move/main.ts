/** `pnpm move`: moves the rows of the data folder into the configured database. */
import { parseArgs } from 'node:util';
import { moveToDatabase } from '@countersign/core/backup';
import { parseSettings } from '@countersign/core/settings';
import { runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';
import { MOVED_FILES } from '../backup/formats.ts';

const USAGE = `usage: pnpm move

  Moves what Countersign keeps in the files of COUNTERSIGN_DATA_DIR into the empty database of DATABASE_URL: all of it,
  or nothing. Nothing of Countersign may run on either. The files stay where they are, and no process opens them again.
  Cut off, run it again. Make a backup first.`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (positionals.length > 0) throw new UsageError(USAGE);
  const rows = Object.entries(await moveToDatabase(parseSettings(process.env, { needsService: false }), MOVED_FILES));
  const lines = rows.filter(([, count]) => count > 0).map(([table, count]) => `  ${table}: ${count}\n`);
  process.stdout.write(`Moved into the database:\n${lines.join('')}Start everything with DATABASE_URL now.\n`);
});
