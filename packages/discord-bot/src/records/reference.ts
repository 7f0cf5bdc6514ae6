/** Which escrow a person means: an id or an address, as a suggestion gives it, or its title as they typed it. */
import type { PersonalDesk } from '@countersign/core';
import { addressProblem } from '@countersign/core/escrow';
import { type Title, titlesOf } from './titles.ts';

/** Of a handle, or the hash of one of its transactions. */
export const isId = (text: string): boolean => /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/.test(text);
/** More than a select can offer. */
const MOST_MATCHES = 30;

/** Neither an id nor an address, nor the title of exactly one escrow; the person is asked which one they mean. */
export class UnclearTitle extends Error {
  readonly text: string;
  readonly matches: readonly Title[];

  constructor(text: string, matches: readonly Title[]) {
    super('a title that is not the title of one escrow');
    this.text = text;
    this.matches = matches;
  }
}

/**
 * @returns a mistyped address as it is, which the desk refuses with the reason
 * @throws UnclearTitle
 */
export async function escrowMeant(
  desk: PersonalDesk,
  text: string,
): Promise<{ readonly id: string } | { readonly contractId: string }> {
  const given = text.trim();
  if (isId(given)) return { id: given };
  if (given === '' || isLikeAddress(given)) return { contractId: given };
  const matches = given.length > 100 ? [] : await titlesOf(desk, given, MOST_MATCHES);
  // Escrows that others shared are never guessed; the suggestions offer them and say whose they are.
  const own = matches.filter(({ isShared }) => isShared !== true);
  const exact = own.filter(({ title }) => title.toLowerCase() === given.toLowerCase());
  const [only, ...others] = exact.length === 1 ? exact : own;
  if (only === undefined || others.length > 0) throw new UnclearTitle(given, matches);
  return { id: only.id };
}

/** As `escrowMeant`, for handles only. @throws UnclearTitle */
export async function handleMeant(desk: PersonalDesk, text: string): Promise<string> {
  const meant = await escrowMeant(desk, text);
  return 'id' in meant ? meant.id : meant.contractId;
}

/** Whether it is an address, perhaps a mistyped one. */
export const isLikeAddress = (text: string): boolean =>
  addressProblem(text, ['contract']) === undefined || /^[A-Z0-9]{20,}$/.test(text);
