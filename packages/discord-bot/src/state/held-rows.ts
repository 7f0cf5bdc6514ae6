/** Which process keeps which card up to date, and which interactions the processes have taken. */
import type { NetworkName } from '@countersign/core/network';
import { type Database, putRow } from '@countersign/core/platform/database';
import { NO_ONE } from './tables.ts';

/** A dead holder without cards is forgotten after this long. */
const FORGOTTEN_MS = 60 * 60_000;

export type HeldRows = ReturnType<typeof heldRows>;

/**
 * Of the processes on one folder or database, only the holder edits a card. A holder renews its lease every few seconds,
 * by the shared clock; the cards of one that does not are taken over.
 */
export function heldRows({ query, write, now: clock }: Database, network: NetworkName, now: () => number) {
  const orphans = `network = $1 AND (holder = '${NO_ONE}' OR holder IN (SELECT id FROM holder WHERE until <= ${clock}))`;
  return {
    renew: async (holder: string, ms: number) => {
      await query(
        `INSERT INTO holder (id, until) VALUES ($1, ${clock} + $2)
         ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
        ...[holder, ms],
      );
    },
    /** Takes cards without a living holder. @returns how many */
    adopt: async (holder: string): Promise<number> => {
      // Checked first, to avoid needless locks.
      if ((await query(`SELECT 1 FROM held WHERE ${orphans} LIMIT 1`, network)).length === 0) return 0;
      return await write(async (ask) => {
        await ask('DELETE FROM card WHERE until < $1', now());
        await ask(
          `DELETE FROM holder WHERE until < ${clock} - ${FORGOTTEN_MS}
             AND NOT EXISTS (SELECT 1 FROM held WHERE held.holder = holder.id)`,
        );
        // Only one process takes each: the others then find a living holder.
        return (await ask(`UPDATE held SET holder = $2 WHERE ${orphans} RETURNING 1`, network, holder)).length;
      });
    },
    /** Holds a card that this process has just shown, regardless of its previous holder. */
    take: (holder: string, message: string, shown: string) =>
      putRow(query, 'held', { message, network, holder, shown }, 'message'),
    /** Asked before every change: a process that was stopped for a while may have been succeeded. */
    holds: async (holder: string, message: string) =>
      (await query('SELECT 1 FROM held WHERE message = $1 AND holder = $2', message, holder)).length > 0,
    setShown: (holder: string, message: string, shown: string) =>
      query('UPDATE held SET shown = $1 WHERE message = $2 AND holder = $3', shown, message, holder),
  };
}

export type ClaimRows = ReturnType<typeof claimRows>;

export function claimRows({ query, now: clock, textsIn }: Pick<Database, 'query' | 'now' | 'textsIn'>) {
  return {
    /** In one statement, however many rows it writes. @returns those that no one had added before */
    add: async (interactionIds: readonly string[]): Promise<readonly string[]> => {
      const added = await query<{ interaction: string }>(
        `INSERT INTO claim (interaction, at) SELECT value, ${clock} FROM ${textsIn('$1')} WHERE true
         ON CONFLICT (interaction) DO NOTHING RETURNING interaction`,
        JSON.stringify(interactionIds),
      );
      return added.map(({ interaction }) => interaction);
    },
    /** By the clock that all processes have in common: one whose own is wrong forgets nothing too early. */
    dropOlderThan: (ms: number) => query(`DELETE FROM claim WHERE at < ${clock} - CAST($1 AS BIGINT)`, ms),
  };
}
