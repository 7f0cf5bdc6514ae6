/** What an escrow pays out, and to whom: as data. */

/** Decimal strings in token units. */
export type Cost = Readonly<Record<'paid' | 'platform' | 'service' | 'receiver', string>>;

export type Costs = {
  readonly milestones: readonly Cost[];
  readonly total: Cost;
  /** Who gets the service's share, where that is pinned. */
  readonly serviceAddress?: string | undefined;
};
