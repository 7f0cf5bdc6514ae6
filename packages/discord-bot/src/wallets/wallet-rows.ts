/** People's own wallet addresses, as they said them, and when one took the place of another. */
import type { DatabaseSync } from 'node:sqlite';

/** A person's newest change alone: an older one no longer says what their address is. */
export const WALLET_CHANGE_TABLE = `
  CREATE TABLE IF NOT EXISTS wallet_change (
    user TEXT NOT NULL, guild TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS wallet_change_by_address ON wallet_change (guild, address);
`;

type Person = { readonly userId: string; readonly guildId: string };

export type Wallet = { readonly address: string; readonly setAt: number };

export type KnownWallet = Wallet & {
  /** When a signature proved that it is theirs, in epoch milliseconds. */
  readonly provenAt: number | undefined;
};

export type WalletChange = { readonly userId: string; readonly address: string; readonly at: number };

export type WalletRows = {
  wallet(person: Person): Wallet | undefined;
  /** The first one of a person is no change. */
  setWallet(person: Person, address: string): void;
  /** Ids of the members of a server who have saved this wallet there. */
  membersWith(guildId: string, address: string): readonly string[];
  /** Of the members who have this wallet since `since` (epoch milliseconds) in the place of another one. */
  changesTo(guildId: string, address: string, since: number): readonly WalletChange[];
};

export function walletRows(database: DatabaseSync, now: () => number): WalletRows {
  const one = database.prepare('SELECT address, at AS setAt FROM wallet WHERE user = ? AND guild = ?');
  const members = database.prepare('SELECT user FROM wallet WHERE guild = ? AND address = ? ORDER BY at LIMIT 10');
  const set = database.prepare(
    `INSERT INTO wallet (user, guild, address, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user, guild) DO UPDATE SET address = excluded.address, at = excluded.at`,
  );
  const note = database.prepare(
    `INSERT INTO wallet_change (user, guild, address, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user, guild) DO UPDATE SET address = excluded.address, at = excluded.at`,
  );
  const changes = database.prepare(
    `SELECT user AS userId, address, at FROM wallet_change WHERE guild = ? AND address = ? AND at > ?
     ORDER BY at DESC LIMIT 10`,
  );
  const wallet = ({ userId, guildId }: Person) => one.get(userId, guildId) as Wallet | undefined;
  return {
    wallet,
    setWallet: (person, address) => {
      const { userId, guildId } = person;
      const before = wallet(person);
      set.run(userId, guildId, address, now());
      if (before !== undefined && before.address !== address) note.run(userId, guildId, address, now());
    },
    membersWith: (guildId, address) => (members.all(guildId, address) as { user: string }[]).map(({ user }) => user),
    changesTo: (guildId, address, since) => changes.all(guildId, address, since) as WalletChange[],
  };
}
