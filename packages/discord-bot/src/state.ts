/**
 * What the bot itself must remember: people's own wallet addresses, and the cards that still change by themselves. One
 * SQLite file, which several processes may share.
 */
import type { Desk, PersonalDesk, TenantLimits } from '@countersign/core';
import type { NetworkName } from '@countersign/core/network';
import { type DataFileFormat, openDataFile } from '@countersign/core/platform/data-file';
import { CLAIM_TABLE, type ClaimRows, claimRows } from './claims/claim-rows.ts';
import { DRAFT_TABLE, type Drafts, openDrafts } from './draft/draft-rows.ts';
import { SERVER_TABLE, type ServerRows, serverRows } from './server/server-rows.ts';
import { createTeamRows, TEAM_SQL, type TeamRows } from './team/team-rows.ts';
import { watchRows } from './watch/watch-rows.ts';
import { WATCH_TABLES, type WatchRows } from './watch/watch-tables.ts';

/** Somebody in a server; what they prepared there is theirs there alone. */
export type Person = { readonly userId: string; readonly guildId: string };

/** The desk as this person may use it. */
export function deskOf(desk: Desk, { userId, guildId }: Person, limits?: TenantLimits): PersonalDesk {
  return desk.for({ tenant: guildId, id: userId }, limits);
}

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
  readonly drafts: Drafts;
  wallet(person: Person): Wallet | undefined;
  setWallet(person: Person, address: string): void;
  /** Ids of the members of a server who have saved this wallet there. */
  membersWith(guildId: string, address: string): readonly string[];
  /** Cards that stand in channels and threads. */
  readonly team: TeamRows;
  /** Replaces what is stored for that message: a button on a card brings a fresh token. */
  keepCard(card: Card): void;
  dropCard(card: Pick<Card, 'token' | 'messageId'>): void;
  /** Those whose token is still valid. */
  cards(): readonly Card[];
  /** Who prepared what, from before the desk knew its owners; the latest first. */
  preparedBefore(): readonly (Person & { readonly handle: string })[];
  /** The desk knows them now. */
  dropPreparedBefore(): void;
  /** What each server set for itself. */
  readonly servers: ServerRows;
  readonly watch: WatchRows;
  /** Which interactions the processes of this folder took. */
  readonly claims: ClaimRows;
  close(): void;
};

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

/** Owners are the desk's since then. The rows stay until it has them. */
const VERSION_2 = `
  DROP INDEX prepared_by_person;
  ALTER TABLE prepared RENAME TO prepared_before;
`;

export const STATE_FORMAT: DataFileFormat = {
  name: 'discord.sqlite',
  // "CsDi"
  applicationId: 0x43734469,
  unmarkedTables: ['prepared', 'wallet', 'card'],
  oldest: 0,
  steps: [
    { version: 1, sql: VERSION_1 },
    { version: 2, sql: VERSION_2 },
    { version: 3, sql: [DRAFT_TABLE, TEAM_SQL, WATCH_TABLES, CLAIM_TABLE, SERVER_TABLE].join('') },
  ],
};

/**
 * @param network whose escrows are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE
 */
export function openState(folder: string, network: NetworkName, now: () => number = Date.now): State {
  const database = openDataFile(folder, STATE_FORMAT, { synchronous: 'NORMAL' });
  database.prepare('DELETE FROM card WHERE until < ?').run(now());
  const wallet = database.prepare('SELECT address, at AS setAt FROM wallet WHERE user = ? AND guild = ?');
  const members = database.prepare('SELECT user FROM wallet WHERE guild = ? AND address = ? ORDER BY at LIMIT 10');
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
  const preparedBefore = database.prepare(
    'SELECT handle, user AS userId, guild AS guildId FROM prepared_before WHERE network = ? ORDER BY at DESC, handle',
  );
  const dropPreparedBefore = database.prepare('DELETE FROM prepared_before WHERE network = ?');
  return {
    drafts: openDrafts(database, network, now),
    wallet: ({ userId, guildId }) => wallet.get(userId, guildId) as Wallet | undefined,
    setWallet: ({ userId, guildId }, address) => void setWallet.run(userId, guildId, address, now()),
    membersWith: (guildId, address) => (members.all(guildId, address) as { user: string }[]).map(({ user }) => user),
    team: createTeamRows(database, network, now),
    keepCard: ({ token, messageId, applicationId, handle, userId, guildId, until }) =>
      void keepCard.run(token, messageId, applicationId, handle, userId, guildId, network, until),
    dropCard: ({ token, messageId }) => void dropCard.run(token, messageId),
    cards: () => cards.all(network, now()) as Card[],
    preparedBefore: () => preparedBefore.all(network) as (Person & { handle: string })[],
    dropPreparedBefore: () => void dropPreparedBefore.run(network),
    servers: serverRows(database, network, now),
    watch: watchRows(database, network, now),
    claims: claimRows(database),
    close: () => database.close(),
  };
}
