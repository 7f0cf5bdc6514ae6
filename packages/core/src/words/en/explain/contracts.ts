/** Calls and creations of contracts, and what their authorisations allow. */

export const whichDoes = (words: string, authorisation: string): string => `${words}; it ${authorisation}`;
export const extendsData = (ledgers: number, days: number): string =>
  `Keeps the contract data that the transaction declares to read alive for ${ledgers} ledgers (about ${days} days)`;
export const RESTORES_DATA: string = 'Restores the archived contract data that the transaction declares to write';
export const uploadsCode = (bytes: number, hash: string): string =>
  `Uploads contract code of ${bytes} bytes, with the hash ${hash}`;

export const ifFor = (contract: string, network: string): string =>
  `${contract} (if the transaction is for ${network})`;
export const constructedWith = (values: string): string => `, constructed with (${values})`;
export const createsTokenContract = (asset: string, at: string): string =>
  `Creates the token contract of ${asset} at ${at}`;
export const createsContract = (owner: string, salt: string, at: string, code: string): string =>
  `Creates a contract of ${owner} with the salt ${salt} at ${at}, with ${code}`;
export const theCode = (hash: string): string => `the code ${hash}`;
export const CODE_OF_ASSET: string = 'the code of a classic asset’s token';
export const codeOf = (name: string, owner: string): string => `the code ${name} of ${owner}`;

export const NO_AUTHORISATION: string = 'has no authorisation';
export const ONLY_THIS_CALL: string = 'authorises only this call';
export const moreThanThisCall = (entries: number): string =>
  `authorises more than this call (${entries} ${entries === 1 ? 'entry' : 'entries'}, see the warnings)`;
export const alsoCarries = (who: string, allowed: string): string =>
  `also carries an authorisation: ${who} allows ${allowed}`;
export const THIS_CALL: string = 'this call';
export const THIS_AND_BELOW: string = 'this call, and below it';
export const ANOTHER_CALL: string = 'another call';
export const ANOTHER_AND_BELOW: string = 'another call, and below it';
type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };
export const byItself = ({ address, isSigned, delegates, until }: ByItself): string =>
  `${address} (by itself: ${isSigned ? 'a signature that was not checked here' : 'not signed'}${delegates === 0 ? '' : `, through ${delegates} others`}, until ledger ${until})`;
