/** An error in words, and where two transactions differ: what was asked for, and what was found. */
import { actions } from '../../actions/en.ts';
import type { FootprintOf } from '../../errors/differences.ts';
import type { ContractType, TransactionProblemCode } from '../../errors/problems.ts';
import { differenceTextBy, type ErrorWords, type ProblemWords, problemTextBy, type SpokenError } from '../errors.ts';
import type { Acted } from '../life.ts';

/** Errors are thrown with English words, so nothing is translated. */
export const errorWords = ({ message, remedy }: SpokenError): ErrorWords => ({ message, remedy });

export const differenceText = differenceTextBy({
  // Of any field
  NONE: () => 'none',
  AS_ASKED: () => 'as asked',
  AT_MOST: ({ value }) => `at most ${value}`,
  BETWEEN: ({ least, most }) => `${least} to ${most}`,
  CODE_POINTS: ({ from, points }) => `from character ${from}: ${points.join(' ') || '(ends)'}`,
  OTHER_ENCODING: () => 'the same fields, written in another way',
  PROBLEM: ({ problem }) => transactionProblemText(problem),
  MORE_DIFFERENCES: ({ count }) => `${count} more differences`,

  // Of the whole transaction
  TRANSACTION: ({ action }) => actions[action as Acted].transaction,
  UNSIGNED_TRANSACTION: () => 'one unsigned v1 transaction',
  ERROR: ({ message }) => message,

  // Of the envelope
  CANONICAL: () => 'canonical XDR',
  NOT_CANONICAL: () => 'bytes that encode differently when written again',
  FAR_FROM_LARGEST: () => 'far from the largest that the network has',
  TIME_BOUNDS_ALONE: () => 'time bounds alone',
  MORE_PRECONDITIONS: () => 'further preconditions',
  END: () => 'an end',
  NO_END: () => 'none: it could be signed and sent at any time',
  BEGUN: () => 'already begun',
  BEGINS_IN: ({ seconds }) => `begins in ${seconds} s ${CHECK_CLOCKS}`,
  OVER_SINCE: ({ seconds }) => `over since ${seconds} s ${CHECK_CLOCKS}`,
  ENDS_IN: ({ seconds }) => `ends in ${seconds} s`,
  ENDS_BETWEEN: ({ least, most }) => `an end in ${least} to ${most} s`,

  // Of what is authorised
  ENTRIES: ({ count }) => (count === 1 ? 'one entry' : `${count} entries`),
  SOURCE_ACCOUNT: () => 'the source account’s',
  SAME_CALL: () => 'the call of the operation',
  OTHER_CALL: () => 'another call',
  ONE_TRANSFER: () => 'one, the transfer',
  TRANSFER_TO_ESCROW: () => 'this amount from the payer to the escrow',
  NO_CALL_BELOW: () => 'no call below it',

  // Of the resources
  DECLARED: () => 'declared',
  NOT_DECLARED: () => 'missing, so the network would refuse it',
  WRITES: ({ of }) => WRITES[of],
  READS: ({ of }) => READS[of],
  CODE: ({ of }) => CODE[of],
  DATA_OF: ({ contract }) => `data of ${contract}`,
  CODES: ({ hashes }) => hashes.map((hash) => `code ${hash}`).join(', '),
  WRITTEN_ENTRIES: () => 'entries that it writes',
  UNNAMED_ENTRIES: () => 'entries that it does not name',

  // Of an escrow and its call
  RELEASE: ({ release }) => `${release} release`,
  KNOWN_KIND: () => 'one of a kind that is known here',
  OTHER_CONTRACT: () => 'another contract',
  KNOWN_FUNCTION: () => 'one that is known',
  CONTRACT_FIELDS: () => 'the contract’s own fields',
  NO_MEMO_KEPT: () => 'none; this kind of escrow keeps no memo for the receiver',
  TOKEN_OF: ({ issuer }) => `a token contract of ${issuer}`,
  ASSET_OF: ({ token }) => `that of ${token}`,
  DECIMALS_OF_TOKEN: ({ decimals }) => `${10 ** decimals}, as the token itself has ${decimals} decimals`,
  DECIMALS_OF_REQUEST: ({ multiplier }) => `${multiplier}, in the request`,
  ESCROW_FOR_STEP: () => 'one in which this step can be taken',
});

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

/** What is wrong with a part of a transaction, where it cannot be read as what it should be. The signing page loads these alone. */
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

const transactionProblemText = problemTextBy(transactionProblems);

const CHECK_CLOCKS = 'by this machine’s clock; check both clocks';

const WRITES: Readonly<Record<FootprintOf, string>> = {
  deploy: 'the new escrow alone',
  fund: 'data of the token and the escrow, and the payer’s account and trustline',
  transfer: 'data of the token, and the payer’s account and trustline',
  step: 'data of the escrow',
  payout: 'data of the escrow, of its token and of those who are paid',
};

const READS: Readonly<Record<FootprintOf, string>> = {
  deploy: 'factory, code, token and escrow alone',
  fund: 'the token and the escrow, its issuer, and the payer’s account and trustline',
  transfer: 'the token, its issuer, and the payer’s account and trustline',
  step: 'data of the escrow and its token',
  payout: 'data of the escrow and its token, its issuer and those who are paid',
};

const CODE: Readonly<Record<FootprintOf, string>> = {
  deploy: 'code of escrow, factory and token alone',
  fund: 'code of the token and the escrow alone',
  transfer: 'code of the token alone',
  step: 'code of the escrow and its token alone',
  payout: 'code of the escrow and its token alone',
};
