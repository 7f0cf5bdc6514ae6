/** Data folders as earlier versions would have left them, after the scene of an update. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore, STORE_FORMAT } from '@countersign/core';
import { openDataFile } from '@countersign/core/platform/data-file';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { type AgreedTermsSetup, deployed, pay, RAISED, signAnyway, update } from './agreed-terms-scene.ts';

/** A folder in which a client deployed an escrow and the platform raised its fee. @param isPaid whether the client paid then */
export async function folderAfterUpdate(scene: AgreedTermsSetup, isPaid = false) {
  const folder = temporaryFolder();
  const desk = scene.deskOn(openSqliteStore(folder, 'sandbox'));
  const escrow = await deployed(desk);
  await update(desk, escrow, RAISED);
  if (isPaid) await signAnyway(desk, await pay(desk, escrow), 'client');
  await desk.close();
  return { folder, escrow };
}

type Row = Readonly<Record<string, string | number | null>>;
type Table = 'handle' | 'offer';

/** The rows of a folder, and one of each table that cannot be read. */
export function rowsOf(folder: string, table: Table): readonly Row[] {
  const file = new DatabaseSync(path.join(folder, STORE_FORMAT.name), { readOnly: true });
  try {
    const rows = file
      .prepare(`SELECT * FROM ${table} ORDER BY ${table === 'handle' ? 'made_at' : 'number'}`)
      .all() as Row[];
    const broken =
      table === 'handle'
        ? { id: 'broken', page_id: 'broken', request_key: 'broken', request: '{}', series: null }
        : { hash: 'broken', handle: 'broken', number: 99, unsigned_xdr: 'AAAA', contract_id: 'broken' };
    return [...rows, { ...(rows[0] as Row), ...broken }];
  } finally {
    file.close();
  }
}

/** A copy of its requests and transactions, as a version of the file had them. */
export function folderOfVersion(version: number, from: string): string {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter((step) => step.version <= version);
  const file = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  // The first versions knew no other action.
  const isKept = ({ action }: Row) => version >= 3 || action === 'deploy';
  const kept = new Set(
    rowsOf(from, 'handle')
      .filter(isKept)
      .map(({ id }) => id),
  );
  for (const table of ['handle', 'offer'] as const) {
    const columns = file
      .prepare(`PRAGMA table_info("${table}")`)
      .all()
      .map(({ name }) => String(name));
    const sql = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`;
    for (const row of rowsOf(from, table).filter(({ id, handle: prepared }) =>
      kept.has(table === 'handle' ? id : prepared),
    )) {
      // A settlement of the first versions was what the service reported.
      const values: Row = version < 4 ? { ...row, settlement: null } : row;
      file.prepare(sql).run(...columns.map((name) => values[name] ?? null));
    }
  }
  file.close();
  return folder;
}
