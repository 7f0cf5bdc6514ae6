/** The fields for which a server can set a default. */

/** By their names in a request. */
export type Defaults = {
  readonly platformAddress?: string;
  readonly platformFee?: string;
  readonly token?: string;
  readonly disputeResolver?: string;
};
export type DefaultName = keyof Defaults;
