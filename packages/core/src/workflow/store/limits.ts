/** How much a store keeps, and for how long, whatever its engine. */

/** How many requests that did not settle are kept at once; each is some 20 kB. */
export const MAX_PREPARED_REQUESTS = 1_000;
/** How many settled ones are remembered, to answer the same request or submission again. */
export const MAX_SETTLED = 10_000;
const DAY_MS = 24 * 3_600_000;
/** How long a request whose transactions are all dead may still be renewed, after its last transaction. */
export const UNSENT_KEPT_MS = 14 * DAY_MS;
/** How long an undecided request is kept: a wallet may have sent one of its transactions. */
export const UNDECIDED_KEPT_MS = 30 * DAY_MS;
/** How long a full store keeps an undecided request after its transactions expired. */
export const UNDECIDED_KEPT_WHEN_FULL_MS = DAY_MS;
/** How many expired transactions of one request are kept that the ledger has not decided. */
export const MAX_UNDECIDED_TRANSACTIONS = 50;
/** How long after their last transaction expired unsent requests of escrows' pages are kept. */
export const ESCROW_PAGE_KEPT_MS = 3_600_000;
/** How long settled requests are kept, unless the operator sets another time. */
export const SETTLED_KEPT_MS = 30 * DAY_MS;

/** How long after its expiry a transaction is remembered, so that a late signature is recognised. */
export const PAST_KEPT_MS = 30 * DAY_MS;
/** How many are remembered at most, the newest ones; each is some 300 bytes. */
export const MAX_PAST_TRANSACTIONS = 100_000;

/** How many followed escrows are remembered with what was reported of them, the newest; each is some 3 kB. */
export const MAX_REPORTED = 20_000;

/** How many links to the list of their escrows, and how many sessions, one person has at once; the newest ones. */
export const MAX_LIST_ACCESS = 50;
/** How many changes the feed keeps: only the last one of each request. */
export const MAX_CHANGES = 100_000;
