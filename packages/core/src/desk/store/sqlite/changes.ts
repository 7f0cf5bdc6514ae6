/** Which handles changed, in the order of their last change: one feed for all processes that share the file. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_CHANGES } from '../limits.ts';
import type { Changed } from '../store.ts';

/**
 * One row for each handle. Deleted and inserted again, since within a trigger the outer statement decides how conflicts
 * are resolved, so REPLACE may not apply.
 */
const note = (handle: string) =>
  `DELETE FROM change WHERE handle = ${handle}; INSERT INTO change (handle) VALUES (${handle});`;

/** Without `opened_at`: opening a page does not change the handle's state. */
const HANDLE_COLUMNS = 'request_key, request, tenant, person, judged, names, replaces, ended';
const PARTS = ['offer', 'confirmation', 'kept_signature'] as const;

const ofPart = (table: (typeof PARTS)[number]) =>
  (['INSERT', 'UPDATE', 'DELETE'] as const)
    .map((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return `
  CREATE TRIGGER ${table}_${event.toLowerCase()}_is_told AFTER ${event} ON ${table} WHEN ${row}.handle IS NOT NULL
  BEGIN ${note(`${row}.handle`)} END;`;
    })
    .join('');

/** AUTOINCREMENT never reuses a number, even if the newest row is deleted. */
export const CHANGES = `
  CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    handle TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TRIGGER handle_insert_is_told AFTER INSERT ON handle BEGIN ${note('NEW.id')} END;
  CREATE TRIGGER handle_update_is_told AFTER UPDATE OF ${HANDLE_COLUMNS} ON handle BEGIN ${note('NEW.id')} END;
  CREATE TRIGGER handle_delete_is_told AFTER DELETE ON handle BEGIN ${note('OLD.id')} END;
  ${PARTS.map(ofPart).join('')}
`;

export function changeFeed(sqlite: DatabaseSync) {
  const newest = sqlite.prepare('SELECT COALESCE(MAX(number), 0) AS cursor FROM change');
  const since = sqlite.prepare('SELECT number, handle FROM change WHERE number > ? ORDER BY number');
  const begin = () => (newest.get() as { cursor: number }).cursor;
  const byOthers = sqlite.prepare('PRAGMA data_version');
  const byUs = sqlite.prepare('SELECT total_changes() AS rows');
  /** Another number after any write: the file's own goes up by what other connections write, not by this one's. */
  const written = () =>
    `${(byOthers.get() as { data_version: number }).data_version} ${(byUs.get() as { rows: number }).rows}`;
  let seen: { readonly written: string; readonly cursor: number } | undefined;
  return {
    /** While nobody writes, nothing of the tables is read. */
    since: (cursor: number | undefined): Changed => {
      // Before the rows: what is written in between is looked for next time.
      const now = written();
      if (cursor !== undefined && seen?.cursor === cursor && seen.written === now) return { cursor, handles: [] };
      const rows = cursor === undefined ? [] : (since.all(cursor) as { number: number; handle: string }[]);
      const next = rows.at(-1)?.number ?? cursor ?? begin();
      seen = { written: now, cursor: next };
      return { cursor: next, handles: rows.map(({ handle }) => handle) };
    },
  };
}

/** Nobody waits for changes this old, and deleted handles would otherwise stay here for ever. */
export function sweepChanges(sqlite: DatabaseSync): void {
  sqlite.prepare('DELETE FROM change WHERE number <= (SELECT MAX(number) FROM change) - ?').run(MAX_CHANGES);
}
