/** Which escrows are told of in which channels, and what was said there: in the bot's own file, for all its processes. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '@countersign/core/network';
import { REMINDERS_MS } from './due.ts';

export const WATCH_TABLES = `
  CREATE TABLE IF NOT EXISTS watched (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT NOT NULL, guild TEXT NOT NULL, channel TEXT NOT NULL, escrow TEXT NOT NULL, follower TEXT NOT NULL,
    at INTEGER NOT NULL, changed INTEGER NOT NULL, reminded INTEGER NOT NULL DEFAULT 0, due INTEGER,
    UNIQUE (network, channel, escrow)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS watched_by_escrow ON watched (network, escrow);
  CREATE INDEX IF NOT EXISTS watched_by_guild ON watched (network, guild);
  CREATE TABLE IF NOT EXISTS said (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    watched INTEGER NOT NULL, key TEXT NOT NULL, what TEXT NOT NULL, late INTEGER NOT NULL DEFAULT 0,
    claimed INTEGER, retry INTEGER NOT NULL DEFAULT 0, done INTEGER,
    UNIQUE (watched, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS said_waiting ON said (done, watched);
  CREATE TABLE IF NOT EXISTS watching (network TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS wallet_by_address ON wallet (guild, address);
`;

export type Place = { readonly guildId: string; readonly channelId: string; readonly escrow: string };

/** An escrow that is told of in a channel or thread. */
export type Watched = Place & {
  readonly number: number;
  /** The name under which the desk keeps what was told; another one after all its channels have ended it. */
  readonly follower: string;
  /** When something was told last, or the following began: since then it is somebody's turn. */
  readonly changed: number;
  readonly reminded: number;
  readonly due: number | null;
};

/** Something to say. The key tells it from all else that is said there of that escrow. */
export type Words = { readonly key: string; readonly what: string };

/** Waits to be said, or is being said. */
export type Waiting = Words & {
  readonly number: number;
  readonly watched: Watched;
  /** How often it was not known whether it had been said. */
  readonly late: number;
  readonly claimed: number | null;
  readonly retry: number;
  /** Of what waits for that channel and escrow, nothing comes after it. */
  readonly isLast: boolean;
};

export type WatchRows = {
  /** `full`: the server follows as many as it may. */
  follow(place: Place, most: number): Watched | 'already' | 'full';
  unfollow(place: Place): boolean;
  drop(number: number): void;
  all(): readonly Watched[];
  one(number: number): Watched | undefined;
  /** One process at a time looks and tells. True for whoever does so until then. */
  lead(holder: string, ms: number): boolean;
  resign(holder: string): void;
  /** Puts it down for every channel of that escrow, once. False where another process leads by now. */
  changed(holder: string, escrow: string, words: readonly Words[]): boolean;
  due(): readonly Watched[];
  /** Puts a reminder down, once. */
  remind(watched: Watched, words: Words | undefined, next: number | null): void;
  snooze(watched: Watched, until: number): boolean;
  /** The oldest of each channel that may be said now. */
  waiting(): readonly Waiting[];
  /** False where another process has it. */
  claim(waiting: Waiting, retry: number): boolean;
  /** Not said, and not before then. */
  pause(waiting: Waiting, retry: number): void;
  /** It is not known whether it was said: it becomes something else to say. */
  replace(waiting: Waiting, what: string): void;
  done(number: number): void;
  /** Members of a server who remembered one of these addresses. */
  membersWith(guildId: string, addresses: readonly string[]): readonly string[];
};

