/** The explanation as a whole: its heading, its operations, and the number of its warnings. */
import type { Stakes } from '../../stakes.ts';

export const operationLabel = (number: number): string => `Operación ${number}`;
export const operationDoes = (number: number): string => `La operación ${number}`;
export const IT: string = 'Esta transacción';
export const GOOD_TO_KNOW: string = 'Bueno saberlo';
export const asActor = (words: string, actor: string): string => `${words}, como ${actor}`;
export const unreadDeploy = (called: string, why: string): string =>
  `Llama a ${called}, como la creación de un depósito en garantía, pero no se puede leer como tal: ${why}.`;
export const NOT_COMPARED: string =
  'Esto no se comparó con ningún pedido. Fírmela solo si cada operación es lo que usted quiere.';
export const notADeploy = (names: string): string => `No es la creación de un depósito en garantía, sino ${names}.`;
export const WITHOUT_OPERATIONS: string = 'una transacción sin operaciones';
export const operationsNamed = (count: number, names: string): string => `${count} operaciones: ${names}`;
export const paysFeeOfThis = (account: string): string => `${account} paga la tarifa de esto: `;

export const moreWarnings = (count: number): string => `y ${count} advertencias más como estas`;
export const moreLikeIt = (text: string, count: number): string => `${text} (y ${count} más como esta)`;
export const COUNTED: Readonly<Record<Stakes, string>> = {
  control: 'sobre quién controla una cuenta o un token',
  account: 'sobre el cierre de una cuenta',
  access: 'sobre quién ya no puede firmar',
  money: 'sobre dinero',
  trust: 'sobre confianza y permisos',
  note: 'sobre la transacción misma',
};
