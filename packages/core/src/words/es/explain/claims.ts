/** Claimable balances and sponsorships. */

export const toBeClaimedBy = (who: string): string => `que puede reclamar ${who}`;
export const OR_BY: string = '; o bien ';
export const setsAsideOf = (what: string, account: string, by: string): string => `aparta ${what} de ${account}, ${by}`;
export const setsAside = (what: string, by: string): string => `Aparta ${what}, ${by}`;
export const claims = (balance: string, account: string): string =>
  `Reclama ${balance} para ${account} (la transacción no dice cuánto tiene)`;
export const putsUpReserves = (account: string, other: string): string =>
  `Permite que ${account} ponga las reservas de lo que ${other} crea en las operaciones que siguen`;
export const endsSponsorship = (account: string): string => `Termina el patrocinio de ${account} que empezó antes`;
export const stopsSponsoring = (entry: string): string => `Deja de patrocinar ${entry}`;
export const stopsSponsoringSigner = (signer: string, account: string): string =>
  `Deja de patrocinar al firmante ${signer} de ${account}`;

export const MORE_CONDITIONS: string = '(con más condiciones)';
export const AT_ANY_TIME: string = 'en cualquier momento';
export const AND: string = ' y ';
export const OR: string = ' o ';
export const NEVER: string = 'nunca';
export const not = (condition: string): string => `no ${condition}`;
export const before = (time: string): string => `antes de ${time}`;
export const withinSeconds = (seconds: bigint): string => `dentro de ${seconds} s desde su creación`;

export const theAccount = (account: string): string => `la cuenta ${account}`;
export const theTrustline = (account: string, token: string): string =>
  `la línea de confianza de ${account} para ${token}`;
export const theOffer = (offer: bigint, account: string): string => `la oferta ${offer} de ${account}`;
export const theData = (name: string, account: string): string => `el dato ${name} de ${account}`;
export const contractData = (contract: string): string => `datos del contrato ${contract}`;
export const contractCode = (hash: string): string => `el código de contrato ${hash}`;
export const entryOfKind = (kind: string): string => `una entrada del tipo ${kind}`;
