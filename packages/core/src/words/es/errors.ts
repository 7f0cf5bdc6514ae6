/** An error in words, and where two transactions differ: what was asked for, and what was found. */
import { actions } from '../../actions/es.ts';
import type { FootprintOf } from '../../errors/differences.ts';
import { ERROR_CATALOGUE, XDR_REASONS } from '../../errors/errors.ts';
import { ERRORS_ES, XDR_REASONS_ES } from '../../errors/es.ts';
import type { ContractType, TransactionProblemCode } from '../../errors/problems.ts';
import { quoted } from '../../text/text.ts';
import { differenceTextBy, type ErrorWords, type ProblemWords, problemTextBy, type SpokenError } from '../errors.ts';
import type { Acted } from '../life.ts';

/** Words that differ from the catalogue's say more than it does, and are quoted in English. */
export function errorWords({ code, reason, message, remedy, language }: SpokenError): ErrorWords {
  // A view may come from a server of another version, with other reasons.
  const own = reason !== undefined && Object.hasOwn(XDR_REASONS, reason) ? reason : undefined;
  const english = own === undefined ? ERROR_CATALOGUE[code] : XDR_REASONS[own];
  const spanish = own === undefined ? ERRORS_ES[code] : XDR_REASONS_ES[own];
  const worded = (text: string, usual: string, words: string): string => {
    if (text === usual) return words;
    return language === 'es' ? text : `${words} Texto original: ${quoted(text)}`;
  };
  return {
    message: worded(message, english.message, spanish.message),
    remedy: worded(remedy, english.remedy, spanish.remedy),
  };
}

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

const CONTRACT_TYPES: Readonly<Record<ContractType, string>> = {
  address: 'una dirección',
  boolean: 'un sí o no',
  bytes32: 'una serie de 32 bytes',
  i128: 'un i128',
  integer: 'un número entero',
  list: 'una lista',
  string: 'un texto',
  struct: 'una estructura',
  u32: 'un u32',
  utf8: 'UTF-8',
};

/** What is wrong with a part of a transaction, in Spanish. */
export const transactionProblems: ProblemWords<TransactionProblemCode> = {
  MISSING: () => 'falta',
  NOT_AN_ESCROW: () => 'es un contrato, pero no un depósito de un tipo que se conozca aquí',
  NOT_OF_TYPE: ({ wanted, found }) => `${found === undefined ? 'no es' : `es ${found}, no`} ${CONTRACT_TYPES[wanted]}`,
  ODD_KEY: ({ found }) => `tiene una clave de tipo ${found}`,
  ODD_ADDRESS: () => 'es una dirección de un tipo que un depósito en garantía no puede guardar',
  UNKNOWN_TO_CONTRACT: () => 'es desconocido para este contrato',
  FIELD_TWICE: () => 'está dos veces',
  FIELD_OUT_OF_ORDER: () => 'está fuera de orden',
  OTHER_FUNCTION: ({ found, wanted }) => `es ${found}, no ${wanted}`,
  OTHER_ARGUMENTS: ({ name, network }) => `no son los de ${name} en la red ${network}`,
  ARGUMENT_COUNT: ({ found, wanted }) => `son ${found}, no ${wanted}`,
  NOT_INITIALISER: ({ wanted }) => `no es ${wanted}`,
  NOT_ONE_ESCROW: () => 'no recibe un solo depósito en garantía',
  OPERATION_COUNT: ({ found }) => `son ${found}, no una`,
  OTHER_OPERATION: ({ found, wanted }) =>
    `es ${found}, no ${wanted === 'contract call' ? 'una llamada a un contrato' : wanted}`,
  NO_ISSUED_ASSET: ({ found }) => `es ${found}, no un activo que emitió una cuenta`,
  ASSET_CODE: () => 'tiene un código que no es válido',
};

const transactionProblemText = problemTextBy(transactionProblems);

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
