/** Who holds a wallet in a server: saved by the bot, proven to the desk. */
import type { Desk } from '@countersign/core';
import { deskOf, type Person, type State } from './state.ts';
import type { Wallet } from './wallet-rows.ts';

export type KnownWallet = Wallet & {
  /** When a signature proved that it is theirs, in epoch milliseconds. */
  readonly provenAt: number | undefined;
};

/** Where saved and proven wallets are read. */
export type Wallets = {
  readonly desk: Desk;
  readonly state: Pick<State, 'wallet' | 'membersWith'>;
};

/** @returns nothing where the person has saved none in that server */
export async function knownWallet({ desk, state }: Wallets, person: Person): Promise<KnownWallet | undefined> {
  const wallet = await state.wallet(person);
  if (wallet === undefined) return undefined;
  return { ...wallet, provenAt: await deskOf(desk, person).walletProvenAt(wallet.address) };
}

export async function hasProven({ desk }: Pick<Wallets, 'desk'>, person: Person, address: string): Promise<boolean> {
  return (await deskOf(desk, person).walletProvenAt(address)) !== undefined;
}

/** The members who hold a wallet, and whether they have proven it. */
export type Holders = { readonly members: readonly string[]; readonly isProven: boolean };

/**
 * The members who hold a wallet: those who have proven it, or, where no one has, those who have saved it. Anybody can
 * save any wallet, so next to a proof that counts for nothing.
 */
export async function holdersOf(bot: Wallets, guildId: string, address: string): Promise<Holders> {
  const proven = await proversOf(bot, guildId, address);
  if (proven.length > 0) return { members: proven, isProven: true };
  return { members: await bot.state.membersWith(guildId, address), isProven: false };
}

export async function holdersIn(bot: Wallets, guildId: string, wallets: readonly string[]) {
  const found = await Promise.all(wallets.map(async (each) => [each, await holdersOf(bot, guildId, each)] as const));
  return new Map(found);
}

/** The members who have proven a wallet, and have not saved another one since. */
export async function proversOf({ desk, state }: Wallets, guildId: string, address: string) {
  const proven: string[] = [];
  for (const userId of await desk.walletProversOf(guildId, address)) {
    if ((await state.wallet({ guildId, userId }))?.address === address) proven.push(userId);
  }
  return proven;
}
