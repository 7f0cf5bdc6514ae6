/** A file of each version of the store, opened by this one: every escrow in it is listed, those of a ledger set aside too. */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDesk, createSecretScanner, openSqliteStore, STORE_FORMAT, type Store } from '@countersign/core';
import { readTransaction } from '@countersign/core/internal/envelope/read-transaction';
import { directNetwork } from '@countersign/core/network';
import { openDataFile } from '@countersign/core/platform/data-file';
import { policy } from '@countersign/testkit/desk/test-desk';
import { buildDeploy, escrowAt, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

const VERSIONS = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))];

test.each(VERSIONS)('lists every escrow of a file of version %i', async (version) => {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter((step) => step.version <= version);
  const file = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  for (const { table, row } of storedRows()) {
    const known = file.prepare(`PRAGMA table_info("${table}")`).all();
    const columns = Object.keys(row).filter((column) => known.some(({ name }) => name === column));
    if (columns.length === 0) continue;
    const names = columns.map((column) => `"${column}"`).join(', ');
    const insert = file.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
    insert.run(...columns.map((column) => row[column] ?? null));
  }
  file.close();
  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  await expectAllListed(store);
});

type Row = Readonly<Record<string, string | number | null>>;
type StoredRow = { readonly table: 'handle' | 'offer' | 'escrow_text'; readonly row: Row };

const FORMER = path.join(import.meta.dirname, 'fixtures/data-folder/prepared.sqlite');
const LOCAL = { tenant: 'local', person: 'local', network: 'sandbox', made_at: 1 };

/** With the columns of all versions. */
function storedRows(): readonly StoredRow[] {
  // Opening a file writes next to it.
  const copy = path.join(temporaryFolder(), 'prepared.sqlite');
  copyFileSync(FORMER, copy);
  const file = new DatabaseSync(copy, { readOnly: true });
  const handles = file.prepare('SELECT * FROM handle').all() as Row[];
  const offers = file.prepare('SELECT * FROM offer WHERE handle IS NOT NULL ORDER BY number').all() as Row[];
  file.close();
  const unsigned = buildDeploy(request());
  const live = { id: 'live', page_id: 'live', request_key: 'live', request: JSON.stringify(request()) };
  const ofLive = {
    ...{ hash: readTransaction(unsigned, sandbox.passphrase).hashHex, handle: 'live', unsigned_xdr: unsigned },
    ...{ contract_id: escrowAt(), offered_at: NOW * 1_000, expires_at: (NOW + 100) * 1_000 },
    ...{ reasons: '[]', state: 'offered' },
  };
  return [
    ...[...handles, live].map(
      (row) => ({ table: 'handle', row: { ...LOCAL, action: 'deploy', round: 0, ...row } }) as const,
    ),
    // What a service reported in the first versions is no settlement of later ones.
    ...[...offers, ofLive].map(
      ({ number: _, ...row }: Row) => ({ table: 'offer', row: { ...LOCAL, ...row, settlement: null } }) as const,
    ),
    ...[...handles, live].map(
      ({ id = null }: Row) =>
        ({ table: 'escrow_text', row: { ...LOCAL, handle: id, texts: '', parties: '', title: ' title' } }) as const,
    ),
  ];
}

/** Each is listed and shown, and those of the former contracts are marked. */
async function expectAllListed(store: Store): Promise<void> {
  const network = directNetwork('sandbox');
  const parts = { store, network, policy, scanner: createSecretScanner([]), now: () => NOW * 1_000 };
  const desk = createDesk({ ...parts, listUrl: (token) => token });
  onTestFinished(() => desk.close());
  const { escrows, damaged } = await desk.find({});
  expect(damaged).toBeUndefined();
  const ids = storedRows().flatMap(({ table, row }) => (table === 'handle' ? [row['id']] : []));
  expect(escrows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const { id, setAside, title } of escrows) {
    const isLive = id === 'live';
    expect([setAside, title]).toEqual(isLive ? [undefined, request().title] : [true, 'Logo']);
    const shown = await desk.get({ id });
    expect(shown.setAside).toBe(setAside);
    expect(shown.message.includes('a ledger that was set aside')).toBe(!isLive);
    expect((await desk.lookUp({ id })).setAside).toBe(setAside);
  }
  const { session } = await desk.useListLink((await desk.openList()).url);
  const listed = (await (await desk.list(session)).escrows({})).escrows.filter(({ id }) => id !== 'live');
  expect(new Set(listed.map(({ group, phase, setAside }) => `${group} ${phase} ${setAside}`))).toEqual(
    new Set(['finished ended true']),
  );
  const titles = await desk.for({ tenant: 'local', id: 'local' }).titles('', 20);
  expect(titles.filter(({ setAside }) => setAside)).toHaveLength(ids.length - 1);
}
