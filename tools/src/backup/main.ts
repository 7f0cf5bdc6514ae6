/** `pnpm backup <folder>`: a consistent copy of a running Countersign. */
import path from 'node:path';
import { backUp } from '@countersign/core/backup';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { FORMATS } from './formats.ts';

const USAGE = `usage: pnpm backup <folder>

  Copies everything that Countersign keeps into a new folder, while it runs: the SQLite files of the data folder, and
  with DATABASE_URL the shared database, by PostgreSQL's own pg_dump. The folder is for its owner alone: whoever has it
  can read what people prepared and signed. Keys of throw-away wallets are not copied. Stellar RPC is asked for the
  sequence number of each account that signs: a restore then finds out what was signed since.`;

const UNASKED = `No Stellar RPC answered, so the backup does not say what had been signed by then. After a restore, people may be
asked to confirm escrows that nobody created since. Check STELLAR_RPC_URL, then back up again.
`;

const isEmbedded = ({ network, serviceUrl }: Settings) => network.name === 'sandbox' && serviceUrl === undefined;

await runWithOptions({ usage: USAGE, options: {}, argumentCount: 1 }, async (_, [named = '']) => {
  const folder = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
  const settings = parseSettings(process.env, { needsService: false });
  const { files, database, ledger } = await backUp(settings, FORMATS, folder);
  const parts = [...files, ...(database === undefined ? [] : [database])];
  const lines = parts.map(({ name, version, bytes }) => `  ${name} (version ${version}, ${bytes} bytes)\n`);
  // The embedded sandbox's ledger is in the backup itself.
  const unasked = ledger !== undefined || isEmbedded(settings) ? '' : UNASKED;
  process.stdout.write(`Backed up to ${folder}:\n${lines.join('')}${unasked}`);
});
