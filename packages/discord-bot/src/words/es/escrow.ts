/** The state of an escrow, and the buttons of its steps. */
import type { MilestoneState } from '../keys.ts';

export const STATE: string = 'Estado';
export const MILESTONE_STATES: Readonly<Record<MilestoneState, string>> = {
  open: 'abierto',
  approved: 'aprobado',
  disputed: 'en disputa',
  released: 'pagado',
  resolved: 'resuelto',
};
export const NOT_KNOWN: string = 'no se sabe';
export const TERMS_CHANGED: string = '**Sus condiciones cambiaron desde que se creó.** Léalas otra vez.';
export const ARCHIVED: string =
  'Está archivado en el libro mayor, donde nada se pierde; el próximo paso lo trae de vuelta.';
export const WHOSE_TURN: string = 'A quién le toca';
export const NO_WALLET: string =
  'Para actuar aquí, guarde primero su propia dirección: /escrow billetera dirección: G…, y mire de nuevo.';
export const YOUR_BUTTONS: string = 'Los botones son los de su billetera guardada.';
export const HOLDS: string = 'Tiene';
export const yetToPay = (amount: string): string => `; según sus condiciones falta pagar ${amount}`;
export const PAID: string = 'Se paga';
export const paidHow = (isEach: boolean, fee: string): string =>
  `${isEach ? 'cada hito por separado' : 'todo de una vez'}, menos ${fee} % para la plataforma y la comisión del servicio`;
export const MILESTONES: string = 'Hitos';
export const inAll = (amount: string): string => `${amount} en total`;
export const statusIs = (status: string): string => `estado ${status}`;
export const evidenceIs = (evidence: string): string => `evidencia ${evidence}`;
export const toWhom = (address: string): string => `para ${address}`;
export const NOT_ON_LEDGER: string = 'Aún no está en el libro mayor.';
export const NOT_TOLD: string = 'No se pudo saber.';
export const CODE_NOT_KNOWN: string = 'No se dice: el código de su contrato no se conoce aquí. No pague nada en él.';
export const NOBODYS_TURN: string = 'A nadie: no queda nada por hacer.';
export const BY_MILESTONE: string = 'según cada hito';

export const MORE_MILESTONES: string = 'Más hitos';
export const EARLIER_MILESTONES: string = 'Hitos anteriores';
export const another = (label: string): string => `${label} otro`;
export const several = (label: string): string => `${label} varios`;
export const LOOK_AGAIN: string = 'Mirar de nuevo';
export const FOLLOW_HERE: string = 'Seguir aquí';

export const CANCEL: string = 'Cancelar y devolver';
export const preparePart = (part: string): string => `Preparar ${part}`;
export const cancelPart = (part: string): string =>
  `Cancelar y devolver, ${part}. Cuando quede registrada, presiónelo otra vez.`;
