/** What is wrong with a part of a transaction, where it cannot be read as what it should be. The signing page loads these alone. */
import type { ContractType, TransactionProblemCode } from '../../errors/problems.ts';
import { type ProblemWords, problemTextBy } from '../problem-words.ts';

const CONTRACT_TYPES: Readonly<Record<ContractType, string>> = {
  address: 'an address',
  boolean: 'true or false',
  bytes32: '32 bytes',
  i128: 'an i128',
  integer: 'an integer',
  list: 'a list',
  string: 'a string',
  struct: 'a struct',
  u32: 'a u32',
  utf8: 'UTF-8',
};

export const transactionProblems: ProblemWords<TransactionProblemCode> = {
  MISSING: () => 'is missing',
  NOT_AN_ESCROW: () => 'is a contract that is not an escrow of a known kind',
  NOT_OF_TYPE: ({ wanted, found }) => `is ${found === undefined ? '' : `${found}, `}not ${CONTRACT_TYPES[wanted]}`,
  ODD_KEY: ({ found }) => `has a key of type ${found}`,
  ODD_ADDRESS: () => 'is an address of a kind that an escrow cannot hold',
  UNKNOWN_TO_CONTRACT: () => 'is unknown to this contract',
  FIELD_TWICE: () => 'is there twice',
  FIELD_OUT_OF_ORDER: () => 'is out of order',
  OTHER_FUNCTION: ({ found, wanted }) => `is ${found}, not ${wanted}`,
  OTHER_ARGUMENTS: ({ name, network }) => `are not those of ${name} on ${network}`,
  ARGUMENT_COUNT: ({ found, wanted }) => `are ${found}, not ${wanted}`,
  NOT_INITIALISER: ({ wanted }) => `is not ${wanted}`,
  NOT_ONE_ESCROW: () => 'does not take one escrow',
  OPERATION_COUNT: ({ found }) => `are ${found}, not one`,
  OTHER_OPERATION: ({ found, wanted }) =>
    `is ${found}, not ${wanted === 'contract call' ? 'a contract invocation' : wanted}`,
  NO_ISSUED_ASSET: ({ found }) => `is ${found}, not an asset that an account issued`,
  ASSET_CODE: () => 'has a code that is not valid',
};

export const transactionProblemText = problemTextBy(transactionProblems);
