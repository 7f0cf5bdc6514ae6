/** Why a transaction is only partly verified, as data. */

type None = Readonly<Record<string, never>>;

export type Reason =
  | { readonly code: 'FACTORY_NOT_PINNED'; readonly params: { readonly factory: string } }
  | { readonly code: 'CODE_NOT_PINNED'; readonly params: { readonly code: string } }
  /** Of a call that names who gets the service's share, where nobody pinned that. */
  | { readonly code: 'FEE_ADDRESS_NOT_PINNED'; readonly params: { readonly address: string } }
  | { readonly code: 'OTHER_KIND'; readonly params: { readonly generation: string; readonly release: string } }
  /** `stored`: whether this kind of escrow stores the token's unit multiplier. */
  | { readonly code: 'TOKEN_NOT_ASKED'; readonly params: { readonly token: string; readonly stored: boolean } }
  /** Given by an earlier version alone, like the next; offers that it kept are still read. */
  | { readonly code: 'ONE_AMOUNT_FOR_ALL'; readonly params: None }
  /** `elsewhere`: the other address at which it may stand. */
  | { readonly code: 'ADDRESS_IN_DOUBT'; readonly params: { readonly elsewhere: string } }
  /** Kept by an earlier version as a sentence; what it said is not known. */
  | { readonly code: 'KEPT_AS_TEXT'; readonly params: None };

/** Whether an escrow's token had said its decimals, where these are the reasons why it is only partly verified. */
export function saidItsDecimals(reasons: readonly Reason[], token: string): boolean {
  return !reasons.some(
    ({ code, params }) => code === 'KEPT_AS_TEXT' || (code === 'TOKEN_NOT_ASKED' && params.token === token),
  );
}
