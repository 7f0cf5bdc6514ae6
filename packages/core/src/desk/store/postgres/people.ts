/** What is kept of a person: limits, whom they dealt with, their address book, and who may open the list of their escrows. */
import { type Contact, LATELY_MS } from '../../../contacts/index.ts';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Database, Query } from '../../../platform/database.ts';
import type { Person } from '../../person.ts';
import { type ContactRow, contactOf, contactsOf, isSameContact } from '../contact-rows.ts';
import { MAX_LIST_ACCESS } from '../limits.ts';
import type { OwnLimits } from '../offers.ts';
import type { ListAccess, Store } from '../store.ts';
import { lock } from './handles.ts';

type People = Pick<
  Store,
  | 'limitsOf'
  | 'setLimits'
  | 'contactsOf'
  | 'setContact'
  | 'known'
  | 'remember'
  | 'addListLink'
  | 'useListLink'
  | 'listSession'
  | 'endListSession'
>;

export function peopleIn({ query, write }: Database, network: NetworkName, now: () => number): People {
  return {
    limitsOf: async ({ tenant, id }) => {
      const sql = 'SELECT limits FROM person_limits WHERE tenant = $1 AND person = $2';
      const [row] = await query<{ limits: string }>(sql, tenant, id);
      return row === undefined ? undefined : (JSON.parse(row.limits) as OwnLimits);
    },
    setLimits: async ({ tenant, id }, limits) => {
      await query(
        `INSERT INTO person_limits (tenant, person, limits) VALUES ($1, $2, $3)
         ON CONFLICT (tenant, person) DO UPDATE SET limits = excluded.limits`,
        ...[tenant, id, JSON.stringify(limits)],
      );
    },
    contactsOf: async ({ tenant, id }) =>
      contactsOf(
        await query<ContactRow>(
          `SELECT * FROM contact WHERE network = $1 AND tenant = $2 AND person = $3
             AND (removed_at IS NULL OR removed_at >= $4) ORDER BY key`,
          ...[network, tenant, id, now() - LATELY_MS],
        ),
      ),
    setContact: (owner, contact, seen) => write((inside) => setContact(inside, network, now(), owner, contact, seen)),
    known: async ({ tenant, id }, keys) => {
      const sql = 'SELECT key FROM known WHERE tenant = $1 AND person = $2 AND key = ANY ($3)';
      return new Set((await query<{ key: string }>(sql, tenant, id, keys)).map(({ key }) => key));
    },
    remember: async ({ tenant, id }, keys) => {
      await query(
        `INSERT INTO known (tenant, person, key) SELECT $1, $2, key FROM unnest($3::text[]) AS key ORDER BY key
         ON CONFLICT DO NOTHING`,
        ...[tenant, id, keys],
      );
    },
    addListLink: (owner, link) => write((inside) => addAccess(inside, network, now(), 'link', owner, link)),
    useListLink: (hash, session) =>
      write(async (inside) => {
        // The DELETE makes sure that only one of two callers can use the link.
        const sql = `DELETE FROM list_access WHERE kind = 'link' AND hash = $1 AND network = $2 AND expires_at > $3
          RETURNING tenant, person`;
        const [row] = await inside<{ tenant: string; person: string }>(sql, hash, network, now());
        if (row === undefined) return undefined;
        const person = { tenant: row.tenant, id: row.person };
        await addAccess(inside, network, now(), 'session', person, session);
        return person;
      }),
    listSession: async (hash) => {
      const sql = `SELECT tenant, person FROM list_access
        WHERE kind = 'session' AND hash = $1 AND network = $2 AND expires_at > $3`;
      const [row] = await query<{ tenant: string; person: string }>(sql, hash, network, now());
      return row === undefined ? undefined : { tenant: row.tenant, id: row.person };
    },
    endListSession: async (hash) => {
      await query("DELETE FROM list_access WHERE kind = 'session' AND hash = $1 AND network = $2", hash, network);
    },
  };
}

async function setContact(
  query: Query,
  network: NetworkName,
  now: number,
  { tenant, id }: Person,
  contact: Contact,
  seen: Contact | undefined,
): Promise<boolean> {
  const owner = [network, tenant, id] as const;
  await lock(query, [`contacts ${owner.join(' ')}`]);
  await query('DELETE FROM contact WHERE removed_at < $1', now - LATELY_MS);
  const { key, look, name, address, setBy, setAt, before = null, removedAt = null } = contact;
  const ofPerson = 'SELECT * FROM contact WHERE network = $1 AND tenant = $2 AND person = $3';
  const [row] = await query<ContactRow>(`${ofPerson} AND key = $4`, ...owner, key);
  const isAsSeen = seen === undefined ? row === undefined : row !== undefined && isSameContact(contactOf(row), seen);
  const alike = await query(`${ofPerson} AND look = $4 AND key <> $5 AND removed_at IS NULL`, ...owner, look, key);
  if (!isAsSeen || (removedAt === null && alike.length > 0)) return false;
  await query(
    `INSERT INTO contact (network, tenant, person, key, look, name, address, set_by, set_at, before, removed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (network, tenant, person, key) DO UPDATE SET look = excluded.look, name = excluded.name,
       address = excluded.address, set_by = excluded.set_by, set_at = excluded.set_at, before = excluded.before,
       removed_at = excluded.removed_at`,
    ...[...owner, key, look, name, address, setBy, setAt, before, removedAt],
  );
  return true;
}

async function addAccess(
  query: Query,
  network: NetworkName,
  now: number,
  kind: 'link' | 'session',
  { tenant, id }: Person,
  { hash, expiresAt }: ListAccess,
): Promise<void> {
  await query('DELETE FROM list_access WHERE tenant = $1 AND person = $2 AND expires_at <= $3', tenant, id, now);
  await query(
    'INSERT INTO list_access (kind, hash, network, tenant, person, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    ...[kind, hash, network, tenant, id, expiresAt],
  );
  await query(
    `DELETE FROM list_access WHERE number IN (SELECT number FROM list_access
       WHERE kind = $1 AND network = $2 AND tenant = $3 AND person = $4 ORDER BY number DESC OFFSET $5)`,
    ...[kind, network, tenant, id, MAX_LIST_ACCESS],
  );
}
