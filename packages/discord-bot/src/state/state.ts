/**
 * What the bot itself must remember: people's own wallet addresses, the cards that still change by themselves, and so
 * on. One SQLite file, which several processes may share, or a PostgreSQL database, which several machines may.
 */
import type { AsPerson, Desk, PersonalDesk } from '@countersign/core';
import { toCountersignError } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import { dataFileError, openDataFile } from '@countersign/core/platform/data-file';
import { type Database, putRow } from '@countersign/core/platform/database';
import type { Log } from '@countersign/core/platform/log';
import { sqliteDatabase } from '@countersign/core/platform/sqlite-database';
import type { Language } from '@countersign/core/words';
import type { Answers } from '../discord/answers.ts';
import type { Posts } from '../discord/posts.ts';
import { openDrafts } from './drafts.ts';
import { claimRows, type HeldRows, heldRows } from './held-rows.ts';
import { serverRows } from './server-rows.ts';
import { BOT_TABLES, STATE_FORMAT } from './tables.ts';
import { teamRows } from './team-rows.ts';
import { type Person, walletRows } from './wallet-rows.ts';
import { watchRows } from './watch-rows.ts';

export type { Person };

export function deskOf(desk: Desk, { userId, guildId }: Person, as?: AsPerson): PersonalDesk {
  return desk.for({ tenant: guildId, id: userId }, as);
}

/** @returns undefined where the desk finds nothing under that id, or nothing of this person's */
export const ifFound = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((thrown) => {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
    return undefined;
  });

export type State = ReturnType<typeof stateIn>;

/** What also works without a person's interaction. */
export type BotParts = {
  readonly desk: Desk;
  readonly state: State;
  readonly answers: Answers;
  /** By the bot's own token. */
  readonly posts: Posts;
  readonly log: Log;
  readonly now: () => number;
};

/** @param network whose escrows are seen; a folder may have several. @throws CountersignError STORE_UNUSABLE */
export function openState(folder: string, network: NetworkName, now: () => number = Date.now): State {
  const inOurWords = (thrown: unknown) => dataFileError(folder, STATE_FORMAT, thrown);
  const synchronous = 'NORMAL';
  const database = sqliteDatabase(openDataFile(folder, STATE_FORMAT, { synchronous }), { synchronous, inOurWords });
  return stateIn(database, network, now, true);
}

/** PostgreSQL is loaded only here. @param url as DATABASE_URL. @throws CountersignError STORE_UNUSABLE */
export async function openSharedState(url: string, network: NetworkName, now: () => number = Date.now): Promise<State> {
  const { migrate, openDatabase } = await import('@countersign/core/platform/postgres/database');
  const database = await openDatabase(url);
  try {
    await migrate(database, BOT_TABLES);
    return stateIn(database, network, now);
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}

/** @param hasOwners files of an earlier version record who prepared what */
function stateIn(database: Database, network: NetworkName, now: () => number, hasOwners = false) {
  const { query } = database;
  const held = heldRows(database, network, now);
  return {
    drafts: openDrafts(database, network, now),
    ...walletRows(database, now),
    team: teamRows(database, network, now),
    held,
    ...cardRows(database, held, network, now),
    /** Passes on who prepared what, from before the desk knew its owners, and forgets it. */
    handOverOwners: async (adopt: Desk['adopt']) => {
      if (!hasOwners) return;
      // Equal requests of several people used to share one request, so it belongs to none of them alone.
      const rows = await query<{ id: string; user: string; guild: string }>(
        `SELECT handle AS id, min(user) AS user, min(guild) AS guild FROM prepared_before WHERE network = $1
         GROUP BY handle HAVING count(*) = 1`,
        network,
      );
      await adopt(rows.map(({ id, user, guild }) => ({ id, owner: { tenant: guild, id: user } })));
      await query('DELETE FROM prepared_before WHERE network = $1', network);
    },
    servers: serverRows(database, network, now),
    watch: watchRows(database, network, now),
    claims: claimRows(database),
    close: () => database.close(),
  };
}

/** A card on the screen of a person in a server. Its token is valid until `until` (epoch milliseconds). */
export type Card = Person & {
  readonly handle: string;
  readonly applicationId: string;
  readonly token: string;
  readonly messageId: string;
  readonly until: number;
  readonly language: Language;
};

function cardRows({ query }: Database, held: HeldRows, network: NetworkName, now: () => number) {
  return {
    /** A button brings a fresh token, so this replaces it. @param shown for the process that follows it later */
    keepCard: async (card: Card, holder: string, shown: string) => {
      const { messageId: message, applicationId: application, userId: user, guildId: guild, ...others } = card;
      const { token, handle, until, language } = others;
      // Held first: a card without a holder would never be taken over.
      await held.take(holder, message, shown);
      const row = { message, token, application, handle, user, guild, network, until, language };
      await putRow(query, 'card', row, 'message');
    },
    dropCard: ({ token, messageId }: Pick<Card, 'token' | 'messageId'>) =>
      query('DELETE FROM card WHERE token = $1 AND message = $2', token, messageId),
    /** A holder's cards with a valid token, and what they show; null if unknown. */
    cards: (holder: string) =>
      query<Card & { readonly shown: string | null }>(
        `SELECT handle, "user" AS "userId", guild AS "guildId", application AS "applicationId", token,
           card.message AS "messageId", until, language, shown
         FROM held JOIN card ON card.message = held.message
         WHERE held.holder = $1 AND held.network = $2 AND until > $3`,
        ...[holder, network, now()],
      ),
    forgetCards: () => query('DELETE FROM card WHERE until < $1', now()),
  };
}
