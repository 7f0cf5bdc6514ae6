/** Rows of a store as its versions kept them: an escrow of today's contracts, and those of a ledger that was set aside. */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDesk, createSecretScanner, type Store } from '@countersign/core';
import { readTransaction } from '@countersign/core/internal/envelope/read-transaction';
import { directNetwork } from '@countersign/core/network';
import { policy } from '@countersign/testkit/desk/test-desk';
import { buildDeploy, escrowAt, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished } from 'vitest';

type Row = Readonly<Record<string, string | number | null>>;
export type StoredRow = { readonly table: 'handle' | 'offer' | 'escrow_text'; readonly row: Row };

const FORMER = path.join(import.meta.dirname, 'fixtures/data-folder/prepared.sqlite');
const LOCAL = { tenant: 'local', person: 'local', network: 'sandbox', made_at: 1 };

/** With the columns of all versions. */
export function storedRows(): readonly StoredRow[] {
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

/** @param known the columns of a table; none where the version has no such table. @param place of a value, from 1 */
export function insertOf({ table, row }: StoredRow, known: readonly string[], place: (at: number) => string) {
  const columns = Object.keys(row).filter((column) => known.includes(column));
  const names = columns.map((column) => `"${column}"`).join(', ');
  const sql = `INSERT INTO "${table}" (${names}) VALUES (${columns.map((_, at) => place(at + 1)).join(', ')})`;
  return { sql, values: columns.map((column) => row[column] ?? null), isKnown: columns.length > 0 };
}

/** Each is listed and shown, and those of the former contracts are marked. */
export async function expectAllListed(store: Store): Promise<void> {
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
