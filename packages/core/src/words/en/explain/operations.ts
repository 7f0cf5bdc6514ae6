/** Names of operations, and what those do that call no contract. */
import type { OperationKind } from '../../explain.ts';

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
export const exchangedThrough = (assets: readonly string[]): string => `, exchanged through ${assets.join(', then ')}`;
export const closesAccount = (account: string, to: string): string =>
  `Closes the account ${account} for good and gives all of its XLM to ${to}`;

export const offers = (offer: bigint): string => (offer === 0n ? 'Offers' : `Changes offer ${offer}: it offers`);
export const toSell = (opens: string, what: string, other: string, price: string): string =>
  `${opens} to sell ${what} for ${other}, at ${price} of it for each`;
export const toBuy = (opens: string, what: string, other: string, price: string): string =>
  `${opens} to buy ${what} with ${other}, at ${price} of it for each`;
export const withoutSamePrice = (words: string): string => `${words}, without taking an offer at the same price`;
export const takesBackOffer = (offer: bigint, selling: string, buying: string): string =>
  `Takes back offer ${offer}, of ${selling} for ${buying}`;
type Deposit = { first: string; second: string; pool: string; least: string; most: string };
export const putsIntoPool = ({ first, second, pool, least, most }: Deposit): string =>
  `Puts at most ${first} of the first and ${second} of the second asset into ${pool}, at a price between ${least} and ${most} (the pool’s assets are not named in the transaction)`;
type Withdrawal = { shares: string; pool: string; first: string; second: string };
export const givesPoolShares = ({ shares, pool, first, second }: Withdrawal): string =>
  `Gives ${shares} shares of ${pool} back for at least ${first} of its first and ${second} of its second asset (they are not named in the transaction)`;

export const TRUST_FLAGS: Readonly<Record<number, string>> = {
  1: 'may hold and move it',
  2: 'may keep what it offers, and no more',
  4: 'the issuer may take it back',
};
export const endsTrustline = (account: string, token: string): string =>
  `Ends the trustline of ${account} for ${token}`;
export const letsHold = (account: string, token: string, most: string | undefined): string =>
  `Lets ${account} hold ${token}, ${most === undefined ? 'without a limit' : `up to ${most}`}`;
export const saysOf = (holder: string, token: string, flags: string): string =>
  `Says of ${holder} and ${token}: ${flags}`;
export const freezes = (token: string, holder: string): string => `Freezes the ${token} of ${holder}`;
export const fromNowOn = (set: string, cleared: string): string => `from now on ${set}; no longer ${cleared}`;
export const takenFrom = (what: string, from: string): string => `${what} from ${from}`;
export const takesWithoutAsking = (what: string): string => `takes ${what} without asking`;
export const takesAndDestroys = (what: string): string => `Takes ${what}, and destroys it`;
export const destroysBalance = (balance: string): string =>
  `destroys ${balance} without asking those who could claim it`;
export const takesBalanceBack = (balance: string): string => `Takes ${balance} back, and destroys it`;
export const poolShares = (first: string, second: string, fee: number): string =>
  `shares of the liquidity pool of ${first} and ${second} (its fee is ${fee} %)`;
export const sharesOf = (pool: string): string => `shares of ${pool}`;

/** Claimable balances and sponsorships. */

export const toBeClaimedBy = (who: string): string => `to be claimed by ${who}`;
export const OR_BY: string = '; or by ';
export const setsAsideOf = (what: string, account: string, by: string): string =>
  `sets ${what} of ${account} aside, ${by}`;
export const setsAside = (what: string, by: string): string => `Sets ${what} aside, ${by}`;
export const claims = (balance: string, account: string): string =>
  `Claims ${balance} for ${account} (what it holds is not in the transaction)`;
export const putsUpReserves = (account: string, other: string): string =>
  `Lets ${account} put up the reserves for what ${other} creates in the operations that follow`;
export const endsSponsorship = (account: string): string => `Ends the sponsorship of ${account} that began before`;
export const stopsSponsoring = (entry: string): string => `Stops sponsoring ${entry}`;
export const stopsSponsoringSigner = (signer: string, account: string): string =>
  `Stops sponsoring the signer ${signer} of ${account}`;

export const MORE_CONDITIONS: string = '(under more conditions)';
export const AT_ANY_TIME: string = 'at any time';
export const AND: string = ' and ';
export const OR: string = ' or ';
export const NEVER: string = 'never';
export const not = (condition: string): string => `not ${condition}`;
export const before = (time: string): string => `before ${time}`;
export const withinSeconds = (seconds: bigint): string => `within ${seconds} s of its creation`;

export const theAccount = (account: string): string => `the account ${account}`;
export const theTrustline = (account: string, token: string): string => `the trustline of ${account} for ${token}`;
export const theOffer = (offer: bigint, account: string): string => `offer ${offer} of ${account}`;
export const theData = (name: string, account: string): string => `the data entry ${name} of ${account}`;
export const contractData = (contract: string): string => `data of contract ${contract}`;
export const contractCode = (hash: string): string => `contract code ${hash}`;
export const entryOfKind = (kind: string): string => `an entry of the kind ${kind}`;

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
