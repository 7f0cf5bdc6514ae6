/** What is wrong with a field, as data: each code gets its words where it is shown (`messages/problems.en.json`). */
import type { English } from './catalogue.ts';

export type WantedAddress = 'account' | 'contract' | 'either';

export type JsonType = 'object' | 'list' | 'text' | 'number' | 'integer' | 'flag';

export type ContractType =
  | 'address'
  | 'boolean'
  | 'bytes32'
  | 'i128'
  | 'integer'
  | 'list'
  | 'string'
  | 'struct'
  | 'u32'
  | 'utf8';

/** What of a stored record cannot be read; `mismatch`: its request and its transaction differ. */
export const DAMAGED_PART_NAMES = [
  'request',
  'transaction',
  'mismatch',
  'terms',
  'warnings',
  'names',
  'state',
  'outcome',
  'times',
] as const;
export type DamagedPart = (typeof DAMAGED_PART_NAMES)[number];

type Role = 'approver' | 'serviceProvider' | 'platformAddress' | 'releaseSigner' | 'disputeResolver' | 'receiver';
type NetworkName = 'sandbox' | 'testnet' | 'public';

/** Values of the codes that have any. Names of fields and actions are the interface's own, in every language. */
type ProblemValues = {
  // Of any field
  WRONG_TYPE: { readonly wanted: JsonType };
  LESS_THAN: { readonly least: number };
  MORE_THAN: { readonly most: number };
  NOT_ONE_OF: { readonly values: readonly string[] };
  CHOICE_MISSING: { readonly values: readonly string[] };
  NOT_EXACTLY_ONE: { readonly fields: readonly string[]; readonly given: number };
  /** `meant`: a field with a name close to it. */
  UNKNOWN_FIELD: { readonly of: 'request' | 'call'; readonly meant?: string };
  UNKNOWN_STEP_FIELD: { readonly step: string; readonly takes: readonly string[] };
  ROLE_TWICE: { readonly other: string };
  MORE_PROBLEMS: { readonly count: number };

  // Of the whole input
  TOO_MUCH: { readonly most: number; readonly of: 'characters' | 'special' | 'fields' };

  // Of texts
  TOO_LONG: { readonly length: number; readonly most: number };
  LONGER_THAN: { readonly most: number };
  TOO_MANY_WORDS: { readonly most: number };
  INVISIBLE_CHARACTERS: { readonly found: readonly string[] };
  /** `why`: how much is too long in all; for reports on so many milestones, where they are what has no room. */
  TEXTS_TOO_LONG: {
    readonly length: number;
    readonly most: number;
    readonly why?: { readonly excess: number; readonly reports?: number };
  };

  // Of amounts, fees and units
  /** The same digits with the comma before thousands, and before decimals. */
  TWO_READINGS: { readonly thousands: string; readonly decimal: string };
  CURRENCY_SIGN: { readonly sign: string };
  TOO_MANY_DECIMALS: { readonly decimals: number; readonly cut?: string };
  ASSET_TOO_LARGE: { readonly most: string };
  ASSET_SUM_TOO_LARGE: { readonly most: string };
  /** `meant`: in percent, if basis points were meant. */
  FEE_TOO_HIGH: { readonly fee: string; readonly meant?: string };
  DECIMALS_AS_MULTIPLIER: { readonly decimals: number; readonly multiplier: number };
  /** `code`: of a known token. `multiplier`: absent where no escrow can be of a token that fine. */
  OTHER_DECIMALS: {
    readonly given: number;
    readonly decimals: number;
    readonly code?: string;
    readonly multiplier?: number;
  };
  DECIMALS_OF_SERVICE: { readonly given: number; readonly decimals: number; readonly multiplier: number };
  MEMO_TOO_LARGE: { readonly most: string };

  // Of addresses and tokens
  ADDRESS_EMPTY: { readonly wanted: WantedAddress };
  NOT_AN_ADDRESS: { readonly wanted: WantedAddress };
  SEED_AS_ADDRESS: { readonly wanted: WantedAddress };
  ACCOUNT_AS_ADDRESS: { readonly wanted: WantedAddress };
  CONTRACT_CANNOT_SIGN: { readonly wanted: WantedAddress };
  FEDERATED_ADDRESS: { readonly wanted: WantedAddress };
  UNKNOWN_ISSUER: {
    readonly network: NetworkName;
    readonly known: readonly { readonly code: string; readonly address: string }[];
  };
  UNKNOWN_TOKEN: {
    readonly network: NetworkName;
    readonly known: readonly string[];
    readonly close: readonly string[];
  };
  UNNAMED_ASSET: { readonly code: string };
  NO_ASSET_CONTRACT: { readonly network: NetworkName };
  ISSUER_GONE: { readonly issuer: string };
  NEEDS_NO_TRUSTLINE: { readonly code: string };

  // Of names
  UNKNOWN_NAME: { readonly close: readonly string[] };
  ADDRESS_BOOK_FULL: { readonly most: number };
  LOOKS_LIKE_NAME: { readonly name: string; readonly isRemoved: boolean };

  // Of lists
  TOO_MANY_MILESTONES: { readonly most: number };
  /** `single`: whether a single release could be asked for, which has room for more. */
  NO_ROOM_FOR_MILESTONES: { readonly count: number; readonly most: number; readonly single?: true };
  TOO_MANY_SHARES: { readonly most: number };
  TOO_MANY_ADDRESSES: { readonly most: number };
  TOO_MANY_ESCROWS: { readonly most: number };

  // Of an escrow and what is done with it
  KIND_NOT_MADE: { readonly kind: string };
  ANOTHER_RECEIVER: { readonly of: 'single' | 'service' };
  /** An escrow that has another address since it was prepared again. */
  ESCROW_RENEWED: { readonly now: string };
  NO_CONTRACT_THERE: { readonly network: NetworkName };
  /** Each with its distinguishing details. */
  SEVERAL_ESCROWS: { readonly escrows: readonly string[] };
  PAYS_NO_WALLET: { readonly address: string };
  OTHER_TOKEN: { readonly token: string };
  NOT_OWN_TOKEN: { readonly token: string };
  NOTHING_NEEDED: { readonly held: string; readonly needed: string; readonly unit: string };
  /** `held`: where the ledger showed it. */
  PAYER_HOLDS_LESS: { readonly held?: string; readonly unit: string };
  PAYER_WITHOUT_TRUSTLINE: { readonly unit: string };
  SIGNER_MISSING: { readonly parties: readonly { readonly role: Role; readonly address: string }[] };
  ONE_MILESTONE: { readonly step: string; readonly several: readonly string[] };
  MILESTONE_MISSING: { readonly count: number };
  NO_SUCH_MILESTONE: { readonly count: number };
  DAYS: { readonly most: number };
  /** Of a stored record. */
  DAMAGED_PART: { readonly id: string; readonly part: DamagedPart };
  /** `id`: of the right one, if the person may see it. `isElsewhere`: it was prepared elsewhere. */
  ID_OF_ANOTHER: { readonly id?: string; readonly isElsewhere?: boolean };
};

