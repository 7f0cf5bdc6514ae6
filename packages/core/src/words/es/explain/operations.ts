/** What operations are called, and what payments, offers and trustlines do. */
import type { OperationKind } from '../../operation-kind.ts';

export const NAMES: Readonly<Record<OperationKind, string>> = {
  createAccount: 'la creación de una cuenta',
  payment: 'un pago',
  pathPayment: 'un pago a través del mercado',
  accountMerge: 'el cierre de una cuenta',
  offer: 'una oferta en el mercado',
  poolDeposit: 'un aporte a un fondo de liquidez',
  poolWithdraw: 'un retiro de un fondo de liquidez',
  setOptions: 'un cambio de los ajustes de una cuenta',
  manageData: 'un dato de una cuenta',
  bumpSequence: 'un salto del número de secuencia de una cuenta',
  inflation: 'inflación',
  changeTrust: 'una línea de confianza',
  allowTrust: 'un permiso para quien tiene un token',
  setTrustLineFlags: 'un cambio del permiso de quien tiene un token',
  clawback: 'una recuperación forzada',
  claimableBalance: 'un saldo reclamable',
  claim: 'el reclamo de un saldo',
  beginSponsoring: 'el comienzo de un patrocinio',
  endSponsoring: 'el fin de un patrocinio',
  revokeSponsorship: 'un patrocinio que se devuelve',
  contract: 'el trabajo de un contrato',
  prolong: 'una vida más larga para datos de contratos',
  restore: 'la restauración de datos de contratos',
};

export const of = (words: string, account: string): string => `${words} de ${account}`;

export const createsAccount = (account: string, amount: string): string =>
  `Crea la cuenta ${account} y le da ${amount}`;
export const paysFrom = (what: string, from: string, to: string): string => `paga ${what} de ${from} a ${to}`;
export const pays = (what: string, to: string): string => `Paga ${what} a ${to}`;
export const paysExactly = (what: string, to: string, most: string): string =>
  `Paga exactamente ${what} a ${to}, por como máximo ${most}`;
export const getsAtLeast = (to: string, least: string): string => `de lo que ${to} recibe al menos ${least}`;
export const sendsOf = (what: string, account: string, gets: string): string =>
  `envía exactamente ${what} de ${account}, ${gets}`;
export const sends = (what: string, gets: string): string => `Envía exactamente ${what}, ${gets}`;
export const exchangedThrough = (assets: readonly string[]): string =>
  `, cambiado a través de ${assets.join(', luego ')}`;
export const closesAccount = (account: string, to: string): string =>
  `Cierra para siempre la cuenta ${account} y da todo su XLM a ${to}`;

export const offers = (offer: bigint): string => (offer === 0n ? 'Ofrece' : `Cambia la oferta ${offer}: ofrece`);
export const toSell = (opens: string, what: string, other: string, price: string): string =>
  `${opens} vender ${what} por ${other}, a ${price} por cada uno`;
export const toBuy = (opens: string, what: string, other: string, price: string): string =>
  `${opens} comprar ${what} con ${other}, a ${price} por cada uno`;
export const withoutSamePrice = (words: string): string => `${words}, sin tomar una oferta al mismo precio`;
export const takesBackOffer = (offer: bigint, selling: string, buying: string): string =>
  `Retira la oferta ${offer}, de ${selling} por ${buying}`;
type Deposit = { first: string; second: string; pool: string; least: string; most: string };
export const putsIntoPool = ({ first, second, pool, least, most }: Deposit): string =>
  `Pone como máximo ${first} del primer activo y ${second} del segundo en ${pool}, a un precio entre ${least} y ${most} (la transacción no dice cuáles son los activos)`;
type Withdrawal = { shares: string; pool: string; first: string; second: string };
export const givesPoolShares = ({ shares, pool, first, second }: Withdrawal): string =>
  `Devuelve ${shares} partes de ${pool} por al menos ${first} de su primer activo y ${second} del segundo (la transacción no dice cuáles son)`;

export const TRUST_FLAGS: Readonly<Record<number, string>> = {
  1: 'puede tenerlo y moverlo',
  2: 'puede conservar lo que ofrece, y nada más',
  4: 'el emisor puede recuperarlo',
};
export const endsTrustline = (account: string, token: string): string =>
  `Termina la línea de confianza de ${account} para ${token}`;
export const letsHold = (account: string, token: string, most: string | undefined): string =>
  `Permite a ${account} tener ${token}, ${most === undefined ? 'sin límite' : `hasta ${most}`}`;
export const saysOf = (holder: string, token: string, flags: string): string =>
  `Dice de ${holder} y ${token}: ${flags}`;
export const freezes = (token: string, holder: string): string => `Congela el ${token} de ${holder}`;
export const fromNowOn = (set: string, cleared: string): string => `desde ahora ${set}; ya no ${cleared}`;
export const takenFrom = (what: string, from: string): string => `${what} de ${from}`;
export const takesWithoutAsking = (what: string): string => `toma ${what} sin preguntar`;
export const takesAndDestroys = (what: string): string => `Toma ${what}, y lo destruye`;
export const destroysBalance = (balance: string): string =>
  `destruye ${balance} sin preguntar a quienes podían reclamarlo`;
export const takesBalanceBack = (balance: string): string => `Recupera ${balance}, y lo destruye`;
export const poolShares = (first: string, second: string, fee: number): string =>
  `partes del fondo de liquidez de ${first} y ${second} (su comisión es ${fee} %)`;
export const sharesOf = (pool: string): string => `partes de ${pool}`;
