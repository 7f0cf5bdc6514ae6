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
