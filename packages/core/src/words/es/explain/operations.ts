/** Names of operations, and what those do that call no contract. */
import type { OperationKind, Stakes } from '../../explain.ts';

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

export const putsAtStake = (name: string, stakes: Stakes, account: string): string =>
  stakes === 'money'
    ? `es ${name}, que puede sacar dinero de ${account}`
    : `es ${name}: firme por ${account} solo si sabe para qué sirve`;

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
export const closesAccount = (account: string, to: string): string =>
  `Cierra para siempre la cuenta ${account} y da todo su XLM a ${to}`;

export const endsTrustline = (account: string, token: string): string =>
  `Termina la línea de confianza de ${account} para ${token}`;
export const letsHold = (account: string, token: string, most: string | undefined): string =>
  `Permite a ${account} tener ${token}, ${most === undefined ? 'sin límite' : `hasta ${most}`}`;
export const POOL_SHARES: string = 'partes de un fondo de liquidez';
export const takenFrom = (what: string, from: string): string => `${what} de ${from}`;
export const takesWithoutAsking = (what: string): string => `toma ${what} sin preguntar`;
export const takesAndDestroys = (what: string): string => `Toma ${what}, y lo destruye`;

/** What changes an account: its settings, who signs for it, and its data. */

export const changesSettings = (account: string, changes: string): string =>
  `Cambia ajustes de ${account}: ${changes || 'ninguno'}`;

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

export const permanent = (account: string): string => `hace permanentes los ajustes de ${account}`;
