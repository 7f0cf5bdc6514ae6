/** Which escrows are followed in which channels, and what was posted there, for all processes of the bot. */
import type { NetworkName } from '@countersign/core/network';
import { type Database, putRow, type Query } from '@countersign/core/platform/database';

export type WatchPlace = { readonly guildId: string; readonly channelId: string; readonly escrow: string };

export type Watched = WatchPlace & {
  readonly number: number;
  /** The name under which the desk keeps what was announced; another one after all its channels have ended it. */
  readonly follower: string;
  /** When something was last posted, or following began; reminders count from then. */
  readonly changed: number;
  readonly reminded: number;
  readonly due: number | null;
} & LivingPost;

/** The newest post about that escrow in that channel, which alone has buttons. */
export type LivingPost = {
  /** Its id; absent until the first one is posted. */
  readonly message: string | null;
  /** The wallets whose turn it says it is. */
  readonly called: string;
  /** What remains of it once it has no buttons any more, as JSON. */
  readonly shown: string | null;
};

/** Something to post. Its key is unique for that channel and escrow. */
export type Happening = { readonly key: string; readonly what: string };

/** Waiting to be posted, or being posted. */
export type Waiting = Happening & {
  readonly number: number;
  readonly watched: Watched;
  /** How often it was refused, or it was unknown whether it had been posted. */
  readonly late: number;
  readonly claimed: number | null;
  readonly retry: number;
};

export const PLACE =
  'number, guild AS "guildId", channel AS "channelId", escrow, follower, changed, reminded, due, message, called, shown';
/** How long posted keys are kept, in case the process died before the desk recorded the change as taken. */
const KEPT_MS = 7 * 24 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** When it is first checked whether somebody must be reminded: the shortest time that a server can choose. */
export const FIRST_CHECK_MS = DAY_MS;
/** The days that a server can choose. */
export const REMINDER_DAYS = [1, 2, 3, 5, 7, 14] as const;
export const USUAL_DAYS = 2;
/** Between the first reminder and the last. */
const AGAIN_MS = 5 * DAY_MS;

/** How many escrows one server may follow, counted per channel. */
export const MOST_WATCHED = 100;

export function watchRows(database: Database, network: NetworkName, now: () => number) {
  const { query, write, lock, now: clock } = database;
  const find = async (ask: Query, { guildId, channelId, escrow }: WatchPlace) => {
    const sql = `SELECT ${PLACE} FROM watched WHERE network = $1 AND guild = $2 AND channel = $3 AND escrow = $4`;
    return (await ask<Watched>(sql, network, guildId, channelId, escrow))[0];
  };
  // In this order: a writer of an announcement has locked the place, or finds that it is gone.
  const remove = async (ask: Query, number: number) => {
    await ask('DELETE FROM watched WHERE number = $1', number);
    await ask('DELETE FROM said WHERE watched = $1', number);
  };
  const queue = (ask: Query, watched: number, { key, what }: Happening) => putRow(ask, 'said', { watched, key, what });
  return {
    /** `full`: the server has reached its limit. */
    follow: (place: WatchPlace, most: number): Promise<Watched | 'already' | 'full'> =>
      write(async (ask) => {
        const { guildId, channelId, escrow } = place;
        // One follower per escrow, and no server over its limit, however many begin at once.
        await lock(ask, `bot follow ${network}`);
        if ((await find(ask, place)) !== undefined) return 'already';
        const counting = 'SELECT count(*) AS count FROM watched WHERE network = $1 AND guild = $2';
        const [{ count } = { count: 0 }] = await ask<{ count: number }>(counting, network, guildId);
        if (count >= most) return 'full';
        const at = now();
        const [watched] = await ask<Watched>(
          `INSERT INTO watched (network, guild, channel, escrow, follower, at, changed, due)
           VALUES ($1, $2, $3, $4,
             coalesce((SELECT follower FROM watched WHERE network = $1 AND escrow = $4 LIMIT 1), $5), $6, $6, $7)
           RETURNING ${PLACE}`,
          ...[network, guildId, channelId, escrow, `discord-${at}`, at, at + FIRST_CHECK_MS],
        );
        return watched as Watched;
      }),
    isFollowed: async (place: WatchPlace) => (await find(query, place)) !== undefined,
    unfollow: (place: WatchPlace) =>
      write(async (ask) => {
        const known = await find(ask, place);
        if (known !== undefined) await remove(ask, known.number);
        return known !== undefined;
      }),
    drop: (number: number) => write((ask) => remove(ask, number)),
    all: () => query<Watched>(`SELECT ${PLACE} FROM watched WHERE network = $1`, network),
    one: async (number: number): Promise<Watched | undefined> => {
      // A client may send something that is not a number.
      if (!Number.isSafeInteger(number)) return undefined;
      const sql = `SELECT ${PLACE} FROM watched WHERE network = $1 AND number = $2`;
      return (await query<Watched>(sql, network, number))[0];
    },
    /** Takes the lease of the one process that polls and posts, by the clock of all. @returns whether this one has it, for that long */
    lead: async (holder: string, ms: number) => {
      const taken = await query(
        `INSERT INTO watching (network, holder, until) VALUES ($1, $2, ${clock} + $3)
         ON CONFLICT (network) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE watching.holder = excluded.holder OR watching.until <= ${clock} RETURNING 1`,
        ...[network, holder, ms],
      );
      return taken.length > 0;
    },
    /** Another process may take over at once. */
    resign: (holder: string) => query('DELETE FROM watching WHERE network = $1 AND holder = $2', network, holder),
    /** Queues it once for every channel of that escrow. False if another process holds the lease by now. */
    changed: (holder: string, escrow: string, words: readonly Happening[]) =>
      write(async (ask) => {
        // An update, so that no one else leads before this is written.
        const leads = 'UPDATE watching SET holder = $2 WHERE network = $1 AND holder = $2 RETURNING 1';
        if ((await ask(leads, network, holder)).length === 0) return false;
        await ask('DELETE FROM said WHERE done < $1', now() - KEPT_MS);
        const announced = await ask<{ number: number }>(
          'UPDATE watched SET changed = $1, reminded = 0, due = $2 WHERE network = $3 AND escrow = $4 RETURNING number',
          ...[now(), now() + FIRST_CHECK_MS, network, escrow],
        );
        for (const { number } of announced) for (const each of words) await queue(ask, number, each);
        return true;
      }),
    due: () => {
      const sql = `SELECT ${PLACE} FROM watched WHERE network = $1 AND due <= $2 ORDER BY due LIMIT 50`;
      return query<Watched>(sql, network, now());
    },
    /** Queues a reminder, once. */
    remind: (watched: Watched, words: Happening | undefined, next: number | null) =>
      write(async (ask) => {
        const sql = 'UPDATE watched SET reminded = reminded + 1, due = $1 WHERE number = $2 AND due = $3 RETURNING 1';
        const ours = await ask(sql, next, watched.number, watched.due);
        if (ours.length > 0 && words !== undefined) await queue(ask, watched.number, words);
      }),
    /** Checks it again later, unless something happened since it was read. */
    postpone: ({ number, changed: at }: Watched, until: number) =>
      query('UPDATE watched SET due = $1 WHERE number = $2 AND changed = $3', until, number, at),
    posted: async (number: number, { message, called, shown }: LivingPost) => {
      const sql = 'UPDATE watched SET message = $1, called = $2, shown = $3 WHERE number = $4';
      await query(sql, message, called, shown, number);
    },
    ...queueRows(database, network, now),
  };
}