/** Of a transaction, where it cannot be read as what it should be. */
type TransactionValues = {
  NOT_OF_TYPE: { readonly wanted: ContractType; readonly found?: string };
  ODD_KEY: { readonly found: string };
  OTHER_FUNCTION: { readonly found: string; readonly wanted: string };
  OTHER_ARGUMENTS: { readonly name: string; readonly network: NetworkName };
  ARGUMENT_COUNT: { readonly found: number; readonly wanted: number };
  NOT_INITIALISER: { readonly wanted: string };
  OPERATION_COUNT: { readonly found: number };
  OTHER_OPERATION: { readonly found: string; readonly wanted: 'contract call' | 'changeTrust' };
  NO_ISSUED_ASSET: { readonly found: string };
};

export type None = Readonly<Record<never, never>>;

/** Every code that has a sentence, with its values. */
export type ParamsOf<Sentences, Values> = {
  readonly [Code in keyof Sentences | keyof Values]: Code extends keyof Values ? Values[Code] : None;
};
/** Data with a code, such as a problem. */
export type Coded<Params, Code extends keyof Params = keyof Params> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: Params[Each] };
}[Code];
/** Codes without values need none. */
export type Given<Params> = None extends Params ? [params?: Params] : [params: Params];

type Sentences = typeof import('./messages/problems.en.json', { with: { type: 'json' }});
type TransactionSentences = English['transactionProblems'];
export type ProblemParams = ParamsOf<Sentences & TransactionSentences, ProblemValues & TransactionValues>;
export type ProblemCode = keyof ProblemParams;
/** The only ones that the signing page words itself. */
export type TransactionProblemCode = keyof TransactionSentences;
export type Problem<Code extends ProblemCode = ProblemCode> = Coded<ProblemParams, Code>;

/** @example createProblem('LONGER_THAN', { most: 100 }) */
export function createProblem<Code extends ProblemCode>(
  code: Code,
  ...[params]: Given<ProblemParams[Code]>
): Problem<Code> {
  return { code, params: params ?? {} } as unknown as Problem<Code>;
}

/** One problem of an input. `path` as the person wrote it: `milestones[1].amount`. */
export type FieldProblem<Code extends ProblemCode = ProblemCode> = {
  readonly path: string;
  readonly problem: Problem<Code>;
};
export type TransactionProblem = FieldProblem<TransactionProblemCode>;

/** A problem in words: of a setting or a service's reply, in English for the operator, or of what a surface reads. */
export type FieldText = { readonly path: string; readonly problem: string };

/** @example fieldProblem('amount', 'MISSING') */
export const fieldProblem = <Code extends ProblemCode>(
  path: string,
  code: Code,
  ...params: Given<ProblemParams[Code]>
): FieldProblem<Code> => ({ path, problem: createProblem(code, ...params) });

export const isProblem = (field: FieldProblem | FieldText): field is FieldProblem => typeof field.problem !== 'string';
