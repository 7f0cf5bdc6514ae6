/** What is wrong with a part of a transaction, in Spanish. */
import type { ContractType, TransactionProblemCode } from '../../errors/problems.ts';
import { type ProblemWords, problemTextBy } from '../problem-words.ts';

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

export const transactionProblemText = problemTextBy(transactionProblems);
