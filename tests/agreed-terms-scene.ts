/** An escrow whose platform raises its fee and makes itself the arbiter, and data folders as earlier versions left them. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Desk, type PersonalDesk, STORE_FORMAT } from '@countersign/core';
import { openDataFile } from '@countersign/core/platform/data-file';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { arbiter, client, escrowOf, type JudgedScene, network, platform, request, settle } from './judged-scene.ts';

const RAISED = { platformFee: 15, roles: { disputeResolver: platform } };
const differences = [
  { field: 'roles.disputeResolver', asked: arbiter, found: platform },
  { field: 'platformFee', asked: '5 %', found: '15 %' },
];
/** Blocks a signer who agreed to the terms of the deploy. */
export const RAISED_STOP = { code: 'TERMS_CHANGED', params: { since: 'agreed', differences } };
/** Warns a signer who agreed to nothing yet. */
export const RAISED_WARNING = { code: 'TERMS_CHANGED_SINCE_DEPLOY', params: { differences } };

export const deployed = (desk: PersonalDesk) => escrowOf(desk as Desk, request(), false);
export const update = async (desk: PersonalDesk, escrow: string, changes: object = RAISED) =>
  await settle(desk as Desk, await desk.prepare('update', { escrow, ...changes }), 'platform');
export const pay = (desk: PersonalDesk, escrow: string, changes: object = {}) =>
  desk.prepare('fund', { escrow, signer: client, ...changes });

/** In this folder a client deploys an escrow, the platform raises its fee, and the client may pay. */
export async function folderAfterUpdate({ sandbox }: JudgedScene, folder: string, isPaid = false) {
  const desk = createTestDesk({ on: sandbox, network, folder });
  const escrow = await deployed(desk);
  await update(desk, escrow);
  if (isPaid) await settle(desk, await pay(desk, escrow));
  await desk.close();
  return { folder, escrow };
}

type Row = Readonly<Record<string, string | number | null>>;
const TABLES = ['handle', 'offer'] as const;

/** The rows of a folder, and one of each table that cannot be read. */
export function rowsOf(folder: string, table: (typeof TABLES)[number]): readonly Row[] {
  const file = new DatabaseSync(path.join(folder, STORE_FORMAT.name), { readOnly: true });
  try {
    const order = table === 'handle' ? 'made_at' : 'number';
    const rows = file.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all() as Row[];
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
  const requests = rowsOf(from, 'handle').filter(({ action }) => version >= 3 || action === 'deploy');
  const kept = new Set(requests.map(({ id }) => id));
  for (const table of TABLES) {
    const columns = file.prepare(`PRAGMA table_info("${table}")`).all();
    const names = columns.map(({ name }) => String(name));
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => '?')})`;
    for (const row of rowsOf(from, table).filter(({ id, handle }) => kept.has(table === 'handle' ? id : handle))) {
      // A settlement of the first versions was what the service reported.
      const values: Row = version < 4 ? { ...row, settlement: null } : row;
      file.prepare(sql).run(...names.map((name) => values[name] ?? null));
    }
  }
  file.close();
  return folder;
}
