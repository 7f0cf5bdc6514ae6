/**
 * What the bot itself must remember: who prepared which escrow in which server, people's own wallet addresses, and
 * the cards that still change by themselves. One SQLite file, which several processes may share.
 */

import type { Access } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import { type DataFileFormat, openDataFile } from '@countersign/core/platform/data-file';

/** Somebody in a server; what they prepared there is theirs there alone. */
export type Person = { readonly userId: string; readonly guildId: string };

/** A card on somebody's screen. Its token is valid until `until` (epoch milliseconds). */
export type Card = Person & {
  readonly handle: string;
  readonly applicationId: string;
  readonly token: string;
  readonly messageId: string;
  readonly until: number;
};

export type Wallet = { readonly address: string; readonly setAt: number };

export type State = {
  /** Makes the person its owner, unless another person is already. @throws CountersignError PREPARED_BY_ANOTHER */
  own(person: Person, handle: string): void;
  /** Which handles the person may reach. */
  access(person: Person): Access;
  /** Newest first. */
  handlesOf(person: Person): readonly string[];
  wallet(person: Person): Wallet | undefined;
  setWallet(person: Person, address: string): void;
  /** Replaces what is stored for that message: a button on a card brings a fresh token. */
  keepCard(card: Card): void;
  dropCard(card: Pick<Card, 'token' | 'messageId'>): void;
  /** Those whose token is still valid. */
  cards(): readonly Card[];
  close(): void;
};

/** The desk itself forgets a settled escrow after a month. */
const KEPT_MS = 31 * 24 * 3_600_000;

/** "If not exists": files of before versions have them. */
const VERSION_1 = `
  CREATE TABLE IF NOT EXISTS prepared (
    handle TEXT NOT NULL, user TEXT NOT NULL, guild TEXT NOT NULL, network TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (handle, user, guild)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS prepared_by_person ON prepared (user, guild);
  CREATE TABLE IF NOT EXISTS wallet (
    user TEXT NOT NULL, guild TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS card (
    message TEXT PRIMARY KEY, token TEXT NOT NULL, application TEXT NOT NULL, handle TEXT NOT NULL, user TEXT NOT NULL,
    guild TEXT NOT NULL, network TEXT NOT NULL, until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export const STATE_FORMAT: DataFileFormat = {
  name: 'discord.sqlite',
  // "CsDi"
  applicationId: 0x43734469,
  unmarkedTables: ['prepared', 'wallet', 'card'],
  oldest: 0,
  steps: [{ version: 1, sql: VERSION_1 }],
};

/**
 * @param network whose escrows are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE
 */
export function openState(folder: string, network: NetworkName, now: () => number = Date.now): State {
  const database = openDataFile(folder, STATE_FORMAT, { synchronous: 'NORMAL' });
  database.prepare('DELETE FROM prepared WHERE at < ?').run(now() - KEPT_MS);
  database.prepare('DELETE FROM card WHERE until < ?').run(now());
  const own = database.prepare(
    `INSERT INTO prepared (handle, user, guild, network, at)
     SELECT :handle, :user, :guild, :network, :at
     WHERE NOT EXISTS (SELECT 1 FROM prepared WHERE handle = :handle AND user <> :user)
     ON CONFLICT (handle, user, guild) DO UPDATE SET at = excluded.at`,
  );
  const owners = database.prepare('SELECT user, guild FROM prepared WHERE handle = ?');
  const handlesOf = database.prepare(
    'SELECT handle FROM prepared WHERE user = ? AND guild = ? AND network = ? ORDER BY at DESC, handle',
  );
  const wallet = database.prepare('SELECT address, at AS setAt FROM wallet WHERE user = ? AND guild = ?');
  const setWallet = database.prepare(
    `INSERT INTO wallet (user, guild, address, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user, guild) DO UPDATE SET address = excluded.address, at = excluded.at`,
  );
  const keepCard = database.prepare(
    `INSERT INTO card (token, message, application, handle, user, guild, network, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (message) DO UPDATE SET token = excluded.token, handle = excluded.handle, until = excluded.until`,
  );
  const dropCard = database.prepare('DELETE FROM card WHERE token = ? AND message = ?');
  const cards = database.prepare(
    `SELECT handle, user AS userId, guild AS guildId, application AS applicationId, token, message AS messageId, until
     FROM card WHERE network = ? AND until > ?`,
  );
  const access: State['access'] =
    ({ userId, guildId }) =>
    (handle) => {
      const known = owners.all(handle) as { user: string; guild: string }[];
      if (known.some(({ user }) => user !== userId)) return 'others';
      return known.some(({ guild }) => guild === guildId) ? 'own' : 'unclaimed';
    };
  return {
    own: (person, handle) => {
      own.run({ handle, user: person.userId, guild: person.guildId, network, at: now() });
      // Two people may make the same request at the same moment: then it belongs to the first.
      if (access(person)(handle) !== 'own') throw new CountersignError('PREPARED_BY_ANOTHER');
    },
    access,
    handlesOf: ({ userId, guildId }) =>
      (handlesOf.all(userId, guildId, network) as { handle: string }[]).map(({ handle }) => handle),
    wallet: ({ userId, guildId }) => wallet.get(userId, guildId) as Wallet | undefined,
    setWallet: ({ userId, guildId }, address) => void setWallet.run(userId, guildId, address, now()),
    keepCard: ({ token, messageId, applicationId, handle, userId, guildId, until }) =>
      void keepCard.run(token, messageId, applicationId, handle, userId, guildId, network, until),
    dropCard: ({ token, messageId }) => void dropCard.run(token, messageId),
    cards: () => cards.all(network, now()) as Card[],
    close: () => database.close(),
  };
}
