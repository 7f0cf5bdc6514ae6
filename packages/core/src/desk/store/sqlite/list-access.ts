/** Who may open the list of a person's escrows: links that are used once, and the sessions that they became. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Person } from '../../person.ts';
import { MAX_LIST_ACCESS } from '../limits.ts';
import type { ListAccess } from '../store.ts';

export const LIST_ACCESS = `
  CREATE TABLE list_access (
    number INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    network TEXT NOT NULL,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
`;

type Kind = 'link' | 'session';

export function listAccessKeeper(sqlite: DatabaseSync, network: NetworkName, now: () => number) {
  const put = sqlite.prepare(
    'INSERT INTO list_access (kind, hash, network, tenant, person, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const one = sqlite.prepare(
    'SELECT tenant, person FROM list_access WHERE kind = ? AND hash = ? AND network = ? AND expires_at > ?',
  );
  const drop = sqlite.prepare('DELETE FROM list_access WHERE kind = ? AND hash = ? AND network = ?');
  const forget = sqlite.prepare('DELETE FROM list_access WHERE expires_at <= ?');
  const forgetOlder = sqlite.prepare(
    `DELETE FROM list_access WHERE number IN (SELECT number FROM list_access
       WHERE kind = ? AND network = ? AND tenant = ? AND person = ? ORDER BY number DESC LIMIT -1 OFFSET ?)`,
  );
  const find = (kind: Kind, hash: string): Person | undefined => {
    const row = one.get(kind, hash, network, now()) as { tenant: string; person: string } | undefined;
    return row === undefined ? undefined : { tenant: row.tenant, id: row.person };
  };
  const add = (kind: Kind, { tenant, id }: Person, { hash, expiresAt }: ListAccess): void => {
    forget.run(now());
    put.run(kind, hash, network, tenant, id, expiresAt);
    forgetOlder.run(kind, network, tenant, id, MAX_LIST_ACCESS);
  };
  return {
    find,
    /** Within a write. */
    add,
    /** Within a write, so that only one of two callers can use a link. */
    use: (hash: string, session: ListAccess): Person | undefined => {
      const person = find('link', hash);
      drop.run('link', hash, network);
      if (person !== undefined) add('session', person, session);
      return person;
    },
    end: (hash: string): void => void drop.run('session', hash, network),
  };
}
