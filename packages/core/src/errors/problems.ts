/** What is wrong with a field, as data: each code gets its words where it is shown (`words/messages/desk.en.json`). */
type None = Readonly<Record<never, never>>;

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

/** Each code with its values. Names of fields and actions are the interface's own, in every language. */
export type ProblemParams = {
  // Of any field
  MISSING: None;
  EMPTY: None;
  NOT_VALID: None;
  WRONG_TYPE: { readonly wanted: JsonType };
  NUMBER_OR_DECIMAL: None;
  LESS_THAN: { readonly least: number };
  MORE_THAN: { readonly most: number };
  NOT_ONE_OF: { readonly values: readonly string[] };
  CHOICE_MISSING: { readonly values: readonly string[] };
  NOT_EXACTLY_ONE: { readonly fields: readonly string[]; readonly given: number };
  /** `meant`: a field with a name close to it. */
  UNKNOWN_FIELD: { readonly of: 'request' | 'call'; readonly meant?: string };
  UNKNOWN_STEP_FIELD: { readonly step: string; readonly takes: readonly string[] };
  READ_FROM_LEDGER: None;
  SET_BY_CONTRACT: None;
  ROLE_TWICE: { readonly other: string };
  MORE_PROBLEMS: { readonly count: number };

  // Of the whole input
  TOO_DEEP: None;
  TOO_MUCH: { readonly most: number; readonly of: 'characters' | 'special' | 'fields' };
  SECRET: None;
  PHRASE: None;
  SECRET_NAME: None;
  SECRET_IN_PARTS: None;
  NOT_PAGE_JSON: None;

  // Of texts
  TOO_LONG: { readonly length: number; readonly most: number };
  LONGER_THAN: { readonly most: number };
  TOO_MANY_WORDS: { readonly most: number };
  HALF_CHARACTER: None;
  CONTROL_CHARACTERS: None;
  STACKED_MARKS: None;
  INVISIBLE_CHARACTERS: { readonly found: readonly string[] };
  /** `why`: how much is too long in all; for reports on so many milestones, where they are what has no room. */
  TEXTS_TOO_LONG: {
    readonly length: number;
    readonly most: number;
    readonly why?: { readonly excess: number; readonly reports?: number };
  };
  NOT_A_TIME: None;

  // Of amounts, fees and units
  UNSAFE_NUMBER: None;
  NOT_A_DECIMAL: None;
  /** The same digits with the comma before thousands, and before decimals. */
  TWO_READINGS: { readonly thousands: string; readonly decimal: string };
  CURRENCY_SIGN: { readonly sign: string };
  OTHER_UNIT: None;
  PERCENT_AS_AMOUNT: None;
  NOT_A_WHOLE_NUMBER: None;
  NOT_AN_AMOUNT: None;
  NEGATIVE: None;
  ZERO_AMOUNT: None;
  TOO_MANY_DECIMALS: { readonly decimals: number; readonly cut?: string };
  TOO_LARGE: None;
  SUM_TOO_LARGE: None;
  ASSET_TOO_LARGE: { readonly most: string };
  ASSET_SUM_TOO_LARGE: { readonly most: string };
  NOT_THE_TOTAL: None;
  FEE_NEGATIVE: None;
  FEE_TOO_FINE: None;
  FEE_FAR_TOO_HIGH: None;
  /** `meant`: in percent, if basis points were meant. */
  FEE_TOO_HIGH: { readonly fee: string; readonly meant?: string };
  NOT_A_MULTIPLIER: None;
  NOT_A_POWER_OF_TEN: None;
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
  MEMO_NOT_TAKEN: None;

  // Of addresses and tokens
  ADDRESS_EMPTY: { readonly wanted: WantedAddress };
  NOT_AN_ADDRESS: { readonly wanted: WantedAddress };
  SEED_AS_ADDRESS: { readonly wanted: WantedAddress };
  ACCOUNT_AS_ADDRESS: { readonly wanted: WantedAddress };
  CONTRACT_CANNOT_SIGN: { readonly wanted: WantedAddress };
  MUXED_ADDRESS: None;
  FEDERATED_ADDRESS: { readonly wanted: WantedAddress };
  ADDRESS_IN_SPACE: None;
  ADDRESS_IN_LOWER_CASE: None;
  ADDRESS_CHECKSUM: None;
  OWN_ACCOUNT_MISSING: None;
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
  UNKNOWN_ASSET_CONTRACT: None;
  UNKNOWN_ASSET_ISSUER: None;
  NO_ASSET_CONTRACT: { readonly network: NetworkName };
  ISSUER_GONE: { readonly issuer: string };
  NEEDS_NO_TRUSTLINE: { readonly code: string };
  ISSUER_NEEDS_NO_TRUSTLINE: None;

  // Of names
  UNKNOWN_NAME: { readonly close: readonly string[] };
  NAME_WITHOUT_ADDRESS: None;
  NOT_IN_ADDRESS_BOOK: None;
  ADDRESS_BOOK_FULL: { readonly most: number };
  LOOKS_LIKE_NAME: { readonly name: string; readonly isRemoved: boolean };
  NAME_LOOK_ALIKES: None;
  NAME_OTHER_SIGN: None;
  NAME_LETTERS: None;
  NAME_INVISIBLE: None;
  NAME_SPACES: None;
  NAME_LIKE_ADDRESS: None;
  NAME_ALPHABETS: None;
  NAME_IS_OURS: None;

  // Of lists
  NO_MILESTONES: None;
  NO_ADDED_MILESTONES: None;
  TOO_MANY_MILESTONES: { readonly most: number };
  /** `single`: whether a single release could be asked for, which has room for more. */
  NO_ROOM_FOR_MILESTONES: { readonly count: number; readonly most: number; readonly single?: true };
  NO_SHARES: None;
  TOO_MANY_SHARES: { readonly most: number };
  SHARE_TWICE: None;
  NO_ADDRESSES: None;
  TOO_MANY_ADDRESSES: { readonly most: number };
  NO_ESCROWS: None;
  TOO_MANY_ESCROWS: { readonly most: number };

  // Of an escrow and what is done with it
  KIND_NOT_MADE: { readonly kind: string };
  ANOTHER_RECEIVER: { readonly of: 'single' | 'service' };
  /** An escrow that has another address since it was prepared again. */
  ESCROW_RENEWED: { readonly now: string };
  NO_CONTRACT_THERE: { readonly network: NetworkName };
  NOT_AN_ESCROW: None;
  ESCROW_UNREAD: None;
  STEPS_UNKNOWN: None;
  ESCROW_TWICE: None;
  NO_SUCH_TITLE: None;
  /** Each with its distinguishing details. */
  SEVERAL_ESCROWS: { readonly escrows: readonly string[] };
  ESCROW_ITSELF: None;
  PAYEE_IS_TOKEN: None;
  PAYEE_IS_FACTORY: None;
  PAYS_NO_WALLET: { readonly address: string };
  OTHER_TOKEN: { readonly token: string };
  NOT_OWN_TOKEN: { readonly token: string };
  TRANSFER_ALONE: None;
  HELD_UNKNOWN: None;
  NOTHING_NEEDED: { readonly held: string; readonly needed: string; readonly unit: string };
  /** `held`: where the ledger showed it. */
  PAYER_HOLDS_LESS: { readonly held?: string; readonly unit: string };
  PAYER_WITHOUT_TRUSTLINE: { readonly unit: string };
  SIGNER_MISSING: { readonly parties: readonly { readonly role: Role; readonly address: string }[] };
  NOT_A_MILESTONE: None;
  MILESTONE_TWICE: None;
  ONE_MILESTONE: { readonly step: string; readonly several: readonly string[] };
  MILESTONE_OR_SEVERAL: None;
  MILESTONE_MISSING: { readonly count: number };
  NO_SUCH_MILESTONE: { readonly count: number };
  PAID_AT_ONCE: None;
  DAYS: { readonly most: number };
  OWN_AMOUNT_MISSING: None;
  AMOUNT_OF_EACH_MILESTONE: None;
  AMOUNT_OF_ALL_MILESTONES: None;
  RECEIVER_OF_ALL_MILESTONES: None;
  RECEIVER_OF_EACH_MILESTONE: None;
  EVIDENCE_OF_REPORT: None;
  ID_ALONE: None;
  ID_IS_ADDRESS: None;
  /** `id`: of the right one, if the person may see it. `isElsewhere`: it was prepared elsewhere. */
  /** Of a stored record. */
  DAMAGED_PART: { readonly id: string; readonly part: DamagedPart };
  ID_OF_ANOTHER: { readonly id?: string; readonly isElsewhere?: boolean };
} & TransactionParams;

