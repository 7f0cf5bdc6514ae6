/** Titles of this person's escrows here, and of those in which their saved wallet takes part. */

import type { PersonalDesk } from '@countersign/core';
import { addressProblem } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import type { Wallet } from '../state/wallet-rows.ts';
import type { Task } from '../task.ts';
import type { Words } from '../words/index.ts';

export type Title = Awaited<ReturnType<PersonalDesk['titles']>>[number];

/**
 * "90.5 USDC", "Settled", and whether it is somebody else's, who then chose its title.
 * @param state of a settled escrow, where it was read
 */
export function aboutTitle(
  { id, status, isShared, isParty, setAside, damaged }: Title,
  amount: string,
  { records, core }: Words,
  state: string = status === 'ended' ? records.ended : core.STATE_WORDS[STATE_OF[status]],
): string {
  const whose = isParty ? records.yourWallet : isShared ? records.sharedWithYou : '';
  const shown = damaged ? format(records.damaged, { id }) : setAside ? core.STATE_WORDS['set-aside'] : state;
  const parts = [amount, shown, whose].filter((each) => each !== '');
  return parts.map((each) => ` · ${each}`).join('');
}

/** What all requests of a phase have in common. */
const STATE_OF = { open: 'prepared', sent: 'unknown', settled: 'settled' } as const;

export const MOST_TITLES = 200;

/** Newest first. @param text beginnings of words. @param wallet finds also what others prepared with it */
export function titlesOf(desk: PersonalDesk, text: string, limit: number, wallet?: Pick<Wallet, 'address'>) {
  return desk.titles(text.slice(0, 200), limit, { wallet: wallet?.address });
}

/** Of a request, or the hash of one of its transactions. */
export const isId = (text: string): boolean => /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/.test(text);
/** More than a select can transaction. */
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

/** @returns a mistyped address as it is, which the desk refuses with the reason. @throws UnclearTitle */
export async function escrowMeant(
  { bot, desk, person }: Pick<Task, 'bot' | 'desk' | 'person'>,
  text: string,
): Promise<{ readonly id: string } | { readonly contractId: string }> {
  const meant = await meantBy(desk, text, await bot.state.wallet(person));
  const isAddress = !isId(meant) && (meant === '' || isLikeAddress(meant));
  return isAddress ? { contractId: meant } : { id: meant };
}

/** @returns an id or an address. @throws UnclearTitle */
async function meantBy(desk: PersonalDesk, text: string, wallet?: Wallet): Promise<string> {
  const wanted = text.trim();
  if (isId(wanted) || wanted === '' || isLikeAddress(wanted)) return wanted;
  const matches = wanted.length > 100 ? [] : await titlesOf(desk, wanted, MOST_MATCHES, wallet);
  // Escrows that others shared are never guessed; the suggestions offer them and say whose they are. Nor does anybody
  // else's escrow with the person's wallet in it come between them and their own.
  const readable = matches.filter(({ damaged }) => damaged === undefined);
  const own = readable.filter(({ isShared }) => isShared !== true);
  const all = own.length > 0 ? own : readable.filter(({ isParty }) => isParty === true);
  const exact = all.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  const [only, ...others] = exact.length === 1 ? exact : all;
  if (only === undefined || others.length > 0) throw new UnclearTitle(wanted, matches);
  return only.id;
}

/** As `escrowMeant`, for requests only. @throws UnclearTitle */
export const requestMeant = (desk: PersonalDesk, text: string): Promise<string> => meantBy(desk, text);

export const isLikeAddress = (text: string): boolean =>
  addressProblem(text, ['contract']) === undefined || /^[A-Z0-9]{20,}$/.test(text);