const MOST_WAITING = 500;

type Row = Omit<Waiting, 'watched'> & Omit<Watched, 'number'> & { readonly watched: number };

/** The queue of posts for each channel; one process claims each post. */
function queueRows({ query }: Database, network: NetworkName, now: () => number) {
  return {
    /** The newest of each channel and escrow, if it may be posted now. */
    waiting: async (): Promise<readonly Waiting[]> => {
      const rows = await query<Row>(
        `SELECT said.number AS number, watched, key, what, late, claimed, retry,
           guild AS "guildId", channel AS "channelId", escrow, follower, changed, reminded, due, message, called, shown
         FROM said JOIN watched AS place ON place.number = said.watched WHERE said.number IN (
           SELECT max(said.number) FROM said JOIN watched ON watched.number = said.watched
           WHERE said.done IS NULL AND watched.network = $1 GROUP BY said.watched
         ) AND retry <= $2 ORDER BY said.number LIMIT ${MOST_WAITING}`,
        ...[network, now()],
      );
      return rows.map(({ number, key, what, late, claimed, retry, watched, ...place }) => ({
        ...{ number, key, what, late, claimed, retry },
        watched: { ...place, number: watched },
      }));
    },
    /** What else waits for that channel and escrow since before, and was not tried yet: one post reports all of it. */
    earlier: async ({ number, watched }: Waiting): Promise<readonly string[]> => {
      const sql = `SELECT what FROM said
        WHERE watched = $1 AND number < $2 AND done IS NULL AND claimed IS NULL ORDER BY number`;
      return (await query<{ what: string }>(sql, watched.number, number)).map(({ what }) => what);
    },
    /** False if another process has claimed it. */
    claim: async ({ number, retry: before, late }: Waiting, retry: number) => {
      const sql = `UPDATE said SET claimed = coalesce(claimed, $1), retry = $2
        WHERE number = $3 AND retry = $4 AND late = $5 AND done IS NULL RETURNING 1`;
      return (await query(sql, now(), retry, number, before, late)).length > 0;
    },
    /** It was not posted; retries not before then. */
    pause: ({ number, retry: before }: Waiting, retry: number) =>
      query('UPDATE said SET retry = $1 WHERE number = $2 AND retry = $3', retry, number, before),
    /** It is tried again: Discord refused it, or a summary is posted instead, since it may have been posted. */
    again: async ({ number, late }: Waiting, changes: Partial<Pick<Waiting, 'what' | 'retry'>>) => {
      const sql = `UPDATE said SET what = coalesce($1, what), retry = coalesce($2, retry), late = late + 1, claimed = NULL
        WHERE number = $3 AND late = $4 AND done IS NULL`;
      await query(sql, changes.what ?? null, changes.retry ?? null, number, late);
    },
    /** With what else waited before it. */
    done: async ({ number, watched }: Waiting) => {
      const sql = 'UPDATE said SET done = $1 WHERE watched = $2 AND number <= $3 AND done IS NULL';
      await query(sql, now(), watched.number, number);
    },
  };
}

/** Of an escrow where nothing happens. @param days as its server chose */
export const firstReminder = ({ changed }: { readonly changed: number }, days = USUAL_DAYS): number =>
  changed + days * DAY_MS;

/** When the next reminder is due; null after the last. @param reminded how many came before this one */
export function nextDue(watched: { changed: number; reminded: number }, now: number, days?: number): number | null {
  const next = firstReminder(watched, days) + AGAIN_MS;
  // Skips one that is already due, as after a long pause of the bot, so that two reminders never follow each other.
  return watched.reminded > 0 || next <= now ? null : next;
}
