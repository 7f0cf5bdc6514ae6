/**
 * What the bot itself must remember: people's own wallet addresses, the cards that still change by themselves, and so
 * on. One SQLite file, which several processes may share, or a PostgreSQL database, which several machines may.
 */
import type { AsPerson, Desk, PersonalDesk } from '@countersign/core';
import type { NetworkName } from '@countersign/core/network';
import { type DataFileFormat, dataFileError, openDataFile } from '@countersign/core/platform/data-file';
import type { Database } from '@countersign/core/platform/database';
import { sqliteDatabase } from '@countersign/core/platform/sqlite-database';
import type { Language } from '@countersign/core/words';
import { CLAIM_TABLE, type ClaimRows, claimRows } from './claim-rows.ts';
import { DRAFT_TABLE, type Drafts, openDrafts } from './drafts.ts';
import { HELD_TABLES, type HeldRows, heldRows } from './held-rows.ts';
import { type ListenRows, listenRows } from './listen-rows.ts';
import { PLACE_TABLE, SERVER_TABLE, type ServerRows, serverRows } from './server-rows.ts';
import { createTeamRows, TEAM_CHOSEN_TABLE, TEAM_SQL, type TeamRows } from './team-rows.ts';
import { WALLET_CHANGE_TABLE, type WalletRows, walletRows } from './wallet-rows.ts';
import { LIVING_COLUMNS, WATCH_TABLES, type WatchRows, watchRows } from './watch-rows.ts';

/** A person in one server; what they prepared there is theirs only there. */
export type Person = { readonly userId: string; readonly guildId: string };

export function deskOf(desk: Desk, { userId, guildId }: Person, as?: AsPerson): PersonalDesk {
  return desk.for({ tenant: guildId, id: userId }, as);
}

export type State = WalletRows &
  CardRows & {
    readonly drafts: Drafts;
    readonly team: TeamRows;
    readonly held: HeldRows;
    /** Who prepared what, from before the desk knew its owners; the latest first. */
    preparedBefore(): Promise<readonly (Person & { readonly handle: string })[]>;
    /** The desk knows them now. */
    dropPreparedBefore(): Promise<void>;
    readonly servers: ServerRows;
    readonly watch: WatchRows;
    readonly claims: ClaimRows;
    /** Which process hears Discord; absent where those of one machine all do. */
    readonly listening?: ListenRows;
    close(): Promise<void>;
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
    { version: 4, sql: [SERVER_TABLE, CARD_LANGUAGE, TEAM_CHOSEN_TABLE].join('') },
    { version: 5, sql: LIVING_COLUMNS },
    { version: 6, sql: PLACE_TABLE },
  ],
};

/** @param network whose escrows are seen; a folder may have several. @throws CountersignError STORE_UNUSABLE */
export function openState(folder: string, network: NetworkName, now: () => number = Date.now): State {
  const inOurWords = (thrown: unknown) => dataFileError(folder, STATE_FORMAT, thrown);
  const synchronous = 'NORMAL';
  const database = sqliteDatabase(openDataFile(folder, STATE_FORMAT, { synchronous }), { synchronous, inOurWords });
  const { query } = database;
  return {
    ...stateIn(database, network, now),
    preparedBefore: () =>
      query(
        `SELECT handle, user AS "userId", guild AS "guildId" FROM prepared_before WHERE network = $1
         ORDER BY at DESC, handle`,
        network,
      ),
    dropPreparedBefore: async () => {
      await query('DELETE FROM prepared_before WHERE network = $1', network);
    },
  };
}

/** PostgreSQL is loaded only here. @param url as DATABASE_URL. @throws CountersignError STORE_UNUSABLE */
export async function openSharedState(url: string, network: NetworkName, now: () => number = Date.now): Promise<State> {
  const { openPostgresRows } = await import('./postgres.ts');
  const database = await openPostgresRows(url);
  return { ...stateIn(database, network, now), listening: listenRows(database) };
}

function stateIn(database: Database, network: NetworkName, now: () => number): State {
  const held = heldRows(database, network, now);
  return {
    drafts: openDrafts(database, network, now),
    ...walletRows(database, now),
    team: createTeamRows(database, network, now),
    held,
    ...cardRows(database, held, network, now),
    // Only older files have them.
    preparedBefore: async () => [],
    dropPreparedBefore: async () => undefined,
    servers: serverRows(database, network, now),
    watch: watchRows(database, network, now),
    claims: claimRows(database),
    close: () => database.close(),
  };
}

/** A card on the screen of somebody in a server. Its token is valid until `until` (epoch milliseconds). */
export type Card = {
  readonly userId: string;
  readonly guildId: string;
  readonly handle: string;
  readonly applicationId: string;
  readonly token: string;
  readonly messageId: string;
  readonly until: number;
  readonly language: Language;
};

type CardRows = {
  /** A button brings a fresh token, so this replaces it. @param shown for the process that follows it later */
  keepCard(card: Card, holder: string, shown: string): Promise<void>;
  dropCard(card: Pick<Card, 'token' | 'messageId'>): Promise<void>;
  /** A holder's cards with a valid token, and what they show; null if unknown. */
  cards(holder: string): Promise<readonly (Card & { readonly shown: string | null })[]>;
  forgetCards(): Promise<void>;
};

function cardRows({ query }: Database, held: HeldRows, network: NetworkName, now: () => number): CardRows {
  return {
    keepCard: async (
      { token, messageId, applicationId, handle: requestId, userId, guildId, until, language },
      holder,
      shown,
    ) => {
      // Held first: a card without a holder would never be taken over.
      await held.take(holder, messageId, shown);
      await query(
        `INSERT INTO card (token, message, application, handle, "user", guild, network, until, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (message) DO UPDATE SET
           token = excluded.token, handle = excluded.handle, until = excluded.until, language = excluded.language`,
        ...[token, messageId, applicationId, requestId, userId, guildId, network, until, language],
      );
    },
    dropCard: async ({ token, messageId }) => {
      await query('DELETE FROM card WHERE token = $1 AND message = $2', token, messageId);
    },
    cards: (holder) =>
      query(
        `SELECT handle, "user" AS "userId", guild AS "guildId", application AS "applicationId", token,
           card.message AS "messageId", until, language, shown
         FROM held JOIN card ON card.message = held.message
         WHERE held.holder = $1 AND held.network = $2 AND until > $3`,
        holder,
        network,
        now(),
      ),
    forgetCards: async () => {
      await query('DELETE FROM card WHERE until < $1', now());
    },
  };
}
