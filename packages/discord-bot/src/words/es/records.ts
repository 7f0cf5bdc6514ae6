/** Lists of escrows, and what is suggested while somebody types. */
import type { TitlePhase } from '../records.ts';

export const PHASES: Readonly<Record<TitlePhase, string>> = {
  open: 'por firmar',
  sent: 'enviado, aún sin resultado',
  settled: 'registrado',
  ended: 'terminado',
};
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
  'No preparó ninguno en este servidor, y ninguno nombra su billetera guardada. /escrow deploy hace el primero; /escrow wallet guarda su billetera.';
export const NONE_SO: string = 'Ninguno de los suyos está así. Use /escrow list sin status para verlos todos.';

export const FORGOTTEN: string = 'Olvidado';
export const IT: string = 'El depósito';
export const forgotten = (named: string): string =>
  `${named} ya no está en el registro de este bot, ni para usted ni para quienes tenían acceso. Lo que está en el libro mayor sigue allí y cualquiera puede leerlo: /escrow show y /escrow balance aceptan su dirección. El bot conserva su billetera guardada y sus límites.`;
