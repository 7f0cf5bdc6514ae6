/** What changes an account: its settings, who signs for it, and its data. */

export const changesSettings = (account: string, changes: string): string =>
  `Changes settings of ${account}: ${changes || 'nothing'}`;
export const removesData = (name: string, account: string): string => `Removes the data entry ${name} of ${account}`;
export const writesData = (name: string, account: string, value: string): string =>
  `Writes the data entry ${name} of ${account}: ${value}`;
export const voidsSequence = (account: string): string =>
  `raises the sequence number of ${account}: transactions prepared with a lower one become void`;
export const raisesSequence = (account: string, to: bigint): string =>
  `Raises the sequence number of ${account} to ${to}, if it is lower`;
export const RUNS_INFLATION: string = 'Runs inflation, which Stellar no longer has: it does nothing';

export const noLongerSigns = (who: string): string => `${who} can no longer sign`;
export const takesRightToSign = (who: string, account: string): string =>
  `takes from ${who} the right to sign for ${account}`;
export const canSign = (who: string, weight: number): string => `${who} can sign, with weight ${weight}`;
export const letsSign = (who: string, account: string, weight: number): string =>
  `lets ${who} sign for ${account}, with weight ${weight}: that may be enough to take all that the account holds`;
export const ownKeyWeight = (weight: number): string => `its own key has weight ${weight}`;
export const endsOwnKey = (account: string): string => `ends the right of ${account} to sign with its own key`;
export const setsOwnKey = (account: string, weight: number): string =>
  `sets the weight of the own key of ${account} to ${weight}`;
type Level = 'low' | 'medium' | 'high';
export const levelNeeds = (level: Level, weight: number): string =>
  `operations of ${level} security need weight ${weight}`;
export const setsLevel = (level: Level, account: string, weight: number): string =>
  `sets the weight that operations of ${level} security of ${account} need to ${weight}: if its signers’ weights add up to less, the account is locked`;

export const ACCOUNT_FLAGS: Readonly<Record<number, string>> = {
  1: 'holders of its tokens need its approval',
  2: 'it may freeze its tokens',
  4: 'these settings can never change again',
  8: 'it may take its tokens back',
};
export const unknownFlags = (flags: number): string => `flags ${flags} that are not known here`;
export const permanent = (account: string): string => `makes the settings of ${account} permanent`;
export const setsFlags = (flags: string): string => `sets: ${flags}`;
export const endsFlags = (flags: string): string => `ends: ${flags}`;
export const homeDomain = (domain: string): string => `its home domain is ${domain}`;
export const inflationTo = (account: string): string => `its inflation goes to ${account}`;