/** Of a transaction, where it cannot be read as what it should be. */
type TransactionParams = {
  NOT_OF_TYPE: { readonly wanted: ContractType; readonly found?: string };
  ODD_KEY: { readonly found: string };
  ODD_ADDRESS: None;
  UNKNOWN_TO_CONTRACT: None;
  FIELD_TWICE: None;
  FIELD_OUT_OF_ORDER: None;
  OTHER_FUNCTION: { readonly found: string; readonly wanted: string };
  OTHER_ARGUMENTS: { readonly name: string; readonly network: NetworkName };
  ARGUMENT_COUNT: { readonly found: number; readonly wanted: number };
  NOT_INITIALISER: { readonly wanted: string };
  NOT_ONE_ESCROW: None;
  OPERATION_COUNT: { readonly found: number };
  OTHER_OPERATION: { readonly found: string; readonly wanted: 'contract call' | 'changeTrust' };
  NO_ISSUED_ASSET: { readonly found: string };
  ASSET_CODE: None;
};

export type ProblemCode = keyof ProblemParams;
/** The only ones that the signing page words itself. */
export type TransactionProblemCode = keyof TransactionParams | 'MISSING' | 'NOT_AN_ESCROW';

export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: ProblemParams[Each] };
}[Code];

/** Codes without values need none. */
type Given<Code extends ProblemCode> = None extends ProblemParams[Code]
  ? [params?: ProblemParams[Code]]
  : [params: ProblemParams[Code]];

/** @example createProblem('LONGER_THAN', { most: 100 }) */
export function createProblem<Code extends ProblemCode>(code: Code, ...[params]: Given<Code>): Problem<Code> {
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
  ...params: Given<Code>
): FieldProblem<Code> => ({ path, problem: createProblem(code, ...params) });

export const isProblem = (field: FieldProblem | FieldText): field is FieldProblem => typeof field.problem !== 'string';
