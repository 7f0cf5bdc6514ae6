/**
 * What the bot itself must remember: people's own wallet addresses, and the cards that still change by themselves. One
 * SQLite file, which several processes may share.
 */
import type { AsPerson, Desk, PersonalDesk } from '@countersign/core';
import type { NetworkName } from '@countersign/core/network';
import { type DataFileFormat, openDataFile } from '@countersign/core/platform/data-file';
import type { Language } from '@countersign/core/words';
import { CLAIM_TABLE, type ClaimRows, claimRows } from './claims/claim-rows.ts';
import { DRAFT_TABLE, type Drafts, openDrafts } from './draft/draft-rows.ts';
import { HELD_TABLES, type HeldRows, heldRows } from './feed/held-rows.ts';
import { SERVER_TABLE, type ServerRows, serverRows } from './server/server-rows.ts';
import { createTeamRows, TEAM_CHOSEN_TABLE, TEAM_SQL, type TeamRows } from './team/team-rows.ts';
import { WALLET_CHANGE_TABLE, type WalletRows, walletRows } from './wallets/wallet-rows.ts';
import { watchRows } from './watch/watch-rows.ts';
import { WATCH_TABLES, type WatchRows } from './watch/watch-tables.ts';

/** Somebody in a server; what they prepared there is theirs there alone. */
export type Person = { readonly userId: string; readonly guildId: string };

/** The desk as this person may use it. */
export function deskOf(desk: Desk, { userId, guildId }: Person, as?: AsPerson): PersonalDesk {
  return desk.for({ tenant: guildId, id: userId }, as);
}

/** A card on somebody's screen. Its token is valid until `until` (epoch milliseconds). */
export type Card = Person & {
  readonly handle: string;
  readonly applicationId: string;
  readonly token: string;
  readonly messageId: string;
  readonly until: number;
  /** The language of whoever sees it. */
  readonly language: Language;
};

export type State = WalletRows & {
  readonly drafts: Drafts;
  /** Cards that stand in channels and threads. */
  readonly team: TeamRows;
  /** Which process keeps which card up to date. */
  readonly held: HeldRows;
  /**
   * Replaces what is stored for that message: a button on a card brings a fresh token.
   * @param shown what it shows, for whoever follows it later
   */
  keepCard(card: Card, holder: string, shown: string): void;
  dropCard(card: Pick<Card, 'token' | 'messageId'>): void;
  /** Those of a holder whose token is still valid, with what they show; null where that is not known. */
  cards(holder: string): readonly (Card & { readonly shown: string | null })[];
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

/** Cards of before are English, and last 15 minutes. */
const CARD_LANGUAGE = `ALTER TABLE card ADD COLUMN language TEXT NOT NULL DEFAULT 'en';`;

export const STATE_FORMAT: DataFileFormat = {
  name: 'discord.sqlite',
  // "CsDi"
  applicationId: 0x43734469,
  unmarkedTables: ['prepared', 'wallet', 'card'],
  oldest: 0,
  steps: [
    { version: 1, sql: VERSION_1 },
    { version: 2, sql: VERSION_2 },
    {
      version: 3,
      sql: [DRAFT_TABLE, TEAM_SQL, WATCH_TABLES, CLAIM_TABLE, WALLET_CHANGE_TABLE, HELD_TABLES].join(''),
    },
    { version: 4, sql: [SERVER_TABLE, CARD_LANGUAGE].join('') },
    { version: 5, sql: TEAM_CHOSEN_TABLE },
  ],
};

/**
 * @param network whose escrows are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE
 */
export function openState(folder: string, network: NetworkName, now: () => number = Date.now): State {
  const database = openDataFile(folder, STATE_FORMAT, { synchronous: 'NORMAL' });
  database.prepare('DELETE FROM card WHERE until < ?').run(now());
  const keepCard = database.prepare(
    `INSERT INTO card (token, message, application, handle, user, guild, network, until, language)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (message) DO UPDATE SET
       token = excluded.token, handle = excluded.handle, until = excluded.until, language = excluded.language`,
  );
  const dropCard = database.prepare('DELETE FROM card WHERE token = ? AND message = ?');
  const cards = database.prepare(
    `SELECT handle, user AS userId, guild AS guildId, application AS applicationId, token, message AS messageId, until,
       language, shown
     FROM held JOIN card USING (message) WHERE held.holder = ? AND held.network = ? AND until > ?`,
  );
  const held = heldRows(database, network, now);
  const preparedBefore = database.prepare(
    'SELECT handle, user AS userId, guild AS guildId FROM prepared_before WHERE network = ? ORDER BY at DESC, handle',
  );
  const dropPreparedBefore = database.prepare('DELETE FROM prepared_before WHERE network = ?');
  return {
    drafts: openDrafts(database, network, now),
    ...walletRows(database, now),
    team: createTeamRows(database, network, now),
    held,
    keepCard: ({ token, messageId, applicationId, handle, userId, guildId, until, language }, holder, shown) => {
      // Held first: a card that nobody can hold would never be taken over.
      held.take(holder, messageId, shown);
      keepCard.run(token, messageId, applicationId, handle, userId, guildId, network, until, language);
    },
    dropCard: ({ token, messageId }) => void dropCard.run(token, messageId),
    cards: (holder) => cards.all(holder, network, now()) as (Card & { shown: string | null })[],
    preparedBefore: () => preparedBefore.all(network) as (Person & { handle: string })[],
    dropPreparedBefore: () => void dropPreparedBefore.run(network),
    servers: serverRows(database, network, now),
    watch: watchRows(database, network, now),
    claims: claimRows(database),
    close: () => database.close(),
  };
}
