/** An escrow as everybody may see it: without anything that a member prepared or named for themselves. */
import type { Desk, EscrowView } from '@countersign/core';
import { deskOf } from '../state.ts';
import { holdersOf, type Wallets } from '../wallets/holders.ts';
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

/** Members of that server who hold one of these wallets. */
export async function membersOf(bot: Wallets, guildId: string, addresses: readonly string[]): Promise<string[]> {
  const found = await Promise.all(addresses.map((address) => holdersOf(bot, guildId, address)));
  return [...new Set(found.flat())];
}

/** Members of that server who hold a wallet whose turn it is. */
export const membersCalled = (bot: Wallets, guildId: string, view: EscrowView) =>
  membersOf(bot, guildId, calledOn(view));
