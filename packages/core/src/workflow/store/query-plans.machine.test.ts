/** How both engines find rows: by the index that leads to few of them, however many the owner has. */
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { ADA } from '@countersign/testkit/specifications/store-scene';
import { afterAll, expect, test } from 'vitest';
import { openDataFile } from '../../platform/data-file.ts';
import type { Database, Query } from '../../platform/database.ts';
import { migrate, openDatabase } from '../../platform/postgres/database.ts';
import { sqliteDatabase } from '../../platform/sqlite-database.ts';
import { STORE_TABLES } from './postgres/schema.ts';
import { storeIn } from './sql-store.ts';
import { STORE_FORMAT } from './sqlite/database.ts';
import type { Store } from './store.ts';

const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});

const READS: readonly (readonly [
  name: string,
  read: (store: Store) => Promise<unknown>,
  indexes: readonly string[],
])[] = [
  ['findBySequence', (store) => store.findBySequence(ADA, '7'), ['offer_by_sequence']],
  ['requestsAbout', (store) => store.requestsAbout(ADA, 'C7'), ['offer_by_contract']],
  ['signedBy', (store) => store.signedBy(ADA), ['offer_by_owner']],
  ['settledOf', (store) => store.settledOf(ADA, 'G1', 9), ['offer_by_owner']],
  ['askedSince', (store) => store.askedSince(ADA, 3_995), ['offer_settled', 'offer_open_of']],
  ['dealsOf', (store) => store.dealsOf('G7'), ['money_in_by_wallet']],
];

/** The plans of the statements that a call runs. */
async function plansOf(database: Database, explain: string, read: (store: Store) => Promise<unknown>) {
  const plans: string[] = [];
  const query: Query = async (sql, ...values) => {
    plans.push(JSON.stringify(await database.query(`${explain} ${sql}`, ...values)));
    return await database.query(sql, ...values);
  };
  const engine = {
    changedSince: async () => ({ cursor: 0, requestIds: [] }),
    leaseEnd: String,
    atLeastOpenRequests: '',
  };
  await read(storeIn({ ...database, query }, engine, 'sandbox', Date.now, {}));
  return plans.join('\n');
}

test.each(READS)('leads %s by its index in SQLite', async (_, read, indexes) => {
  const database = sqliteDatabase(openDataFile(undefined, STORE_FORMAT, { synchronous: 'FULL' }), {
    synchronous: 'FULL',
  });
  opened.push(database);
  const plans = await plansOf(database, 'EXPLAIN QUERY PLAN', read);
  for (const index of indexes) expect(plans).toContain(`${index} (`);
  expect(plans).not.toMatch(/handle_by_owner|money_in_by_escrow \(network=\?\)"/);
});

test.runIf(hasPostgres)('leads each of them by an index in PostgreSQL', async () => {
  const database = await openDatabase(await newDatabase());
  opened.push(database);
  await migrate(database, STORE_TABLES);
  for (const table of Object.keys(ROWS)) await database.query(`INSERT INTO ${table} ${ROWS[table]}`);
  await database.query('ANALYZE');
  for (const [name, read] of READS) {
    expect(await plansOf(database, 'EXPLAIN', read), name).not.toMatch(SCANS);
  }
});

/** So many that PostgreSQL reads no table whole, all of one owner and each with values of its own. */
const ROWS: Readonly<Record<string, string>> = {
  handle: `(id, page_id, network, request_key, action, request, tenant, person, made_at, round)
    SELECT 'id' || n, 'page' || n, 'sandbox', 'key' || n, 'deploy', '{"signer":"G' || n % 9 || '"}', 'guild', 'ada', n, 0
    FROM generate_series(1, 4000) AS n`,
  offer: `(hash, handle, unsigned_xdr, contract_id, sequence, offered_at, expires_at, reasons, state, tenant, person)
    SELECT 'h' || n, 'id' || n, '', 'C' || n, n, n, n, '[]', CASE WHEN n < 9 THEN 'settled' ELSE 'offered' END, 'guild', 'ada'
    FROM generate_series(1, 4000) AS n`,
  money_in: `(network, hash, escrow, wallet, token, units, parties, platform, fee, at)
    SELECT 'sandbox', 'h' || n, 'C' || n, 'G' || n, 'T', '1', '{}', 'P', 0, n FROM generate_series(1, 4000) AS n`,
};
const SCANS = /handle_by_owner|Seq Scan on (handle|offer|money_in) /;
