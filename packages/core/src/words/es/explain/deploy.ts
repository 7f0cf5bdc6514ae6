/** The deploy of an escrow. Fields, roles and costs have the words that they have everywhere. */
import type { Difference } from '../../../errors/differences.ts';
import type { Problem } from '../../../errors/problems.ts';
import { differenceText } from '../differences.ts';
import { fieldText } from '../fields.ts';
import { problemText } from '../problems.ts';

export const createsEscrow = (title: string, contract: string): string =>
  `Crea un depósito en garantía para ${title} en ${contract}.`;
export const KIND: string = 'Tipo';
export const ESCROW_ADDRESS: string = 'Dirección del depósito';
export const ENGAGEMENT: string = 'Acuerdo';
export const TITLE: string = 'Título';
export const DESCRIPTION: string = 'Descripción';
export const milestoneLabel = (number: number): string => `Hito ${number}`;
export const TOTAL: string = 'Total';
export const TOKEN: string = 'Token';
export const PLATFORM_FEE: string = 'Comisión de la plataforma';
export const SIGNER: string = 'Quien firma';
export const ADMIN: string = 'Administrador';
export const OBSERVERS: string = 'Observadores';
export const RECEIVER_MEMO: string = 'Memo de quien cobra';
export const FACTORY: string = 'Fábrica';
export const CONTRACT_CODE: string = 'Código del contrato';
export const OF_THE_TOKEN: string = 'del token';
export const BASE_UNITS: string = 'unidades base (no se conocen los decimales del token)';
export const unitsAsSaid = (multiplier: string): string =>
  `del token (si ${multiplier} de sus unidades base son uno, como dice la transacción)`;
export const paidTo = (receiver: string): string => ` (se paga a ${receiver})`;

export const unknownToken = (token: string, network: string): string =>
  `el token ${token} no se conoce en ${network}: no se comprobó cuánto vale ni sus decimales`;
export const SEVERAL_RECEIVERS: string = 'los hitos se pagan a personas distintas';
export const PINS: Readonly<Record<'factory' | 'code', string>> = {
  factory: 'la fábrica',
  code: 'el código del contrato',
};
export const notPinned = (what: string, network: string): string =>
  `no se comprobó ${what}: no hay valor fijado para ${network}`;
export const pinnedOther = (what: string, network: string, found: string, pinned: string): string =>
  `no coincide ${what} con el valor fijado para ${network}: es ${found}, el fijado ${pinned}`;
export const createdAs = (flags: readonly string[]): string => `se crea ya como ${flags.join(' y ')}`;
export const milestoneCreated = (number: number, state: string): string => `el hito ${number} se crea ${state}`;
export const asAlready = (flags: readonly string[]): string => `ya como ${flags.join(' y ')}`;
const FLAGS: Readonly<Record<string, string>> = {
  approved: 'aprobado',
  disputed: 'disputado',
  released: 'pagado',
  resolved: 'resuelto',
};
export const flagName = (flag: string): string => FLAGS[flag] ?? flag;
export const invisible = (field: string, characters: string): string =>
  `${fieldText(field)} tiene caracteres invisibles (${characters})`;
export const stacksMarks = (field: string): string =>
  `${fieldText(field)} amontona marcas sobre una letra, que taparían otras líneas`;
export const fieldProblem = (field: string, problem: Problem): string => `${fieldText(field)} ${problemText(problem)}`;
export function differs(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldText(field)}: se esperaba ${asked}, se encontró ${found}`;
}
