/** Where each request for a signature is posted: one card per request. */
import type { NetworkName } from '@countersign/core/network';
import { type Database, putRow } from '@countersign/core/platform/database';

export type TeamCard = {
  readonly handle: string;
  readonly guild: string;
  readonly channel: string;
  readonly thread: string | null;
  /** Absent while it is being posted. */
  readonly message: string | null;
  readonly asker: string;
  /** The member who is asked; absent: anyone who may sign. */
  readonly asked: string | null;
  readonly signer: string;
  readonly contract: string;
  readonly title: string;
  /** Who it waits for (`views/team-card.ts`). */
  readonly role: string;
  readonly shown: string;
};

const COLUMNS = 'handle, guild, channel, thread, message, asker, asked, signer, contract, title, role, shown';
const READ = `SELECT ${COLUMNS} FROM team_card`;
/** What a process that ended left half done. */
const HALF_DONE_MS = 120_000;

export function teamRows({ query }: Database, network: NetworkName, now: () => number) {
  const isOpen = 'network = $1 AND is_over = 0 AND message IS NOT NULL';
  return {
    get: async (requestId: string): Promise<TeamCard | undefined> =>
      (await query<TeamCard>(`${READ} WHERE handle = $1`, requestId))[0],
    /** False if there is one already: only one of two presses or processes posts it. */
    reserve: async (card: TeamCard): Promise<boolean> => {
      await query('DELETE FROM team_card WHERE message IS NULL AND at < $1', now() - HALF_DONE_MS);
      return await putRow(query, 'team_card', { ...card, network, is_over: 0, at: now() });
    },
    posted: (requestId: string, thread: string | null, message: string) =>
      query('UPDATE team_card SET thread = $1, message = $2 WHERE handle = $3', thread, message, requestId),
    /** @param isOver nothing more becomes of it */
    setShown: (requestId: string, shown: string, isOver: boolean) =>
      query('UPDATE team_card SET shown = $1, is_over = $2 WHERE handle = $3', shown, isOver ? 1 : 0, requestId),
    drop: (requestId: string) => query('DELETE FROM team_card WHERE handle = $1', requestId),
    /** Those of a holder that still change. */
    open: (holder: string) =>
      query<TeamCard>(
        `${READ} WHERE ${isOpen} AND message IN (SELECT message FROM held WHERE holder = $2)`,
        ...[network, holder],
      ),
    ofEscrow: (guild: string, contract: string) =>
      query<TeamCard>(`${READ} WHERE ${isOpen} AND guild = $2 AND contract = $3`, network, guild, contract),
  };
}

export const placeOf = ({ thread, channel }: TeamCard): string => thread ?? channel;
