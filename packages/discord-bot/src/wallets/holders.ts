/** Which members a wallet stands for, when somebody is pinged for it. */
import type { Desk } from '@countersign/core';
import type { State } from '../state.ts';

/** Where saved and proven wallets are read. */
export type Wallets = {
  readonly desk: Pick<Desk, 'walletProversOf'>;
  readonly state: Pick<State, 'wallet' | 'membersWith'>;
};

/**
 * The members who hold a wallet: those who have proven it, or, where nobody has, those who have saved it. Anybody can
 * save any wallet, so beside a proof that counts for nothing.
 */
export async function holdersOf(bot: Wallets, guildId: string, address: string): Promise<readonly string[]> {
  const proven = await proversOf(bot, guildId, address);
  return proven.length > 0 ? proven : await bot.state.membersWith(guildId, address);
}

/** The members who have proven a wallet, and have not saved another one since. */
export async function proversOf(
  { desk, state }: Wallets,
  guildId: string,
  address: string,
): Promise<readonly string[]> {
  const proven: string[] = [];
  for (const userId of await desk.walletProversOf(guildId, address)) {
    if ((await state.wallet({ guildId, userId }))?.address === address) proven.push(userId);
  }
  return proven;
}
