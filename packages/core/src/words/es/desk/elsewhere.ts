/** Escrows that the caller did not prepare here, and balances that were not read, in Spanish. */
import type { UnreadBalance, UnreadWords } from '../../../errors/unread-balance.ts';
import type { CodeName, StandingName } from '../../outcomes.ts';
import { errorWords } from '../errors.ts';
import { ARCHIVED } from './next.ts';

const CODE: Readonly<Record<CodeName, string>> = {
  pinned: 'Su código es el de los depósitos de aquí.',
  known: 'Su código se conoce aquí, y no es el que usan ahora los depósitos de este servicio.',
  unknown:
    'Aquí no se conoce su código: puede hacer otras cosas que las que dice, así que nadie debería pagarle antes de conocerlo.',
};

export const elsewhereText = (codeIs: CodeName): string =>
  `Usted no preparó aquí este depósito en garantía, así que nadie lo comparó con lo que se pidió. Esto es lo que el contrato dice de sí mismo. ${CODE[codeIs]}`;

export const CODE_FIRST: string = 'No le pague nada antes de conocer su código.';
export const COMPARE_FIRST: string =
  'Antes de que alguien pague o firme, compare cada papel y el token con lo que se acordó.';

const UNSEEN: Readonly<Record<StandingName, string>> = {
  standing:
    'el contrato que hay allí no es un depósito de un tipo que se conozca aquí, o sus condiciones no se pueden leer: no tiene hitos, o tiene un monto negativo.',
  archived: ARCHIVED,
  absent: 'allí no hay ningún contrato, ni siquiera archivado.',
  'not-listed': 'el libro mayor no muestra allí ningún contrato; no se pudo saber si hay uno archivado.',
};

export function notFoundText(because: StandingName | 'no-ledger' | 'no-answer', isListed = false): string {
  const why =
    because === 'no-ledger'
      ? 'aquí no hay un libro mayor que se pueda consultar.'
      : because === 'no-answer'
        ? 'en este momento no se pudo consultar el libro mayor.'
        : UNSEEN[because];
  const listed = isListed ? ' El servicio muestra allí un depósito: solo lo dice él, así que no le pague nada.' : '';
  return `Ningún depósito en garantía que usted haya preparado aquí tiene esta dirección, y ${why}${listed}`;
}

export const CHECK_ADDRESS: string = 'Revise la dirección y la red.';

export const notReadText = (why: string): string => `No se leyó. ${why}`;
export const NO_CONTRACT: string = 'En esta dirección no hay ningún contrato. Revise la dirección y la red.';
export const NO_ESCROW_READ: string = 'El libro mayor no muestra allí ningún depósito en garantía que se pueda leer.';

const UNREAD: UnreadWords = {
  NOT_NAMED: () => 'La respuesta del servicio no nombra esta dirección.',
  NOT_A_NUMBER: () => 'El saldo que dio el servicio no es un número.',
  NEGATIVE: () => 'El saldo que dio el servicio es negativo.',
  BEYOND_ANY_TOKEN: () => 'El saldo que dio el servicio es más grande o más fino que el de cualquier token.',
  TWO_BALANCES: () => 'El servicio dio dos saldos distintos para esta dirección.',
  NO_ESCROW: () => 'El servicio no conoce ningún depósito en esta dirección.',
  REFUSED: ({ status }) => `El servicio se negó a leer esta dirección (estado ${status}).`,
  REFUSED_TOGETHER: () => notReadText('El servicio la rechazó junto con otras; fueron demasiadas para saber por cuál.'),
  FAILED: ({ error }) => notReadText(errorWords(error).message),
};

export const unreadText = ({ code, params }: UnreadBalance): string =>
  (UNREAD[code] as (params: object) => string)(params);
