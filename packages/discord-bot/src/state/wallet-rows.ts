/** The wallet addresses that people saved, and when they changed them. */
import { type Database, putRow, type Query } from '@countersign/core/platform/database';

/** In place of an address. */
const REMOVED = '';

/** A person in one server; what they prepared there is theirs only there. */
export type Person = { readonly userId: string; readonly guildId: string };

export type Wallet = { readonly address: string; readonly setAt: number };

export type WalletChange = { readonly userId: string; readonly address: string; readonly at: number };

export function walletRows({ query, write, lock }: Database, now: () => number) {
  const walletRow = async (ask: Query, { userId, guildId }: Person) => {
    const sql = 'SELECT address, at AS "setAt" FROM wallet WHERE "user" = $1 AND guild = $2';
    return (await ask<Wallet>(sql, userId, guildId))[0];
  };
  /** No change goes unnoticed, whatever is saved at the same time. */
  const writeLocked = ({ userId, guildId }: Person, work: (ask: Query) => Promise<void>) =>
    write(async (ask) => {
      await lock(ask, `bot wallet ${guildId} ${userId}`);
      await work(ask);
    });
  return {
    wallet: async (person: Person): Promise<Wallet | undefined> => {
      const known = await walletRow(query, person);
      return known?.address === REMOVED ? undefined : known;
    },
    /** The first one of a person is no change. */
    setWallet: (person: Person, address: string) =>
      writeLocked(person, async (ask) => {
        const { userId: user, guildId: guild } = person;
        const before = await walletRow(ask, person);
        const row = { user, guild, address, at: now() };
        await putRow(ask, 'wallet', row, '"user", guild');
        if (before !== undefined && before.address !== address)
          await putRow(ask, 'wallet_change', row, '"user", guild');
      }),
    /** Forgets the address, but not that there was one: a next one counts as a change. */
    removeWallet: (person: Person) =>
      writeLocked(person, async (ask) => {
        const { userId, guildId } = person;
        const sql = 'UPDATE wallet SET address = $3, at = $4 WHERE "user" = $1 AND guild = $2';
        await ask(sql, userId, guildId, REMOVED, now());
        await ask('DELETE FROM wallet_change WHERE "user" = $1 AND guild = $2', userId, guildId);
      }),
    membersWith: async (guildId: string, address: string): Promise<readonly string[]> => {
      const sql = 'SELECT "user" AS id FROM wallet WHERE guild = $1 AND address = $2 ORDER BY at LIMIT 10';
      return (await query<{ id: string }>(sql, guildId, address)).map(({ id }) => id);
    },
    /** Of the members who have this wallet since `since` (epoch milliseconds) in the place of another one. */
    changesTo: (guildId: string, address: string, since: number) =>
      query<WalletChange>(
        `SELECT "user" AS "userId", address, at FROM wallet_change WHERE guild = $1 AND address = $2 AND at > $3
         ORDER BY at DESC LIMIT 10`,
        ...[guildId, address, since],
      ),
  };
}
