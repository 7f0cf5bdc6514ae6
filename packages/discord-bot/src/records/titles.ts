/** What this person's escrows here are called: by what they are found again without an address. */
import type { PersonalDesk } from '@countersign/core';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

export const PHASE_WORDS: Readonly<Record<Title['status'], string>> = {
  open: 'to be signed',
  sent: 'sent, outcome not known yet',
  settled: 'settled',
  ended: 'ended',
};

/** The most that are told at once. */
export const MOST_TITLES = 200;

/** Newest first, as the store has them: nobody is asked. @param text how words of it begin; an empty one finds all */
export function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  return desk.titles(text.slice(0, 200), limit);
}
