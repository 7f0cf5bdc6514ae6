/** Lists of escrows, and what is suggested while somebody types. */
import type { TitlePhase } from '../keys.ts';

export const PHASES: Readonly<Record<TitlePhase, string>> = {
  open: 'por firmar',
  sent: 'enviado, aún sin resultado',
  settled: 'registrado',
  ended: 'terminado',
};
export const SET_ASIDE: string = 'de un libro mayor que se apartó';
export const damaged = (id: string): string => `registro dañado ${id}: no se puede leer su solicitud`;
export const SHARED_WITH_YOU: string = 'compartido con usted';
export const YOUR_WALLET: string = 'con su billetera';
export const NO_TITLE: string = 'Sin título';

export const HEADING: string = 'Sus depósitos aquí';
export const PREVIOUS: string = 'Anteriores';
export const NEXT: string = 'Siguientes';
export const place = (first: number, last: number, all: number): string =>
  `${first} a ${last} de ${all}, primero los más nuevos. Un número abre ese depósito.`;
export const PAID_OUT: string = 'todo está pagado';
export const holds = (amount: string): string => `tiene ${amount}`;
export const toWithdraw = (amount: string): string => `tiene ${amount} por retirar`;
export const WAITS_FOR_MONEY: string = ': espera dinero';
export const FUNDED: string = ': con fondos, ábralo para ver a quién le toca';
export const ARCHIVED: string = ', archivado en el libro mayor';
export const NONE: string =
  'No preparó ninguno en este servidor, y ninguno nombra su billetera guardada. /escrow crear hace el primero; /escrow billetera guarda su billetera.';
export const NONE_SO: string = 'Ninguno de los suyos está así. Use /escrow lista sin estado para verlos todos.';

export const FORGOTTEN: string = 'Olvidado';
export const IT: string = 'El depósito';
export const forgotten = (named: string): string =>
  `${named} ya no está en el registro de este bot, ni para usted ni para quienes tenían acceso. Lo que está en el libro mayor sigue allí y cualquiera puede leerlo: /escrow ver y /escrow saldo aceptan su dirección. El bot conserva su billetera guardada y sus límites.`;

// A typed title that is unknown, or of several escrows.
export const WHICH: string = '¿Qué depósito?';
export const noneMatches = (typed: string): string =>
  `${typed} no es el título de ninguno de sus depósitos aquí, ni una dirección (C…) ni un id.`;
export const severalMatch = (typed: string): string => `${typed} no dice por sí solo de qué depósito se trata.`;
export const CHOOSE: string = 'Elija el que busca.';
export const CHOOSE_ONE: string = 'Elija un depósito';
export const NONE_TO_CHOOSE: string =
  'No tiene aquí ninguno con el que se pueda hacer esto. /escrow lista muestra los que tiene.';
export const giveInstead = (value: string): string => `Use de nuevo el comando con ${value} en lugar del título.`;
