/** Names of operations, and what those do that call no contract. */
import type { OperationKind, Stakes } from '../../explain.ts';

export const NAMES: Readonly<Record<OperationKind, string>> = {
  createAccount: 'the creation of an account',
  payment: 'a payment',
  pathPayment: 'a payment through the exchange',
  accountMerge: 'the closing of an account',
  offer: 'an offer on the exchange',
  poolDeposit: 'a deposit into a liquidity pool',
  poolWithdraw: 'a withdrawal from a liquidity pool',
  setOptions: 'a change of an account’s settings',
  manageData: 'a data entry of an account',
  bumpSequence: 'a jump of an account’s sequence number',
  inflation: 'inflation',
  changeTrust: 'a trustline',
  allowTrust: 'an approval of a holder',
  setTrustLineFlags: 'a change of a holder’s approval',
  clawback: 'a clawback',
  claimableBalance: 'a claimable balance',
  claim: 'the claim of a balance',
  beginSponsoring: 'the beginning of a sponsorship',
  endSponsoring: 'the end of a sponsorship',
  revokeSponsorship: 'a sponsorship handed back',
  contract: 'a contract’s work',
  prolong: 'a longer life for contract data',
  restore: 'the restoring of contract data',
};

export const putsAtStake = (name: string, stakes: Stakes, account: string): string =>
  stakes === 'money'
    ? `is ${name}, which may take money from ${account}`
    : `is ${name}: sign it for ${account} only if you know what it is for`;

export const of = (words: string, account: string): string => `${words} of ${account}`;

export const createsAccount = (account: string, amount: string): string =>
  `Creates the account ${account} and gives it ${amount}`;
export const paysFrom = (what: string, from: string, to: string): string => `pays ${what} from ${from} to ${to}`;
export const pays = (what: string, to: string): string => `Pays ${what} to ${to}`;
export const paysExactly = (what: string, to: string, most: string): string =>
  `Pays exactly ${what} to ${to}, for at most ${most}`;
export const getsAtLeast = (to: string, least: string): string => `of which ${to} gets at least ${least}`;
export const sendsOf = (what: string, account: string, gets: string): string =>
  `sends exactly ${what} of ${account}, ${gets}`;
export const sends = (what: string, gets: string): string => `Sends exactly ${what}, ${gets}`;
export const closesAccount = (account: string, to: string): string =>
  `Closes the account ${account} for good and gives all of its XLM to ${to}`;

export const endsTrustline = (account: string, token: string): string =>
  `Ends the trustline of ${account} for ${token}`;
export const letsHold = (account: string, token: string, most: string | undefined): string =>
  `Lets ${account} hold ${token}, ${most === undefined ? 'without a limit' : `up to ${most}`}`;
export const POOL_SHARES: string = 'shares of a liquidity pool';
export const takenFrom = (what: string, from: string): string => `${what} from ${from}`;
export const takesWithoutAsking = (what: string): string => `takes ${what} without asking`;
export const takesAndDestroys = (what: string): string => `Takes ${what}, and destroys it`;

/** What changes an account: its settings, who signs for it, and its data. */

export const changesSettings = (account: string, changes: string): string =>
  `Changes settings of ${account}: ${changes || 'nothing'}`;

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

export const permanent = (account: string): string => `makes the settings of ${account} permanent`;
