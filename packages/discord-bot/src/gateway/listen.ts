/** When this process connects to the gateway: always, or when it is its turn. */

import type { DiscordSettings } from '../settings.ts';
import { connect } from './client.ts';
import type { ListenRows } from './listen-rows.ts';
import { type Turns, takeTurns } from './turns.ts';

/** For interactions over HTTP only. */
export const NO_GATEWAY: Turns = { isReady: () => true, standsBy: () => false, close: async () => undefined };

/**
 * On one machine every process is connected, so that nothing is missed when one ends; of several machines only one is.
 * @param rows of the database that the machines share; absent: there is one machine
 * @throws CountersignError SETTING_INVALID, DISCORD_UNREACHABLE, STORE_UNUSABLE
 */
export async function listen(
  discord: DiscordSettings,
  rows: ListenRows | undefined,
  how: Parameters<typeof connect>[1],
): Promise<Turns> {
  if (rows === undefined) return { ...(await connect(discord, how)), standsBy: () => false };
  const { first, last, count } = discord.shards ?? {};
  const shards = `${discord.applicationId} ${count === undefined ? 'all' : `${first}-${last}/${count}`}`;
  return await takeTurns({ rows, shards, connect: () => connect(discord, how), log: how.log });
}
