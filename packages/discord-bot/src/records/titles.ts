/** Titles of this person's escrows here, and of those in which their saved wallet takes part: found without an address. */
import type { PersonalDesk } from '@countersign/core';
import type { Wallet } from '../wallets/wallet-rows.ts';
import type { Words } from '../words/index.ts';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

/** "90.5 USDC", "settled", and whether it is somebody else's, who then chose its title. */
export function aboutTitle({ status, isShared, isParty }: Title, amount: string, words: Words['records']): string {
  const whose = isParty ? words.YOUR_WALLET : isShared ? words.SHARED_WITH_YOU : '';
  const said = [amount, words.PHASES[status], whose].filter((each) => each !== '');
  return said.map((each) => ` · ${each}`).join('');
}

/** The most that are listed at once. */
export const MOST_TITLES = 200;

/**
 * Newest first, from the store alone.
 * @param text beginnings of words; an empty text finds all
 * @param wallet the person's, to find also what others prepared with it
 */
export function titlesOf(
  desk: PersonalDesk,
  text: string,
  limit: number,
  wallet?: Pick<Wallet, 'address'>,
): Promise<readonly Title[]> {
  return desk.titles(text.slice(0, 200), limit, { wallet: wallet?.address });
}
