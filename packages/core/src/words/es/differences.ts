/** Where two differ, in Spanish: what was asked for, and what was found. */
import { actions } from '../../actions/es.ts';
import type { FootprintOf } from '../../errors/differences.ts';
import { differenceTextBy } from '../difference-words.ts';
import type { Acted } from '../outcomes.ts';
import { errorWords } from './errors.ts';
import { transactionProblemText } from './transaction-problems.ts';

const CHECK_CLOCKS = 'según el reloj de esta máquina; revise los dos relojes';

const WRITES: Readonly<Record<FootprintOf, string>> = {
  deploy: 'solo el depósito nuevo',
  fund: 'datos del token y del depósito, y la cuenta y la línea de confianza de quien paga',
  transfer: 'datos del token, y la cuenta y la línea de confianza de quien paga',
  step: 'datos del depósito',
  payout: 'datos del depósito, de su token y de quienes cobran',
};

const READS: Readonly<Record<FootprintOf, string>> = {
  deploy: 'solo fábrica, código, token y depósito',
  fund: 'el token y el depósito, su emisor, y la cuenta y la línea de confianza de quien paga',
  transfer: 'el token, su emisor, y la cuenta y la línea de confianza de quien paga',
  step: 'datos del depósito y de su token',
  payout: 'datos del depósito y de su token, su emisor y quienes cobran',
};

const CODE: Readonly<Record<FootprintOf, string>> = {
  deploy: 'solo código del depósito, de la fábrica y del token',
  fund: 'solo código del token y del depósito',
  transfer: 'solo código del token',
  step: 'solo código del depósito y de su token',
  payout: 'solo código del depósito y de su token',
};

export const differenceText = differenceTextBy({
  // Of any field
  NONE: () => 'nada',
  AS_ASKED: () => 'lo pedido',
  AT_MOST: ({ value }) => `como máximo ${value}`,
  BETWEEN: ({ least, most }) => `de ${least} a ${most}`,
  CODE_POINTS: ({ from, points }) => `desde el carácter ${from}: ${points.join(' ') || '(termina)'}`,
  OTHER_ENCODING: () => 'los mismos campos, escritos de otra manera',
  PROBLEM: ({ problem }) => transactionProblemText(problem),
  MORE_DIFFERENCES: ({ count }) => `${count} diferencias más`,

  // Of the whole transaction
  TRANSACTION: ({ action }) => actions[action as Acted].transaction,
  UNSIGNED_TRANSACTION: () => 'una transacción v1 sin firmar',
  ERROR: (error) => errorWords(error).message,

  // Of the envelope
  CANONICAL: () => 'XDR en la forma que usa la red',
  NOT_CANONICAL: () => 'bytes que cambian al escribirse de nuevo',
  FAR_FROM_LARGEST: () => 'lejos del más grande que tiene la red',
  TIME_BOUNDS_ALONE: () => 'solo un plazo de validez',
  MORE_PRECONDITIONS: () => 'otras condiciones previas',
  END: () => 'un final',
  NO_END: () => 'nada: se podría firmar y enviar en cualquier momento',
  BEGUN: () => 'ya comenzado',
  BEGINS_IN: ({ seconds }) => `comienza en ${seconds} s ${CHECK_CLOCKS}`,
  OVER_SINCE: ({ seconds }) => `terminó hace ${seconds} s ${CHECK_CLOCKS}`,
  ENDS_IN: ({ seconds }) => `termina en ${seconds} s`,
  ENDS_BETWEEN: ({ least, most }) => `un final en ${least} a ${most} s`,

  // Of what is authorised
  ENTRIES: ({ count }) => (count === 1 ? 'una entrada' : `${count} entradas`),
  SOURCE_ACCOUNT: () => 'las de la cuenta de origen',
  SAME_CALL: () => 'la llamada de la operación',
  OTHER_CALL: () => 'otra llamada',
  ONE_TRANSFER: () => 'una, la transferencia',
  TRANSFER_TO_ESCROW: () => 'este monto, de quien paga al depósito',
  NO_CALL_BELOW: () => 'ninguna llamada por debajo',

  // Of the resources
  DECLARED: () => 'declarados',
  NOT_DECLARED: () => 'nada, así que la red la rechazaría',
  WRITES: ({ of }) => WRITES[of],
  READS: ({ of }) => READS[of],
  CODE: ({ of }) => CODE[of],
  DATA_OF: ({ contract }) => `datos de ${contract}`,
  CODES: ({ hashes }) => hashes.map((hash) => `código ${hash}`).join(', '),
  WRITTEN_ENTRIES: () => 'entradas que escribe',
  UNNAMED_ENTRIES: () => 'entradas que no nombra',

  // Of an escrow and its call
  RELEASE: ({ release }) => (release === 'multi' ? 'pagos por hito' : 'un solo pago'),
  KNOWN_KIND: () => 'uno de un tipo que se conoce aquí',
  OTHER_CONTRACT: () => 'otro contrato',
  KNOWN_FUNCTION: () => 'una que se conoce',
  CONTRACT_FIELDS: () => 'los campos propios del contrato',
  NO_MEMO_KEPT: () => 'nada; este tipo de depósito no guarda una nota para quien cobra',
  TOKEN_OF: ({ issuer }) => `el contrato de un token de ${issuer}`,
  ASSET_OF: ({ token }) => `el de ${token}`,
  DECIMALS_OF_TOKEN: ({ decimals }) => `${10 ** decimals}, porque el token tiene ${decimals} decimales`,
  DECIMALS_OF_REQUEST: ({ multiplier }) => `${multiplier}, en el pedido`,
  ESCROW_FOR_STEP: () => 'uno en el que se puede dar este paso',
});