const PLACE = `number, guild AS guildId, channel AS channelId, escrow, follower, changed, reminded, due`;
/** What was said is known for so long, in case the process died before the desk knew that it was taken. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MOST_WAITING = 500;

export function watchRows(database: DatabaseSync, network: NetworkName, now: () => number): WatchRows {
  const sql = (text: string) => database.prepare(text);
  const inPlace = 'network = ? AND guild = ? AND channel = ? AND escrow = ?';
  const find = sql(`SELECT ${PLACE} FROM watched WHERE ${inPlace}`);
  const count = sql('SELECT count(*) AS count FROM watched WHERE network = ? AND guild = ?');
  const insert = sql(
    `INSERT INTO watched (network, guild, channel, escrow, follower, at, changed, due)
     VALUES (?, ?, ?, ?, coalesce((SELECT follower FROM watched WHERE network = ? AND escrow = ? LIMIT 1), ?), ?, ?, ?)`,
  );
  const drop = sql('DELETE FROM watched WHERE number = ?');
  const dropSaid = sql('DELETE FROM said WHERE watched = ?');
  const all = sql(`SELECT ${PLACE} FROM watched WHERE network = ?`);
  const one = sql(`SELECT ${PLACE} FROM watched WHERE network = ? AND number = ?`);
  const lead = sql(
    `INSERT INTO watching (network, holder, until) VALUES (?, ?, ?)
     ON CONFLICT (network) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE holder = excluded.holder OR until <= ?`,
  );
  const leads = sql('SELECT 1 FROM watching WHERE network = ? AND holder = ?');
  const resign = sql('DELETE FROM watching WHERE network = ? AND holder = ?');
  const ofEscrow = sql('SELECT number FROM watched WHERE network = ? AND escrow = ?');
  const say = sql('INSERT INTO said (watched, key, what) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const changed = sql('UPDATE watched SET changed = ?, reminded = 0, due = ? WHERE network = ? AND escrow = ?');
  const due = sql(`SELECT ${PLACE} FROM watched WHERE network = ? AND due <= ? ORDER BY due LIMIT 50`);
  const remind = sql('UPDATE watched SET reminded = reminded + 1, due = ? WHERE number = ? AND due = ?');
  const snooze = sql('UPDATE watched SET due = ? WHERE number = ? AND changed = ?');
  const waiting = sql(
    `SELECT said.number AS number, watched, key, what, late, claimed, retry,
       NOT EXISTS (
         SELECT 1 FROM said AS later WHERE later.watched = said.watched AND later.done IS NULL AND later.number > said.number
       ) AS isLast
     FROM said WHERE number IN (
       SELECT min(said.number) FROM said JOIN watched ON watched.number = said.watched
       WHERE said.done IS NULL AND watched.network = ? GROUP BY watched.channel
     ) AND retry <= ? ORDER BY number LIMIT ${MOST_WAITING}`,
  );
  const claim = sql(
    'UPDATE said SET claimed = coalesce(claimed, ?), retry = ? WHERE number = ? AND retry = ? AND late = ? AND done IS NULL',
  );
  const pause = sql('UPDATE said SET retry = ? WHERE number = ? AND retry = ?');
  const replace = sql(
    'UPDATE said SET what = ?, late = late + 1, claimed = NULL WHERE number = ? AND late = ? AND done IS NULL',
  );
  const done = sql('UPDATE said SET done = ? WHERE number = ?');
  const forget = sql('DELETE FROM said WHERE done < ?');
  const member = sql('SELECT user FROM wallet WHERE guild = ? AND address = ? ORDER BY at, user LIMIT 3');

  const atOnce = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (thrown) {
      database.exec('ROLLBACK');
      throw thrown;
    }
  };
  const placed = ({ guildId, channelId, escrow }: Place) => find.get(network, guildId, channelId, escrow) as Watched;
  const remove = (number: number) => {
    dropSaid.run(number);
    drop.run(number);
  };
  return {
    follow: (place, most) =>
      atOnce(() => {
        const { guildId, channelId, escrow } = place;
        if (placed(place) !== undefined) return 'already';
        if ((count.get(network, guildId) as { count: number }).count >= most) return 'full';
        const at = now();
        const due = at + REMINDERS_MS[0];
        insert.run(network, guildId, channelId, escrow, network, escrow, `discord-${at}`, at, at, due);
        return placed(place);
      }),
    unfollow: (place) =>
      atOnce(() => {
        const known: Watched | undefined = placed(place);
        if (known !== undefined) remove(known.number);
        return known !== undefined;
      }),
    drop: (number) => atOnce(() => remove(number)),
    all: () => all.all(network) as Watched[],
    one: (number) => one.get(network, number) as Watched | undefined,
    lead: (holder, ms) => lead.run(network, holder, now() + ms, now()).changes === 1,
    resign: (holder) => void resign.run(network, holder),
    changed: (holder, escrow, words) =>
      atOnce(() => {
        if (leads.get(network, holder) === undefined) return false;
        forget.run(now() - KEPT_MS);
        for (const { number } of ofEscrow.all(network, escrow) as { number: number }[]) {
          for (const { key, what } of words) say.run(number, key, what);
        }
        changed.run(now(), now() + REMINDERS_MS[0], network, escrow);
        return true;
      }),
    due: () => due.all(network, now()) as Watched[],
    remind: (watched, words, next) =>
      atOnce(() => {
        if (remind.run(next, watched.number, watched.due).changes === 0 || words === undefined) return;
        say.run(watched.number, words.key, words.what);
      }),
    snooze: ({ number, changed: at }, until) => snooze.run(until, number, at).changes === 1,
    waiting: () =>
      (
        waiting.all(network, now()) as (Omit<Waiting, 'watched' | 'isLast'> & { watched: number; isLast: number })[]
      ).map((row) => ({
        ...row,
        watched: one.get(network, row.watched) as Watched,
        isLast: row.isLast === 1,
      })),
    claim: ({ number, retry: before, late }, retry) => claim.run(now(), retry, number, before, late).changes === 1,
    pause: ({ number, retry: before }, retry) => void pause.run(retry, number, before),
    replace: ({ number, late }, what) => void replace.run(what, number, late),
    done: (number) => void done.run(now(), number),
    membersWith: (guildId, addresses) => [
      ...new Set(
        addresses.flatMap((address) => (member.all(guildId, address) as { user: string }[]).map(({ user }) => user)),
      ),
    ],
  };
}
