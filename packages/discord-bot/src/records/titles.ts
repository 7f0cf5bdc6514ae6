/** Titles of this person's escrows here, by which they find them without an address. */
import type { PersonalDesk } from '@countersign/core';
import type { Words } from '../words/index.ts';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

/** "90.5 USDC", "settled", and whether it is somebody else's, who then chose its title. */
export function aboutTitle({ status, isShared }: Title, amount: string, words: Words['records']): string {
  const said = [amount, words.PHASES[status], isShared ? words.SHARED_WITH_YOU : ''].filter((each) => each !== '');
  return said.map((each) => ` · ${each}`).join('');
}

/** The most that are listed at once. */
export const MOST_TITLES = 200;

/** Newest first, from the store alone. @param text beginnings of words; an empty text finds all */
export function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  return desk.titles(text.slice(0, 200), limit);
}
