/** What this person's escrows here are called: by what they are found again without an address. */
import type { PersonalDesk } from '@countersign/core';
import type { Words } from '../words/index.ts';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

/** "90.5 USDC", "settled", and of somebody else's that it is theirs: they chose its title. */
export function aboutTitle({ status, isShared }: Title, amount: string, words: Words['records']): string {
  const said = [amount, words.PHASES[status], isShared ? words.SHARED_WITH_YOU : ''].filter((each) => each !== '');
  return said.map((each) => ` · ${each}`).join('');
}

/** The most that are told at once. */
export const MOST_TITLES = 200;

/** Newest first, as the store has them: nobody is asked. @param text how words of it begin; an empty one finds all */
export function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  return desk.titles(text.slice(0, 200), limit);
}
