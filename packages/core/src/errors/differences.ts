/** Where a transaction or an escrow differs from the request, as data: each code gets its words where it is shown. */
import type { English, ErrorCode, XdrReason } from './catalogue.ts';
import type { Coded, Given, ParamsOf, Problem, TransactionProblemCode } from './problems.ts';

/** Whose entries are named: `transfer`: a plain payment. `payout`: a step that pays. */
export type FootprintOf = 'deploy' | 'fund' | 'transfer' | 'step' | 'payout';

/** Values of the codes that have any. Numbers of bytes, seconds and the like are with their unit where they can be. */
type SideValues = {
  // Of any field
  AT_MOST: { readonly value: string };
  BETWEEN: { readonly least: string; readonly most: string };
  /** Of texts that look alike: from the first character in which they differ. */
  CODE_POINTS: { readonly from: number; readonly points: readonly string[] };
  PROBLEM: { readonly problem: Problem<TransactionProblemCode> };
  MORE_DIFFERENCES: { readonly count: number };

  // Of the whole transaction
  TRANSACTION: { readonly action: string };
  ERROR: {
    readonly code: ErrorCode;
    readonly reason?: XdrReason | undefined;
    readonly message: string;
    readonly remedy: string;
  };

  // Of the envelope
  BEGINS_IN: { readonly seconds: string };
  OVER_SINCE: { readonly seconds: string };
  ENDS_IN: { readonly seconds: string };
  ENDS_BETWEEN: { readonly least: number; readonly most: number };

  // Of what is authorised
  ENTRIES: { readonly count: number };

  // Of the resources
  WRITES: { readonly of: FootprintOf };
  READS: { readonly of: FootprintOf };
  CODE: { readonly of: FootprintOf };
  DATA_OF: { readonly contract: string };
  CODES: { readonly hashes: readonly string[] };

  // Of an escrow and its call
  RELEASE: { readonly release: 'multi' | 'single' };
  TOKEN_OF: { readonly issuer: string };
  ASSET_OF: { readonly token: string };
  DECIMALS_OF_TOKEN: { readonly decimals: number };
  DECIMALS_OF_REQUEST: { readonly multiplier: number };
};

export type SideParams = ParamsOf<English['differences'], SideValues>;
export type SideCode = keyof SideParams;

/** A value as it is, or what has a code. Rows of earlier versions have English texts. */
export type Side = string | Coded<SideParams>;

export type Difference = { readonly field: string; readonly asked: Side; readonly found: Side };

/** A difference in the words of a language. `field` is its path, which a surface names. */
export type DifferenceText = { readonly field: string; readonly asked: string; readonly found: string };

/** @example createSide('AT_MOST', { value: '0.1 XLM' }) */
export const createSide = <Code extends SideCode>(code: Code, ...[params]: Given<SideParams[Code]>): Side =>
  ({ code, params: params ?? {} }) as unknown as Coded<SideParams>;
