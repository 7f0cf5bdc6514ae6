/** Addresses, assets, amounts, times and the values of contracts. */

export const numberOfAccount = (address: string, number: bigint, account: string): string =>
  `${address} (número ${number} de la cuenta ${account})`;
export const transactionOfHash = (hash: string, key: string): string => `la transacción con el hash ${hash} (${key})`;
export const holderOfPreimage = (hash: string, key: string): string => `quien tenga la preimagen de ${hash} (${key})`;
export const bySigningBytes = (account: string, bytes: string): string =>
  `${account} si firma los bytes ${bytes || '(ninguno)'}`;
export const poolNamed = (pool: string): string => `el fondo de liquidez ${pool}`;
export const claimableNamed = (balance: string): string => `el saldo reclamable ${balance}`;

export const codeOfBytes = (bytes: string): string => `(un código de activo con los bytes ${bytes})`;
export const issuedBy = (code: string, issuer: string): string => `${code} emitido por ${issuer}`;
export const posesAsXlm = (code: string, issuer: string): string =>
  `nombra un token que se llama ${code} y lo emite ${issuer}; no es el XLM de Stellar`;
type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };
export const posesAsKnown = ({ code, known, network, issuer, knownIssuer }: Posing): string =>
  `nombra un ${code} que no es el ${known} conocido en ${network}: lo emite ${issuer}, y el conocido ${knownIssuer}`;
export const noPrice = (fraction: string): string => `${fraction} (ningún precio)`;
export const aboutPrice = (decimal: string, fraction: string): string => `unos ${decimal} (${fraction})`;
export const baseUnitsOf = (units: bigint, contract: string): string =>
  `${units} unidades base del token ${contract} (aquí no se conocen sus decimales)`;

export const NOTHING: string = 'nada';
export const NOBODY: string = 'nadie';
export const NONE: string = 'ninguno';
export const timeValue = (time: bigint): string => `el momento ${time}`;
export const valueOfType = (type: string): string => `(un valor del tipo ${type})`;
export const andMore = (count: number): string => `y ${count} más`;
export const NO_BYTES: string = 'ningún byte';
export const bytesInAll = (shown: string, count: number): string => `${shown}… (${count} bytes en total)`;
export const secondSince1970 = (seconds: bigint): string => `el segundo ${seconds} desde 1970`;
