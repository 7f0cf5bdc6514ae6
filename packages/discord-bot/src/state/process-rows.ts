/** Which interactions the processes of one data folder or database have taken. */
import type { Database } from '@countersign/core/platform/database';

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
