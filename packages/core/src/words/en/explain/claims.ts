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
