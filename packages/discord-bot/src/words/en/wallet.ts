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
export const saidSince = (when: string): string => `You set it ${when}; nothing proves that it is yours.`;
export const provenSince = (when: string, proven: string): string =>
  `You set it ${when}, and proved ${proven} that it is yours.`;
export const WHAT_IT_DOES: string =
  'It signs what you deploy from a file without a signer, pays and takes the steps that are yours on /escrow show, and asks for balances.';
export const PROVE_IT: string = 'Prove it';
export const REMOVE_IT: string = 'Remove it';
export const REMOVED: string = 'Removed';
export const IS_REMOVED: string =
  'No wallet of yours is saved in this server any more. What you prepared stays. If you save one again, others see for a week that you changed it.';
export const SAVE: string = 'Save this wallet?';
export const SAVE_IT: string = 'Save it';
export const CHANGE: string = 'Change your wallet?';
export const now = (address: string, when: string): string => `**Now** ${address}, which you set ${when}`;
export const anew = (address: string): string => `**New** ${address}`;
export const COMPARE: string =
  'Compare every character with what your wallet shows. Nothing changes until you press the button.';
export const CHANGE_IT: string = 'Change it';

// A wallet that is to be proven.
export const PROVE: string = 'Prove that this wallet is yours';
export const HOW_TO_PROVE: string =
  'Open the page and let your wallet sign a text. It is not a transaction and costs nothing. The link is for you alone; it works once, for 15 minutes.';
export const OPEN_PAGE: string = 'Open the page';
export const LOOK_AGAIN: string = 'I have signed it';
export const NO_PAGE: string = 'This bot has no page where a wallet could sign, so your wallet stays unproven.';
/** As they stand in the text that the wallet signs. */
export const personInProof = (name: string, id: string): string => `${name} (Discord user ${id})`;
export const serverInProof = (id: string): string => `Discord server ${id}`;
