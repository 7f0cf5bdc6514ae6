/** What a server can set for every request made in it. */

/** As they are written in a request. */
export type Defaults = {
  readonly platformAddress?: string;
  readonly platformFee?: string;
  readonly token?: string;
  readonly disputeResolver?: string;
};
export type DefaultName = keyof Defaults;
