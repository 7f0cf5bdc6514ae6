/** `pnpm restore <folder>`: restores a backup into the configured data folder and database. */
import path from 'node:path';
import { restore } from '@countersign/core/backup';
import { parseSettings } from '@countersign/core/settings';
import { FORMATS } from '../backup/formats.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';

const USAGE = `usage: pnpm restore <folder> [--replace]

  Puts a backup of \`pnpm backup\` into the data folder of COUNTERSIGN_DATA_DIR and the database of DATABASE_URL. Nothing
  of Countersign may run on them. What was sent after the backup is found on the ledger when Countersign starts; where
  that is not possible, people are asked before they create an escrow again.
  --replace   also where something is already; that is kept beside it under another name`;

const OPTIONS = { replace: { type: 'boolean', default: false } } as const;

await runWithOptions({ usage: USAGE, options: OPTIONS, argumentCount: 1 }, async ({ replace }, [named = '']) => {
  const folder = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
  const settings = parseSettings(process.env, { needsService: false });
  const { manifest, setAside } = await restore(settings, FORMATS, folder, { replace });
  const kept = setAside === undefined ? '' : `What was there is kept; its names end in ${setAside}.\n`;
  process.stdout.write(`Restored the backup of ${manifest.madeAt}.\n${kept}Start Countersign now.\n`);
});
