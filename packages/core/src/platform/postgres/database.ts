/** PostgreSQL's side of `Database`: connections, transactions with retries, and failures as our own errors. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { CountersignError, ERROR_CATALOGUE } from '../../errors/errors.ts';
import { type Database, pairsOf, type Query, type Value } from '../database.ts';
import type { Log } from '../log.ts';

/** A schema of its own, so that the database can be shared with other programs. */
export const SCHEMA = 'countersign';
/** No longer than a person would wait. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
/** What a connection remembers of a statement fits its tables no more, since a newer version has updated them. */
const OUTDATED = '0A000';
/** Deadlocks, and two that made the same row at once: the second attempt finds what the other one wrote. */
const TRIED_AGAIN: readonly unknown[] = ['40001', '40P01', '23505'];
const ATTEMPTS = 6;
const CONNECTIONS = 8;
const INT8 = 20;
const IDLE_MS = 5 * 60_000;

const WORDS = {
  now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
  textsIn: (list: string) => `json_array_elements_text(CAST(${list} AS JSON))`,
  // A damaged text would fail the whole statement if it were cast to JSON.
  textIn: (json: string, key: string) => `substring(${json} FROM '"${key}":"([^"\\\\]*)"')`,
  contains: (text: string, part: string) => `strpos(${text}, ${part}) > 0`,
  listOf: (table: string, fields: Readonly<Record<string, string>>, which: string, order: string) =>
    `(SELECT COALESCE(CAST(json_agg(json_build_object(${pairsOf(fields)}) ORDER BY ${order}) AS TEXT), '[]')
      FROM ${table} ${which})`,
  by: () => '',
};

/** @param url `postgres://user:password@host/database`; never shown, since it holds a password */
export async function openDatabase(url: string): Promise<Database> {
  const { default: pg } = await import('pg');
  const parserOf = (type: number, format?: 'text' | 'binary') =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    // A new connection costs the database as much as several statements.
    idleTimeoutMillis: IDLE_MS,
    // What is idle keeps no process alive.
    allowExitOnIdle: true,
    application_name: 'countersign',
    options: `-c search_path=${SCHEMA}`,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // An idle connection broke. The next call gets a new one, or reports what is wrong.
  pool.on('error', () => undefined);
  const query: Query = async (sql, ...values) => await named(() => onFresh(() => rowsOf(pool, sql, values)));
  return {
    ...WORDS,
    query,
    lightly: query,
    // Where it must end because of another transaction, all of it runs again.
    write: (work) => named(() => onFresh(() => tried(pool, work))),
    lock: async (inside, ...names) => {
      // In a fixed order, so that no two transactions deadlock.
      for (const name of [...new Set(names)].toSorted()) {
        await inside('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', name);
      }
    },
    lockRows: async (inside, rows, ...values) => {
      await inside(`SELECT 1 FROM ${rows} FOR UPDATE`, ...values);
    },
    close: async () => {
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
}

const RETRY_MS = 1_000;
const SAY_AGAIN_MS = 30_000;

/**
 * For a start: returns once the database answers, and logs what it waits for.
 * @param stopped ends the wait
 * @throws CountersignError STORE_UNUSABLE for problems that waiting does not solve
 */
export async function waitForDatabase(url: string, log: Log, stopped: AbortSignal): Promise<void> {
  const database = await openDatabase(url);
  let loggedAt = Number.NEGATIVE_INFINITY;
  try {
    while (!stopped.aborted) {
      try {
        await database.query('SELECT 1');
        return;
      } catch (thrown) {
        if (!(thrown instanceof CountersignError && thrown.code === 'STORE_UNREACHABLE')) throw thrown;
        if (performance.now() - loggedAt >= SAY_AGAIN_MS) {
          loggedAt = performance.now();
          log('warn', 'waits for the database', { remedy: thrown.operatorRemedy });
        }
        await sleep(RETRY_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  } finally {
    await database.close();
  }
}

/** With a name the database reads and plans a statement once for each connection. Several in one text have no values. */
async function rowsOf<Row>(on: Pool | PoolClient, text: string, values: readonly Value[]): Promise<Row[]> {
  const statement = values.length === 0 ? { text } : { name: nameOf(text), text, values: values as unknown[] };
  return (await on.query(statement)).rows as Row[];
}

const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  const name = NAMES.get(text) ?? String(NAMES.size);
  NAMES.set(text, name);
  return name;
}

/** Each of the connections may be outdated; one on which that was noticed is closed. */
async function onFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (attempt === CONNECTIONS || codeOf(thrown) !== OUTDATED) throw thrown;
    }
  }
}

async function tried<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work);
    } catch (thrown) {
      if (attempt === ATTEMPTS || !TRIED_AGAIN.includes(codeOf(thrown))) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
    }
  }
}

async function once<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks in the middle would crash the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    try {
      const result = await work((sql, ...values) => rowsOf(client, sql, values));
      await client.query('COMMIT');
      return result;
    } catch (thrown) {
      if (codeOf(thrown) === OUTDATED) broken = thrown as Error;
      await client.query('ROLLBACK').catch((error: Error) => {
        broken = error;
      });
      throw thrown;
    }
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

