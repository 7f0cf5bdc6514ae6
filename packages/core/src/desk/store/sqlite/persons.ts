/** What is kept of a person, in the store's file: the limits they set themselves, and whom they dealt with before. */
import type { DatabaseSync } from 'node:sqlite';
import type { Person } from '../../person.ts';
import type { OwnLimits } from '../offers.ts';

export function personKeeper(sqlite: DatabaseSync) {
  const limits = sqlite.prepare('SELECT limits FROM person_limits WHERE tenant = ? AND person = ?');
  const setLimits = sqlite.prepare(
    `INSERT INTO person_limits (tenant, person, limits) VALUES (?, ?, ?)
     ON CONFLICT (tenant, person) DO UPDATE SET limits = excluded.limits`,
  );
  const insertKnown = sqlite.prepare('INSERT OR IGNORE INTO known (tenant, person, key) VALUES (?, ?, ?)');
  const isKnown = sqlite.prepare('SELECT 1 FROM known WHERE tenant = ? AND person = ? AND key = ?');
  return {
    limitsOf: ({ tenant, id }: Person): OwnLimits | undefined => {
      const row = limits.get(tenant, id) as { limits: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.limits) as OwnLimits);
    },
    setLimits: ({ tenant, id }: Person, own: OwnLimits): void => void setLimits.run(tenant, id, JSON.stringify(own)),
    known: ({ tenant, id }: Person, keys: readonly string[]): ReadonlySet<string> =>
      new Set(keys.filter((key) => isKnown.get(tenant, id, key) !== undefined)),
    /** Within a write. */
    remember: ({ tenant, id }: Person, keys: readonly string[]): void => {
      for (const key of keys) insertKnown.run(tenant, id, key);
    },
  };
}
