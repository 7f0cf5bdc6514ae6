/** Which escrow a person means: an id or an address, as a suggestion gives it, or its title as they typed it. */
import type { PersonalDesk } from '@countersign/core';
import { addressProblem } from '@countersign/core/escrow';
import { titlesOf } from './titles.ts';

const ID = /^[0-9a-f]{32}$/;

/** @returns any other text as an address, which the desk refuses with the reason */
export async function escrowMeant(
  desk: PersonalDesk,
  text: string,
): Promise<{ readonly id: string } | { readonly contractId: string }> {
  const given = text.trim();
  if (ID.test(given)) return { id: given };
  if (given === '' || addressProblem(given, ['contract']) === undefined) return { contractId: given };
  const [only, ...others] = await titlesNamed(desk, given);
  return only === undefined || others.length > 0 ? { contractId: given } : { id: only.id };
}

/** As `escrowMeant`, for handles only. @returns the text itself unless it is the title of exactly one escrow */
export async function handleMeant(desk: PersonalDesk, text: string): Promise<string> {
  const meant = await escrowMeant(desk, text);
  return 'id' in meant ? meant.id : meant.contractId;
}

/** A mistyped address is not searched as a title. */
async function titlesNamed(desk: PersonalDesk, text: string) {
  if (/^[A-Z0-9]{20,}$/.test(text) || text.length > 100) return [];
  const titles = await titlesOf(desk, text, 2).catch(() => []);
  // Escrows that others shared are never guessed; the suggestions offer them and say whose they are.
  return titles.filter(({ isShared }) => isShared !== true);
}
