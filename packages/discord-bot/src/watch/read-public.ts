/** An escrow as everybody may see it: without anything that a member prepared or named for themselves. */
import type { Desk, EscrowView } from '@countersign/core';
import { deskOf, type State } from '../state.ts';
import { calledOn } from './announcement.ts';
import type { Place } from './watch-tables.ts';

/** Not a member: Discord's ids are never 0. */
const NOBODY = '0';

export async function readPublic(
  desk: Desk,
  { guildId, escrow }: Pick<Place, 'guildId' | 'escrow'>,
  signal: AbortSignal | undefined,
): Promise<EscrowView> {
  return await deskOf(desk, { guildId, userId: NOBODY }).get(
    { contractId: escrow },
    signal === undefined ? {} : { signal },
  );
}

/** Members of that server who saved a wallet whose turn it is. */
export async function membersCalled(state: State, guildId: string, view: EscrowView): Promise<string[]> {
  const found = await Promise.all(calledOn(view).map((address) => state.membersWith(guildId, address)));
  return [...new Set(found.flat())];
}
