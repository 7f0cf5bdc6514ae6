/** What becomes of whom a person knew in files of every earlier version: only money that moved still counts. */
import { DEAL, PAYER, SETTLED_ROWS, TOKEN } from '@countersign/testkit/fixtures/settled-rows';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFile } from '../../../platform/data-file.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

const MONEY = 19;
const versions = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))].filter((version) => version < MONEY);

/** A store that was opened over a file of that version with the settled rows that it can have. */
function migratedFrom(version: number) {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter((step) => step.version <= version);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  const hasActions = version >= 3;
  const addHandle = before.prepare(
    `INSERT INTO handle (id, page_id, network, request_key, request${hasActions ? ', action' : ''})
     VALUES (?1, ?1, 'sandbox', ?1, ?2${hasActions ? ', ?3' : ''})`,
  );
  const addOffer = before.prepare(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
     VALUES (?1, ?1, ?2, ?3, ?4, 9000, '[]', 'settled')`,
  );
  for (const { id, action, request, escrow, xdr, at } of SETTLED_ROWS.slice(0, hasActions ? undefined : 1)) {
    addHandle.run(id, request, ...(hasActions ? [action] : []));
    addOffer.run(id, xdr, escrow, at);
  }
  if (version >= 4) before.exec("INSERT INTO known VALUES ('local', 'local', 'address GSTRANGER')");
  if (version >= 5) {
    before.exec(`INSERT INTO contact (network, tenant, person, key, look, name, address, set_by, set_at)
      VALUES ('sandbox', 'local', 'local', 'ana', 'ana', 'Ana', 'GANA', 'terminal', 1),
             ('sandbox', 'local', 'local', 'ben', 'ben', 'Ben', 'GBEN', 'page', 1)`);
  }
  before.close();
  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  return store;
}

test.each(versions)('reads the money that moved from what a file of version %d still has', async (version) => {
  const store = migratedFrom(version);
  const deals = await store.dealsOf(PAYER);
  const made = deals.find(({ escrow }) => escrow === 'C-deploy');
  expect(made).toMatchObject({ paidIn: new Map([[PAYER, 0n]]), paidOut: new Map() });
  expect(deals.filter((deal) => deal !== made)).toEqual(version >= 3 ? [DEAL] : []);
  expect(await store.dealsOf(PAYER, TOKEN)).toHaveLength(deals.length);
});

test('does not know how a name was set that an earlier version set in a terminal', async () => {
  const contacts = await migratedFrom(17).contactsOf(LOCAL_PERSON);
  expect(contacts.map(({ name, setBy }) => [name, setBy])).toEqual([
    ['Ana', 'command'],
    ['Ben', 'page'],
  ]);
});
