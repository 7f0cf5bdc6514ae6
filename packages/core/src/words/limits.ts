/** An exceeded limit, as data. Amounts are decimal strings in token units. */

export type LimitBeyond =
  /** ISO 8601, UTC. */
  | { readonly code: 'until'; readonly params: { readonly at: string } }
  | { readonly code: 'tokens'; readonly params: { readonly token: string } }
  | { readonly code: 'counterparties'; readonly params: { readonly address: string } }
  | { readonly code: 'maxAmount'; readonly params: { readonly amount: string; readonly most: string } }
  | {
      readonly code: 'maxPerDay';
      readonly params: { readonly amount: string; readonly spent: string; readonly most: string };
    };
