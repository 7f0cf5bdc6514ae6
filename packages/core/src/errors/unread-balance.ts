/** Why a service's answer gives no balance of an address, as data; its words are in `words/<language>/desk/elsewhere.ts`. */
import type { CountersignError } from './errors.ts';

type None = Readonly<Record<never, never>>;

export type UnreadParams = {
  NOT_NAMED: None;
  NOT_A_NUMBER: None;
  NEGATIVE: None;
  BEYOND_ANY_TOKEN: None;
  TWO_BALANCES: None;
  NO_ESCROW: None;
  REFUSED: { readonly status: number };
  /** Together with others, of which too many were at fault to tell which. */
  REFUSED_TOGETHER: None;
  FAILED: { readonly error: CountersignError };
};

export type UnreadBalance = {
  readonly [Code in keyof UnreadParams]: { readonly code: Code; readonly params: UnreadParams[Code] };
}[keyof UnreadParams];

/** A text for each. A language that lacks one does not compile. */
export type UnreadWords = { readonly [Code in keyof UnreadParams]: (params: UnreadParams[Code]) => string };
