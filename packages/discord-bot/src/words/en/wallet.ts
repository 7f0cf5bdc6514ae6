/** People’s own wallets. */

// A wallet that was changed lately, on whatever shows its address.
/** @param who as a mention */
export const changedLately = (who: string, address: string, when: string): string =>
  `**Look twice:** ${who} changed the wallet saved here to ${address} ${when}. Ask them in another way whether it was them.`;
export const moreChanged = (left: number): string => `And ${left} more.`;

export const NONE: string = 'No wallet is saved';
export const GIVE_ONE: string = 'Give your own account address: /escrow wallet address: G…';
export const YOURS: string = 'Your wallet here';
/** @param when "2 days ago" */
export const savedSince = (when: string): string =>
  `You set it ${when}; nothing proves that it is yours. It signs what you deploy from a file without a signer, pays and takes the steps that are yours on /escrow show, and asks for balances.`;
export const CHANGE: string = 'Change your wallet?';
export const now = (address: string, when: string): string => `**Now** ${address}, which you set ${when}`;
export const anew = (address: string): string => `**New** ${address}`;
export const COMPARE: string =
  'Compare every character with what your wallet shows. Nothing changes until you press the button.';
export const CHANGE_IT: string = 'Change it';
