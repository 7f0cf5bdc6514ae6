/** People’s own wallets. */

// A wallet that was changed lately, on whatever shows its address.
/** @param who as a mention */
export const changedLately = (who: string, address: string, when: string): string =>
  `**Look twice:** ${who} changed the wallet saved here to ${address} ${when}. Ask them in another way whether it was them.`;
export const moreChanged = (left: number): string => `And ${left} more.`;
