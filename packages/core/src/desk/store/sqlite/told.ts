/** What followers of escrows were told last, in the store's file: a row for each follower and escrow. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Person } from '../../person.ts';
import { MAX_TOLD } from '../limits.ts';
import type { Told } from '../store.ts';

export const TOLD = `
  CREATE TABLE told (
    number INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    follower TEXT NOT NULL,
    escrow TEXT NOT NULL,
    ledger INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (network, tenant, person, follower, escrow)
  ) STRICT;
`;

type ToldRow = { readonly escrow: string; readonly ledger: number; readonly state: string };

export function toldKeeper(sqlite: DatabaseSync, network: NetworkName) {
  const one = sqlite.prepare(
    'SELECT escrow, ledger, state FROM told WHERE network = ? AND tenant = ? AND person = ? AND follower = ? AND escrow = ?',
  );
  // A row that is written again becomes the newest.
  const put = sqlite.prepare(
    'INSERT OR REPLACE INTO told (network, tenant, person, follower, escrow, ledger, state) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const forget = sqlite.prepare(
    'DELETE FROM told WHERE number <= (SELECT number FROM told ORDER BY number DESC LIMIT 1 OFFSET ?)',
  );
  return {
    of: ({ tenant, id }: Person, follower: string, escrows: readonly string[]): Map<string, Told> =>
      new Map(
        escrows.flatMap((escrow): [string, Told][] => {
          const row = one.get(network, tenant, id, follower, escrow) as ToldRow | undefined;
          return row === undefined ? [] : [[escrow, { ledger: row.ledger, state: row.state }]];
        }),
      ),
    /** Within a write. */
    set: ({ tenant, id }: Person, follower: string, told: ReadonlyMap<string, Told>): void => {
      for (const [escrow, { ledger, state }] of told) put.run(network, tenant, id, follower, escrow, ledger, state);
      forget.run(MAX_TOLD);
    },
  };
}
