/** The wallet addresses that people saved, and when they changed them. */
import type { Database } from '@countersign/core/platform/database';

/** Only a person's newest change: older ones no longer matter. */
export const WALLET_CHANGE_TABLE = `
  CREATE TABLE IF NOT EXISTS wallet_change (
    user TEXT NOT NULL, guild TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS wallet_change_by_address ON wallet_change (guild, address);
`;

/** In place of an address. */
const REMOVED = '';

type Person = { readonly userId: string; readonly guildId: string };

export type Wallet = { readonly address: string; readonly setAt: number };

export type WalletChange = { readonly userId: string; readonly address: string; readonly at: number };

export type WalletRows = {
  wallet(person: Person): Promise<Wallet | undefined>;
  /** The first one of a person is no change. */
  setWallet(person: Person, address: string): Promise<void>;
  /** Forgets the address, but not that there was one: a next one counts as a change. */
  removeWallet(person: Person): Promise<void>;
  membersWith(guildId: string, address: string): Promise<readonly string[]>;
  /** Of the members who have this wallet since `since` (epoch milliseconds) in the place of another one. */
  changesTo(guildId: string, address: string, since: number): Promise<readonly WalletChange[]>;
};

export function walletRows({ query, write, lock }: Database, now: () => number): WalletRows {
  const walletRow = async (ask: Database['query'], { userId, guildId }: Person) => {
    const sql = 'SELECT address, at AS "setAt" FROM wallet WHERE "user" = $1 AND guild = $2';
    return (await ask<Wallet>(sql, userId, guildId))[0];
  };
  const put = (table: 'wallet' | 'wallet_change') =>
    `INSERT INTO ${table} ("user", guild, address, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT ("user", guild) DO UPDATE SET address = excluded.address, at = excluded.at`;
  return {
    wallet: async (person) => {
      const known = await walletRow(query, person);
      return known?.address === REMOVED ? undefined : known;
    },
    setWallet: async (person, address) => {
      const { userId, guildId } = person;
      await write(async (ask) => {
        // No change goes unnoticed, whatever is saved at the same time.
        await lock(ask, `bot wallet ${guildId} ${userId}`);
        const before = await walletRow(ask, person);
        await ask(put('wallet'), userId, guildId, address, now());
        const isChange = before !== undefined && before.address !== address;
        if (isChange) await ask(put('wallet_change'), userId, guildId, address, now());
      });
    },
    removeWallet: async ({ userId, guildId }) => {
      await write(async (ask) => {
        await lock(ask, `bot wallet ${guildId} ${userId}`);
        const sql = 'UPDATE wallet SET address = $3, at = $4 WHERE "user" = $1 AND guild = $2';
        await ask(sql, userId, guildId, REMOVED, now());
        await ask('DELETE FROM wallet_change WHERE "user" = $1 AND guild = $2', userId, guildId);
      });
    },
    membersWith: async (guildId, address) => {
      const sql = 'SELECT "user" AS id FROM wallet WHERE guild = $1 AND address = $2 ORDER BY at LIMIT 10';
      return (await query<{ id: string }>(sql, guildId, address)).map(({ id }) => id);
    },
    changesTo: (guildId, address, since) =>
      query<WalletChange>(
        `SELECT "user" AS "userId", address, at FROM wallet_change WHERE guild = $1 AND address = $2 AND at > $3
         ORDER BY at DESC LIMIT 10`,
        guildId,
        address,
        since,
      ),
  };
}
