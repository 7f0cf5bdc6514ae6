/** Lists of escrows, and what is suggested while somebody types. */
import type { TitlePhase } from '../keys.ts';

export const PHASES: Readonly<Record<TitlePhase, string>> = {
  open: 'to be signed',
  sent: 'sent, outcome not known yet',
  settled: 'settled',
  ended: 'ended',
};
export const SET_ASIDE: string = 'of a ledger that was set aside';
export const damaged = (id: string): string => `damaged record ${id}: its request cannot be read`;
export const SHARED_WITH_YOU: string = 'shared with you';
export const YOUR_WALLET: string = 'with your wallet';
export const NO_TITLE: string = 'No title';

export const HEADING: string = 'Your escrows here';
export const PREVIOUS: string = 'Previous';
export const NEXT: string = 'Next';
export const place = (first: number, last: number, all: number): string =>
  `${first} to ${last} of ${all}, newest first. A number opens that escrow.`;
export const PAID_OUT: string = 'everything is paid out';
export const holds = (amount: string): string => `holds ${amount}`;
export const toWithdraw = (amount: string): string => `holds ${amount} to withdraw`;
export const WAITS_FOR_MONEY: string = ': waits for money';
export const FUNDED: string = ': funded; open it to see whose turn it is';
export const ARCHIVED: string = ', archived on the ledger';
export const NONE: string =
  'You have prepared none in this server, and none names your saved wallet. /escrow deploy makes the first one; /escrow wallet saves your wallet.';
export const NONE_SO: string = 'None of yours has this status. Use /escrow list without status for all of them.';

export const FORGOTTEN: string = 'Forgotten';
export const IT: string = 'It';
export const forgotten = (named: string): string =>
  `${named} is no longer in the records of this bot, for you and for everybody who was let in to it. The ledger keeps it, where everybody can read it: /escrow show and /escrow balance take its address. The bot keeps your saved wallet and your limits.`;

// A typed title that is unknown, or of several escrows.
export const WHICH: string = 'Which escrow?';
/** @param typed in quotation marks */
export const noneMatches = (typed: string): string =>
  `${typed} is not the title of one of your escrows here, and not an address (C…) or an id.`;
export const severalMatch = (typed: string): string => `${typed} alone does not say which escrow you mean.`;
export const CHOOSE: string = 'Choose the one you mean.';
export const CHOOSE_ONE: string = 'Choose an escrow';
export const NONE_TO_CHOOSE: string = 'You have none here that this works for. /escrow list shows what you have.';
export const giveInstead = (value: string): string => `Use the command again with ${value} in place of the title.`;
