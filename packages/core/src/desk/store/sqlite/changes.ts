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
  return {
    /** If nothing changed, this reads only the end of one index. */
    since: (cursor: number | undefined): Changed => {
      if (cursor === undefined) return { cursor: begin(), handles: [] };
      const rows = since.all(cursor) as { number: number; handle: string }[];
      return { cursor: rows.at(-1)?.number ?? cursor, handles: rows.map(({ handle }) => handle) };
    },
  };
}

/** Nobody waits for changes this old, and deleted handles would otherwise stay here for ever. */
export function sweepChanges(sqlite: DatabaseSync): void {
  sqlite.prepare('DELETE FROM change WHERE number <= (SELECT MAX(number) FROM change) - ?').run(MAX_CHANGES);
}