const codeOf = (thrown: unknown) => (thrown as { code?: unknown }).code;

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw databaseError(thrown);
  }
}

/** Trouble that passes without a change to the settings. Source: PostgreSQL's manual, appendix A. */
const PASSING =
  /^(?:57|08|40|53300|25006|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)/;
/** The driver has no error code for these, only the text. */
const PASSING_TEXT = /timeout|Connection terminated|Client has encountered a connection error/i;

/** What the operator can do, by the same codes. */
const REMEDIES: readonly (readonly [codes: RegExp, remedy: string])[] = [
  [/^(?:28|3D)/, 'Check the user, the password and the database’s name in DATABASE_URL.'],
  [/^42501$/, 'Give the user of DATABASE_URL the right to create in this database (GRANT CREATE ON DATABASE).'],
  [/^53100$/, 'The database’s disk is full. Make room there; nothing is lost.'],
  [/^53300$/, 'The database takes no more connections. Raise max_connections, or run fewer processes.'],
  [/^25006$/, 'The database only reads at the moment (a standby?). Let DATABASE_URL name the one that writes.'],
];

/** An error that names the database. A CountersignError is returned as it is. */
function databaseError(cause: unknown): CountersignError {
  if (cause instanceof CountersignError) return cause;
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  const found = REMEDIES.find(([codes]) => codes.test(code));
  const shown = code === '' ? '' : ` (${code})`;
  if (PASSING.test(code) || PASSING_TEXT.test(message)) {
    const remedy = found?.[1] ?? ERROR_CATALOGUE.STORE_UNREACHABLE.operatorRemedy;
    return new CountersignError('STORE_UNREACHABLE', {
      operatorRemedy: `The database cannot be reached${shown}. ${remedy}`,
      cause,
    });
  }
  return new CountersignError('STORE_UNUSABLE', {
    message: `The database cannot be used${shown}.`,
    operatorRemedy: /SSL|TLS|certificate/i.test(message)
      ? 'The database and DATABASE_URL do not agree about TLS. Name the file of a private CA in DATABASE_CA_FILE, and the host as the certificate names it; or set sslmode in DATABASE_URL as the database needs it.'
      : (found?.[1] ?? 'Check DATABASE_URL, and what PostgreSQL’s log says.'),
    cause,
  });
}

type NumberedStep = {
  readonly version: number;
  readonly sql: string;
  /** What SQL alone cannot do, after it and in the same transaction. */
  readonly fill?: (query: Query) => Promise<void>;
};

/** Migrates tables to this program's version, once, however many processes start together. */
export type NumberedTables = {
  readonly versionIn: string;
  /** In ascending order; an empty database goes through all of them. */
  readonly steps: readonly NumberedStep[];
};

const OLDEST_POSTGRESQL = 140_000;

export const newestOf = ({ steps }: NumberedTables): number => Math.max(...steps.map(({ version }) => version));

/** @throws CountersignError STORE_UNUSABLE for an older PostgreSQL, or tables of a newer version */
export async function migrate({ write }: Database, tables: NumberedTables): Promise<void> {
  const { versionIn, steps } = tables;
  const newest = newestOf(tables);
  await write(async (query) => {
    const [server] = await query<{ number: string }>('SELECT current_setting($1) AS number', 'server_version_num');
    if (Number(server?.number) < OLDEST_POSTGRESQL) {
      throw unusable('PostgreSQL is older than 14.', 'Use PostgreSQL 14 or newer.');
    }
    await query("SELECT pg_advisory_xact_lock(hashtextextended('countersign schema', 0))");
    const version = await readVersion(query, versionIn);
    if (version > newest) {
      throw unusable(
        `The database is of version ${version}; this program knows up to ${newest}.`,
        'Update Countersign, or give it another database with DATABASE_URL.',
      );
    }
    for (const step of steps.filter((each) => each.version > version)) {
      await query(step.sql);
      await step.fill?.(query);
      await query(`UPDATE ${versionIn} SET number = $1`, step.version);
    }
  });
}

/** 0 in an empty database. */
async function readVersion(query: Query, versionIn: string): Promise<number> {
  const [known] = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', SCHEMA);
  // Only where it is missing, since creating a schema needs a privilege that is not needed later.
  if (known === undefined) await query(`CREATE SCHEMA ${SCHEMA}`);
  await query(`CREATE TABLE IF NOT EXISTS ${versionIn} (number INTEGER NOT NULL)`);
  const [row] = await query<{ number: number }>(`SELECT number FROM ${versionIn}`);
  if (row === undefined) await query(`INSERT INTO ${versionIn} VALUES (0)`);
  return row?.number ?? 0;
}

function unusable(message: string, operatorRemedy: string): CountersignError {
  return new CountersignError('STORE_UNUSABLE', { message, operatorRemedy });
}
