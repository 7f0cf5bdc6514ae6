/** Dumps and restores the shared database with PostgreSQL's own programs. The password is never an argument. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '../errors/errors.ts';
import type { NetworkName } from '../escrow/network.ts';
import type { Query } from '../platform/database.ts';
import { type NumberedTables, newestOf, openDatabase, SCHEMA } from '../platform/postgres/database.ts';
import { cleanLine } from '../text/text.ts';
import { markDatabase, signersInDatabase } from './gap.ts';
import { type DatabasePart, DUMP, describePart, type Manifest, newer, notRestored } from './manifest.ts';

export type AllTables = readonly [NumberedTables, ...NumberedTables[]];

/** @param tables of everybody who has some there; the store's first. @throws CountersignError STORE_UNUSABLE */
export async function dumpDatabase(url: string, to: string, tables: AllTables): Promise<DatabasePart> {
  const versions = () => withConnection(url, (query) => versionsIn(query, tables));
  const before = await versions();
  const { [tables[0].versionIn]: version } = before;
  if (version === undefined) {
    throw unusable('The database holds nothing of Countersign.', 'Check DATABASE_URL: which database is meant?');
  }
  await run('pg_dump', url, ['--format=custom', `--schema=${SCHEMA}`, ...BARE, `--file=${path.join(to, DUMP)}`]);
  if (JSON.stringify(await versions()) !== JSON.stringify(before))
    throw unusable('The database was updated meanwhile.', 'Make the backup again.');
  return { ...(await describePart(to, DUMP, version)), tables: before };
}

/** @throws CountersignError INPUT_INVALID */
export function requireKnownDump({ version, tables = {} }: DatabasePart, known: AllTables): void {
  const counts = { [known[0].versionIn]: version, ...tables };
  for (const [versionIn, number] of Object.entries(counts)) {
    const found = known.find((each) => each.versionIn === versionIn);
    const newest = found === undefined ? 0 : newestOf(found);
    if (number > newest) {
      throw newer(`The database (${versionIn.replace('_', ' ')} ${number}; this one reads up to ${newest})`);
    }
  }
}

/** @throws CountersignError INPUT_INVALID while others use it */
export async function requireUnused(url: string): Promise<void> {
  await withConnection(url, async (query) => {
    // PostgreSQL takes a moment to notice that a connection was closed.
    for (let look = 1; look <= LOOKS; look++) {
      const others = await query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'countersign' AND pid <> pg_backend_pid()`,
      );
      if (others.length === 0) return;
      await sleep(LOOK_MS);
      // Within a transaction it tells the same again, else.
      await query('SELECT pg_stat_clear_snapshot()');
    }
    throw notRestored(
      'The database is open in a Countersign that runs.',
      'Stop everything that uses it, then try again. Nothing was changed.',
    );
  });
}

const LOOKS = 10;
const LOOK_MS = 200;

export async function hasTables(url: string): Promise<boolean> {
  const found = await withConnection(url, (query) =>
    query('SELECT 1 FROM pg_tables WHERE schemaname = $1 LIMIT 1', SCHEMA),
  );
  return found.length > 0;
}

/** The accounts that sign something in a network's requests; none in a database without tables. */
export const signersInShared = (url: string, network: NetworkName): Promise<readonly string[]> =>
  withConnection(url, async (query) => {
    const found = await query("SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'handle'", SCHEMA);
    return found.length === 0 ? [] : await signersInDatabase(query, network);
  });

/**
 * Runs pg_restore in one transaction. The old data is kept under another name, and comes back if that fails.
 * @param setAside the end of that name
 * @param manifest of the backup, for the note that it was restored
 */
export async function restoreDatabase(url: string, from: string, setAside: string, manifest: Manifest): Promise<void> {
  const kept = `${SCHEMA}_${setAside}`.replaceAll(/[^a-z0-9_]/g, '_');
  const move = (one: string, other: string) => (query: Query) =>
    query(`DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${one}') THEN
      ALTER SCHEMA ${one} RENAME TO ${other}; END IF; END $$`);
  await withConnection(url, move(SCHEMA, kept));
  try {
    await run('pg_restore', url, ['--single-transaction', '--exit-on-error', ...BARE, path.join(from, DUMP)]);
    await withConnection(url, async (query) => {
      // Each cluster has its own transaction numbers: with those of the old one, old changes would be reported as new.
      await query('UPDATE change SET made_by = pg_current_xact_id()');
      await markDatabase(query, manifest, Date.now());
    });
  } catch (thrown) {
    await withConnection(url, (query) => query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`));
    await withConnection(url, move(kept, SCHEMA));
    throw thrown;
  }
}

const BARE = ['--no-owner', '--no-privileges'];

/** By the name of the table that says it; without those that are not there. */
async function versionsIn(query: Query, tables: AllTables): Promise<Readonly<Record<string, number>>> {
  const versions: Record<string, number> = {};
  for (const { versionIn } of tables) {
    const [table] = await query('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', SCHEMA, versionIn);
    const [row] = table === undefined ? [] : await query<{ number: number }>(`SELECT number FROM ${versionIn}`);
    if (row !== undefined) versions[versionIn] = row.number;
  }
  return versions;
}

async function withConnection<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await openDatabase(url);
  try {
    return await database.write(work);
  } finally {
    await database.close();
  }
}

/** @throws CountersignError STORE_UNUSABLE with the first line that the program printed */
async function run(program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const { dbname, password } = withoutPassword(url);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|LANG|LC_.*|PG.*|SystemRoot)$/.test(name)),
  );
  const child = spawn(program, [`--dbname=${dbname}`, ...args], {
    env: { ...env, PGCONNECT_TIMEOUT: '10', ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += output.length < 10_000 ? chunk.toString() : '';
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown;
    throw unusable(
      `${program} is not installed here.`,
      'Install PostgreSQL’s client programs (Debian’s package postgresql-client), not older than the server.',
    );
  });
  if (code === 0) return;
  const [first = 'it printed nothing'] = output.split('\n').filter((line) => line.trim() !== '');
  throw unusable(
    `${program} failed: ${cleanLine(first).slice(0, 300)}`,
    NO_ROOM.test(output) ? MAKE_ROOM : 'Correct what it names, then try again.',
  );
}

const NO_ROOM = /No space left on device|Disk quota exceeded/;
const MAKE_ROOM =
  'A disk is full, the backup’s or the database’s. Make room there, then try again. Nothing was changed.';

/** Arguments of a process can be read by other users of the machine. */
function withoutPassword(url: string): { readonly dbname: string; readonly password: string } {
  const bare = new URL(url);
  const password = bare.password === '' ? (bare.searchParams.get('password') ?? '') : decodeURIComponent(bare.password);
  bare.password = '';
  bare.searchParams.delete('password');
  // For PostgreSQL a plus sign is no space.
  bare.search = bare.search.replaceAll('+', '%20');
  return { dbname: bare.href, password };
}

function unusable(message: string, operatorRemedy: string): CountersignError {
  return new CountersignError('STORE_UNUSABLE', { message, operatorRemedy });
}
