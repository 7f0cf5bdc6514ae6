/** Names of operations, and what those do that call no contract. */
import type { OperationKind } from '../../explain.ts';

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

/** What changes an account: its settings, who signs for it, and its data. */

export const changesSettings = (account: string, changes: string): string =>
  `Cambia ajustes de ${account}: ${changes || 'ninguno'}`;
export const removesData = (name: string, account: string): string => `Quita el dato ${name} de ${account}`;
export const writesData = (name: string, account: string, value: string): string =>
  `Escribe el dato ${name} de ${account}: ${value}`;
export const voidsSequence = (account: string): string =>
  `sube el número de secuencia de ${account}: las transacciones preparadas con uno menor dejan de valer`;
export const raisesSequence = (account: string, to: bigint): string =>
  `Sube el número de secuencia de ${account} a ${to}, si es menor`;
export const RUNS_INFLATION: string = 'Ejecuta la inflación, que Stellar ya no tiene: no hace nada';

export const noLongerSigns = (who: string): string => `${who} ya no puede firmar`;
export const takesRightToSign = (who: string, account: string): string =>
  `quita a ${who} el derecho de firmar por ${account}`;
export const canSign = (who: string, weight: number): string => `${who} puede firmar, con peso ${weight}`;
export const letsSign = (who: string, account: string, weight: number): string =>
  `permite a ${who} firmar por ${account}, con peso ${weight}: puede bastar para llevarse todo lo que tiene la cuenta`;
export const ownKeyWeight = (weight: number): string => `su propia clave tiene peso ${weight}`;
export const endsOwnKey = (account: string): string => `quita a ${account} el derecho de firmar con su propia clave`;
export const setsOwnKey = (account: string, weight: number): string =>
  `pone en ${weight} el peso de la propia clave de ${account}`;
type Level = 'low' | 'medium' | 'high';
const LEVELS: Readonly<Record<Level, string>> = { low: 'baja', medium: 'media', high: 'alta' };
export const levelNeeds = (level: Level, weight: number): string =>
  `las operaciones de seguridad ${LEVELS[level]} necesitan peso ${weight}`;
export const setsLevel = (level: Level, account: string, weight: number): string =>
  `pone en ${weight} el peso que necesitan las operaciones de seguridad ${LEVELS[level]} de ${account}: si los pesos de sus firmantes suman menos, la cuenta queda bloqueada`;

export const ACCOUNT_FLAGS: Readonly<Record<number, string>> = {
  1: 'quienes tienen sus tokens necesitan su permiso',
  2: 'puede congelar sus tokens',
  4: 'estos ajustes no pueden cambiar nunca más',
  8: 'puede recuperar sus tokens',
};
export const unknownFlags = (flags: number): string => `marcas ${flags} que aquí no se conocen`;
export const permanent = (account: string): string => `hace permanentes los ajustes de ${account}`;
export const setsFlags = (flags: string): string => `pone: ${flags}`;
export const endsFlags = (flags: string): string => `quita: ${flags}`;
export const homeDomain = (domain: string): string => `su dominio es ${domain}`;
export const inflationTo = (account: string): string => `su inflación va a ${account}`;
