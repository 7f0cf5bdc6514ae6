/** What this person's escrows here are called: by what they are found again without an address. */
import type { PersonalDesk } from '@countersign/core';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

export const PHASE_WORDS: Readonly<Record<Title['status'], string>> = {
  open: 'to be signed',
  sent: 'sent, outcome not known yet',
  settled: 'settled',
  ended: 'ended',
};

/** "90.5 USDC", "settled", and of somebody else's that it is theirs: they chose its title. */
export function aboutTitle({ status, isShared }: Title, amount: string): string {
  const said = [amount, PHASE_WORDS[status], isShared ? 'shared with you' : ''].filter((each) => each !== '');
  return said.map((each) => ` · ${each}`).join('');
}

/** The most that are told at once. */
export const MOST_TITLES = 200;

/** Newest first, as the store has them: nobody is asked. @param text how words of it begin; an empty one finds all */
export function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  return desk.titles(text.slice(0, 200), limit);
}
