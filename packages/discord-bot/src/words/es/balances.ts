/** What escrows hold. */

export const HEADING: string = 'Saldos';
export const moreIn = (left: number, file: string): string => `${left} más están en ${file}.`;
export const ledgerAt = (host: string): string => `El libro mayor se leyó en ${host}.`;
export const readAt = (network: string, when: string): string =>
  `${network}, leído ${when}, en unidades del token de cada depósito`;
export const NOT_READ: string = 'No se leyó.';
export const ofNeeded = (balance: string, needed: string): string => `${balance} de ${needed}`;
export const inEscrow = (address: string): string => `en ${address}`;
export const over = (amount: string): string => `; ${amount} más de lo que necesita`;
export const ARCHIVED: string = '; archivado en el libro mayor, donde nada se pierde';
export const inAll = (amount: string, count: number): string =>
  `**En total ${amount}** en ${count} ${count === 1 ? 'depósito' : 'depósitos'}`;
export const notCounted = (left: number): string => `${left} sin contar: no se supo su token o lo que tienen.`;
export const progress = (count: number, all: number): string => `${count} de ${all} leídos.`;
export const NONE_SETTLED: string =
  'Ninguno de sus depósitos en este servidor quedó registrado todavía. /escrow lista los muestra.';
export const NOTHING_NAMED: string =
  'Dé un depósito por su título o su dirección, o use todos: True para todos los suyos en este servidor.';
export const tooMany = (count: number, most: number): string =>
  `nombra ${count} depósitos; se leen como máximo ${most} a la vez`;
export const WAS_NOT_READ: string = 'no se leyó';
export const itIs = (problem: string): string => `No se leyó: ${problem}.`;
export const notReadSince = (message: string): string => `No se leyó. ${message}`;
export const WHO_ASKS: string = 'El servicio necesita saber quién pregunta, y usted no guardó ninguna billetera aquí.';
export const SAVE_WALLET: string =
  'Guarde una vez la dirección de su cuenta con /escrow billetera, e inténtelo de nuevo.';
