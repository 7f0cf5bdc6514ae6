/** What escrows hold. */

export const HEADING: string = 'Balances';
export const moreIn = (left: number, file: string): string => `${left} more are in ${file}.`;
export const ledgerAt = (host: string): string => `The ledger was read at ${host}.`;
export const readAt = (network: string, when: string): string =>
  `${network}, read ${when}, in units of each escrow’s token`;
export const NOT_READ: string = 'Not read.';
/** "60.5 of 90.5": of what its terms have yet to pay out. */
export const ofNeeded = (balance: string, needed: string): string => `${balance} of ${needed}`;
export const inEscrow = (address: string): string => `in ${address}`;
export const over = (amount: string): string => `; ${amount} more than it needs`;
export const ARCHIVED: string = '; archived on the ledger, where nothing is lost';
export const inAll = (amount: string, count: number): string =>
  `**In all ${amount}** in ${count} ${count === 1 ? 'escrow' : 'escrows'}`;
export const notCounted = (left: number): string => `${left} not counted: their token or balance is not known.`;
export const progress = (count: number, all: number): string => `${count} of ${all} read.`;
export const NONE_SETTLED: string = 'None of your escrows in this server has settled yet. /escrow list shows them.';
export const NOTHING_NAMED: string =
  'Give an escrow by its title or its address, or use all: True for all of yours in this server.';
export const tooMany = (count: number, most: number): string =>
  `names ${count} escrows; at most ${most} are read at once`;
export const WAS_NOT_READ: string = 'was not read';
export const itIs = (problem: string): string => `It ${problem}.`;
export const notReadSince = (message: string): string => `Not read. ${message}`;
export const WHO_ASKS: string = 'The service needs to know who is asking, and you have saved no wallet here.';
export const SAVE_WALLET: string = 'Save your own account address once with /escrow wallet, then try again.';
