/** Confirmations of a handle's stops, and the people whom its owner lets in. */
import type { DatabaseSync } from 'node:sqlite';
import { numbered } from '../../../platform/sqlite.ts';
import type { Person, Right } from '../../person.ts';

export function consentKeeper(sqlite: DatabaseSync) {
  const insertConfirmation = sqlite.prepare(
    'INSERT OR IGNORE INTO confirmation (handle, content, by) VALUES (?, ?, ?)',
  );
  const confirmation = sqlite.prepare(
    'SELECT 1 FROM confirmation WHERE handle = ?1 AND content = ?2 AND (?3 IS NULL OR by = ?3)',
  );
  const dropConfirmations = sqlite.prepare('DELETE FROM confirmation WHERE handle = ?');
  const insertParticipant = sqlite.prepare(
    `INSERT INTO participant (handle, tenant, person, right) VALUES (?, ?, ?, ?)
     ON CONFLICT (handle, tenant, person) DO UPDATE SET right = excluded.right`,
  );
  const participant = sqlite.prepare('SELECT right FROM participant WHERE handle = ? AND tenant = ? AND person = ?');
  return {
    confirm: (handle: string, content: string, by: string): void => void insertConfirmation.run(handle, content, by),
    /** @param by absent: by anybody */
    isConfirmed: (handle: string, content: string, by: string | undefined): boolean =>
      confirmation.get(numbered(handle, content, by ?? null)) !== undefined,
    dropConfirmations: (handle: string): void => void dropConfirmations.run(handle),
    grant: (handle: string, { tenant, id }: Person, right: Right): void =>
      void insertParticipant.run(handle, tenant, id, right),
    rightOf: (handle: string, { tenant, id }: Person): Right | undefined =>
      (participant.get(handle, tenant, id) as { right: Right } | undefined)?.right,
  };
}
