/** Addresses, assets, amounts, times and the values of contracts. */

export const numberOfAccount = (address: string, number: bigint, account: string): string =>
  `${address} (number ${number} of account ${account})`;
export const transactionOfHash = (hash: string, key: string): string =>
  `the transaction with the hash ${hash} (${key})`;
export const holderOfPreimage = (hash: string, key: string): string => `the holder of the preimage of ${hash} (${key})`;
export const bySigningBytes = (account: string, bytes: string): string =>
  `${account} by signing the bytes ${bytes || '(none)'}`;
export const poolNamed = (pool: string): string => `liquidity pool ${pool}`;
export const claimableNamed = (balance: string): string => `claimable balance ${balance}`;

export const codeOfBytes = (bytes: string): string => `(an asset code of the bytes ${bytes})`;
export const issuedBy = (code: string, issuer: string): string => `${code} issued by ${issuer}`;
export const posesAsXlm = (code: string, issuer: string): string =>
  `names a token that calls itself ${code} and is issued by ${issuer}; it is not the XLM of Stellar`;
type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };
export const posesAsKnown = ({ code, known, network, issuer, knownIssuer }: Posing): string =>
  `names a ${code} that is not the ${known} known on ${network}: its issuer is ${issuer}, the known one’s ${knownIssuer}`;
export const noPrice = (fraction: string): string => `${fraction} (no price at all)`;
export const aboutPrice = (decimal: string, fraction: string): string => `about ${decimal} (${fraction})`;
export const baseUnitsOf = (units: bigint, contract: string): string =>
  `${units} base units of token ${contract} (its decimals are not known here)`;

export const NOTHING: string = 'nothing';
export const NOBODY: string = 'nobody';
export const NONE: string = 'none';
export const timeValue = (time: bigint): string => `the time ${time}`;
export const valueOfType = (type: string): string => `(a value of type ${type})`;
export const andMore = (count: number): string => `and ${count} more`;
export const NO_BYTES: string = 'no bytes';
export const bytesInAll = (shown: string, count: number): string => `${shown}… (${count} bytes in all)`;
export const secondSince1970 = (seconds: bigint): string => `second ${seconds} since 1970`;
