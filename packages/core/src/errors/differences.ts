/** Where a transaction or an escrow differs from the request, as data: each code gets its words where it is shown. */
import type { ErrorCode, XdrReason } from './catalogue.ts';
import type { Problem, TransactionProblemCode } from './problems.ts';

type None = Readonly<Record<never, never>>;

/** Whose entries are named: `transfer`: a plain payment. `payout`: a step that pays. */
export type FootprintOf = 'deploy' | 'fund' | 'transfer' | 'step' | 'payout';

/** Every code with the type of its values. Numbers of bytes, seconds and the like are with their unit where they can be. */
export type SideParams = {
  // Of any field
  NONE: None;
  AS_ASKED: None;
  AT_MOST: { readonly value: string };
  BETWEEN: { readonly least: string; readonly most: string };
  /** Of texts that look alike: from the first character in which they differ. */
  CODE_POINTS: { readonly from: number; readonly points: readonly string[] };
  OTHER_ENCODING: None;
  PROBLEM: { readonly problem: Problem<TransactionProblemCode> };
  MORE_DIFFERENCES: { readonly count: number };

  // Of the whole transaction
  TRANSACTION: { readonly action: string };
  UNSIGNED_TRANSACTION: None;
  ERROR: {
    readonly code: ErrorCode;
    readonly reason?: XdrReason | undefined;
    readonly message: string;
    readonly remedy: string;
  };

  // Of the envelope
  CANONICAL: None;
  NOT_CANONICAL: None;
  FAR_FROM_LARGEST: None;
  TIME_BOUNDS_ALONE: None;
  MORE_PRECONDITIONS: None;
  END: None;
  NO_END: None;
  BEGUN: None;
  BEGINS_IN: { readonly seconds: string };
  OVER_SINCE: { readonly seconds: string };
  ENDS_IN: { readonly seconds: string };
  ENDS_BETWEEN: { readonly least: number; readonly most: number };

  // Of what is authorised
  ENTRIES: { readonly count: number };
  SOURCE_ACCOUNT: None;
  SAME_CALL: None;
  OTHER_CALL: None;
  ONE_TRANSFER: None;
  TRANSFER_TO_ESCROW: None;
  NO_CALL_BELOW: None;

  // Of the resources
  DECLARED: None;
  NOT_DECLARED: None;
  WRITES: { readonly of: FootprintOf };
  READS: { readonly of: FootprintOf };
  CODE: { readonly of: FootprintOf };
  DATA_OF: { readonly contract: string };
  CODES: { readonly hashes: readonly string[] };
  WRITTEN_ENTRIES: None;
  UNNAMED_ENTRIES: None;

  // Of an escrow and its call
  RELEASE: { readonly release: 'multi' | 'single' };
  KNOWN_KIND: None;
  OTHER_CONTRACT: None;
  KNOWN_FUNCTION: None;
  CONTRACT_FIELDS: None;
  NO_MEMO_KEPT: None;
  TOKEN_OF: { readonly issuer: string };
  ASSET_OF: { readonly token: string };
  DECIMALS_OF_TOKEN: { readonly decimals: number };
  DECIMALS_OF_REQUEST: { readonly multiplier: number };
  ESCROW_FOR_STEP: None;
};

export type SideCode = keyof SideParams;

type SideWithCode<Code extends SideCode = SideCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: SideParams[Each] };
}[Code];

/** A value as it is, or what has a code. Rows of earlier versions have English texts. */
export type Side = string | SideWithCode;

export type Difference = { readonly field: string; readonly asked: Side; readonly found: Side };

/** A difference in the words of a language. `field` is its path, which a surface names. */
export type DifferenceText = { readonly field: string; readonly asked: string; readonly found: string };

/** Codes without values need none. */
type Given<Code extends SideCode> = None extends SideParams[Code]
  ? [params?: SideParams[Code]]
  : [params: SideParams[Code]];

/** @example createSide('AT_MOST', { value: '0.1 XLM' }) */
export const createSide = <Code extends SideCode>(code: Code, ...[params]: Given<Code>): Side =>
  ({ code, params: params ?? {} }) as unknown as SideWithCode;
