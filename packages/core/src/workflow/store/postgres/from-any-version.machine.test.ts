/** What becomes of whom a person knew in tables of every earlier version: only money that moved still counts. */
import { DEAL, PAYER, SETTLED_ROWS } from '@countersign/testkit/fixtures/settled-rows';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate, openDatabase } from '../../../platform/postgres/database.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import { openPostgresStore } from './postgres-store.ts';
import { STORE_TABLES } from './schema.ts';

const MONEY = 20;
const versions = STORE_TABLES.steps.map(({ version }) => version).filter((version) => version < MONEY);

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test.each(versions)('reads the money that moved from what tables of version %d still have', async (version) => {
    const database = await openDatabase(await newDatabase());
    const steps = STORE_TABLES.steps.filter((step) => step.version <= version);
    await migrate(database, { ...STORE_TABLES, steps });
    const { query } = database;
    for (const { id, action, request, escrow, xdr, at } of SETTLED_ROWS) {
      await query(
        `INSERT INTO handle (id, page_id, network, request_key, action, request, tenant, person, made_at, round)
         VALUES ($1, $1, 'sandbox', $1, $2, $3, 'local', 'local', 1, 0)`,
        ...[id, action, request],
      );
      await query(
        `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state, tenant, person)
         VALUES ($1, $1, $2, $3, $4, 9000, '[]', 'settled', 'local', 'local')`,
        ...[id, xdr, escrow, at],
      );
    }
    await query("INSERT INTO known VALUES ('local', 'local', 'address GSTRANGER')");
    await query(
      `INSERT INTO contact (network, tenant, person, key, look, name, address, set_by, set_at)
       VALUES ('sandbox', 'local', 'local', 'ana', 'ana', 'Ana', 'GANA', 'terminal', 1)`,
    );
    const store = await openPostgresStore(database, 'sandbox');
    onTestFinished(() => store.close());
    const deals = await store.dealsOf(PAYER);
    const made = deals.find(({ escrow }) => escrow === 'C-deploy');
    expect(made).toMatchObject({ paidIn: new Map([[PAYER, 0n]]) });
    expect(deals.filter((deal) => deal !== made)).toEqual([DEAL]);
    expect(await store.contactsOf(LOCAL_PERSON)).toMatchObject([{ setBy: 'command' }]);
  });
});
