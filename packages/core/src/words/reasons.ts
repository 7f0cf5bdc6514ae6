/** Why a transaction is only partly verified, as data. */

type None = Readonly<Record<string, never>>;

export type Reason =
  | { readonly code: 'FACTORY_NOT_PINNED'; readonly params: { readonly factory: string } }
  | { readonly code: 'CODE_NOT_PINNED'; readonly params: { readonly code: string } }
  /** The call names the account that gets the service's share, and that account is not pinned. */
  | { readonly code: 'FEE_ADDRESS_NOT_PINNED'; readonly params: { readonly address: string } }
  | { readonly code: 'OTHER_KIND'; readonly params: { readonly generation: string; readonly release: string } }
  /** `stored`: whether this kind of escrow stores the token's unit multiplier. */
  | { readonly code: 'TOKEN_NOT_ASKED'; readonly params: { readonly token: string; readonly stored: boolean } }
  /** This and the next are only in offers that earlier versions stored. */
  | { readonly code: 'ONE_AMOUNT_FOR_ALL'; readonly params: None }
  /** `elsewhere`: the other address at which it may stand. */
  | { readonly code: 'ADDRESS_IN_DOUBT'; readonly params: { readonly elsewhere: string } }
  /** An earlier version stored a sentence, which cannot be parsed. */
  | { readonly code: 'KEPT_AS_TEXT'; readonly params: None };

/** Whether the token had reported its decimals, by the reasons why its escrow is only partly verified. */
export function saidItsDecimals(reasons: readonly Reason[], token: string): boolean {
  return !reasons.some(
    ({ code, params }) => code === 'KEPT_AS_TEXT' || (code === 'TOKEN_NOT_ASKED' && params.token === token),
  );
}
