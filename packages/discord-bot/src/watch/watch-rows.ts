/** Reads and writes the tables of what is followed. What must happen together is one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '@countersign/core/network';
import { REMINDERS_MS } from './due.ts';
import type { Place, Waiting, Watched, WatchRows } from './watch-tables.ts';

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
  const snooze = sql('UPDATE watched SET due = ? WHERE number = ? AND changed = ? AND due IS ?');
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
    snooze: ({ number, changed: at, due: before }, until) => snooze.run(until, number, at, before).changes === 1,
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
  };
}
