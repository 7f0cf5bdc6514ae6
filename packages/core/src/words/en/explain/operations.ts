/** Names of operations, and what payments, offers and trustlines do. */
import type { OperationKind } from '../../operation-kind.ts';

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
