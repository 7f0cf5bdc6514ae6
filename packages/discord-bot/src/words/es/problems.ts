/** What went wrong, and what is not allowed. */
import type { Act } from '../../server/act.ts';

export const NOT_FOR_YOU: string = 'No le corresponde';
export const IN_SERVERS_ALONE: string = 'Esto funciona en un servidor, no en mensajes directos.';
export const SERVES_ANOTHER_SERVER: string = 'Esta instalación atiende a otro servidor.';
export const NO_ROLE: string =
  'No tiene ningún rol con el que aquí se pueda preparar o enviar algo. Consulte a la persona que administra este bot en su servidor.';
export const NOT_A_MANAGER: string =
  'Solo los miembros con el permiso “Gestionar servidor” ven y cambian los ajustes de este servidor.';
export const CARD_OF_ANOTHER: string =
  'Esta tarjeta es de otra persona. Para una propia, use /escrow show o /escrow deploy.';
export const NOTHING_PREPARED: string = 'No se preparó nada.';

const ACT_WORDS: Readonly<Record<Act, string>> = {
  prepare: 'preparar depósitos en garantía',
  fund: 'preparar pagos a depósitos en garantía',
  steps: 'preparar pasos de depósitos en garantía',
};

export const actForbidden = (act?: Act): string =>
  `En este servidor solo los miembros con ciertos roles pueden ${act === undefined ? 'usar esto' : ACT_WORDS[act]}. Un miembro con “Gestionar servidor” puede cambiarlo con /escrow settings.`;

export const notInThisChannel = (channels: string): string => `En este servidor el bot se usa solo en ${channels}.`;
