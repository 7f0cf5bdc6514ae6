/** Address books in the store's file: a row for each name of a person on a network. */
import type { DatabaseSync } from 'node:sqlite';
import { type Contact, LATELY_MS } from '../../../contacts/index.ts';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Person } from '../../person.ts';
import { type ContactRow, contactOf, contactsOf, isSameContact } from '../contact-rows.ts';

/** The `names` column keeps a handle's names as they were when it was prepared, whatever changes later. */
export const ADDRESS_BOOK = `
  CREATE TABLE contact (
    network TEXT NOT NULL,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    look TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    set_by TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    before TEXT,
    removed_at INTEGER,
    PRIMARY KEY (network, tenant, person, key)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE handle ADD COLUMN names TEXT NOT NULL DEFAULT '[]';
`;

export function contactKeeper(sqlite: DatabaseSync, network: NetworkName, now: () => number) {
  const ofPerson = sqlite.prepare(
    `SELECT * FROM contact WHERE network = ? AND tenant = ? AND person = ?
       AND (removed_at IS NULL OR removed_at >= ?) ORDER BY key`,
  );
  const byKey = sqlite.prepare('SELECT * FROM contact WHERE network = ? AND tenant = ? AND person = ? AND key = ?');
  const byLook = sqlite.prepare(
    'SELECT 1 FROM contact WHERE network = ? AND tenant = ? AND person = ? AND look = ? AND key <> ? AND removed_at IS NULL',
  );
  const put = sqlite.prepare(
    `INSERT INTO contact (network, tenant, person, key, look, name, address, set_by, set_at, before, removed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (network, tenant, person, key) DO UPDATE SET look = excluded.look, name = excluded.name,
       address = excluded.address, set_by = excluded.set_by, set_at = excluded.set_at, before = excluded.before,
       removed_at = excluded.removed_at`,
  );
  const forget = sqlite.prepare('DELETE FROM contact WHERE removed_at < ?');
  return {
    of: ({ tenant, id }: Person): Contact[] =>
      contactsOf(ofPerson.all(network, tenant, id, now() - LATELY_MS) as ContactRow[]),
    /** Within a write. */
    set: ({ tenant, id }: Person, contact: Contact, seen: Contact | undefined): boolean => {
      forget.run(now() - LATELY_MS);
      const owner = [network, tenant, id] as const;
      const { key, look, name, address, setBy, setAt, before = null, removedAt = null } = contact;
      const row = byKey.get(...owner, key) as ContactRow | undefined;
      const isAsSeen =
        seen === undefined ? row === undefined : row !== undefined && isSameContact(contactOf(row), seen);
      if (!isAsSeen || (removedAt === null && byLook.get(...owner, look, key) !== undefined)) return false;
      put.run(...owner, key, look, name, address, setBy, setAt, before, removedAt);
      return true;
    },
  };
}
