/**
 * Which process keeps a card up to date, in the bot's own file: of the processes of one folder the holder alone changes
 * it. A holder says every few seconds that it lives; the cards of one that does not are taken over.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '@countersign/core/network';

/** Nobody holds it yet. */
const NOBODY = '';

/** A card's row goes with the card. Those of an earlier version are held by nobody. */
export const HELD_TABLES = `
  CREATE TABLE IF NOT EXISTS holder (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS held (
    message TEXT PRIMARY KEY, network TEXT NOT NULL, holder TEXT NOT NULL, shown TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS held_by_holder ON held (holder, network);
  CREATE TRIGGER IF NOT EXISTS card_is_let_go AFTER DELETE ON card
    BEGIN DELETE FROM held WHERE message = OLD.message; END;
  CREATE TRIGGER IF NOT EXISTS team_card_is_held AFTER UPDATE OF message ON team_card WHEN NEW.message IS NOT NULL
    BEGIN INSERT OR REPLACE INTO held (message, network, holder) VALUES (NEW.message, NEW.network, '${NOBODY}'); END;
  CREATE TRIGGER IF NOT EXISTS team_card_is_over AFTER UPDATE OF is_over ON team_card WHEN NEW.is_over = 1
    BEGIN DELETE FROM held WHERE message = OLD.message; END;
  CREATE TRIGGER IF NOT EXISTS team_card_is_let_go AFTER DELETE ON team_card
    BEGIN DELETE FROM held WHERE message = OLD.message; END;
  INSERT OR IGNORE INTO held (message, network, holder) SELECT message, network, '${NOBODY}' FROM card;
`;

export type HeldRows = {
  /** Says that a process lives until then. */
  renew(holder: string, until: number): void;
  /** Takes what nobody holds, and what is held by who does not live any more; gives how many cards that are. */
  adopt(holder: string): number;
  /** A card that this process has just shown, whoever held it before. */
  take(holder: string, message: string, shown: string): void;
  /** Asked before every change: a process that was stopped for a while has been succeeded meanwhile. */
  holds(holder: string, message: string): boolean;
  setShown(holder: string, message: string, shown: string): void;
};

/** A holder that is not heard of for so long is forgotten, once it holds nothing. */
const FORGOTTEN_MS = 60 * 60_000;

export function heldRows(database: DatabaseSync, network: NetworkName, now: () => number): HeldRows {
  const renew = database.prepare(
    'INSERT INTO holder (id, until) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET until = excluded.until',
  );
  const orphans = `network = ?1 AND (holder = '${NOBODY}' OR holder IN (SELECT id FROM holder WHERE until <= ?2))`;
  // Looked at first, so that nothing is locked for nothing.
  const some = database.prepare(`SELECT 1 FROM held WHERE ${orphans} LIMIT 1`);
  const adopt = database.prepare(`UPDATE held SET holder = ?3 WHERE ${orphans}`);
  const dropCards = database.prepare('DELETE FROM card WHERE until < ?');
  const forget = database.prepare(
    'DELETE FROM holder WHERE until < ? AND NOT EXISTS (SELECT 1 FROM held WHERE held.holder = holder.id)',
  );
  const take = database.prepare(
    `INSERT INTO held (message, network, holder, shown) VALUES (?, ?, ?, ?)
     ON CONFLICT (message) DO UPDATE SET holder = excluded.holder, shown = excluded.shown`,
  );
  const holds = database.prepare('SELECT 1 FROM held WHERE message = ? AND holder = ?');
  const setShown = database.prepare('UPDATE held SET shown = ? WHERE message = ? AND holder = ?');
  return {
    renew: (holder, until) => void renew.run(holder, until),
    adopt: (holder) => {
      if (some.get(network, now()) === undefined) return 0;
      dropCards.run(now());
      forget.run(now() - FORGOTTEN_MS);
      return Number(adopt.run(network, now(), holder).changes);
    },
    take: (holder, message, shown) => void take.run(message, network, holder, shown),
    holds: (holder, message) => holds.get(message, holder) !== undefined,
    setShown: (holder, message, shown) => void setShown.run(shown, message, holder),
  };
}
