/** How much a store keeps, and for how long, whatever its engine. */

/** How many handles that did not settle are kept at once; each is some 20 kB. */
export const MAX_HANDLES = 1_000;
/** How many settled ones are remembered, to answer the same request or submission again. */
export const MAX_SETTLED = 10_000;
const DAY_MS = 24 * 3_600_000;
/** A handle of which nothing can settle any more may be renewed this long after its last offer: people take their time. */
export const UNSENT_KEPT_MS = 14 * DAY_MS;
/** One of which the ledger has not yet said so is kept longer: a wallet may have sent it by itself. */
export const UNDECIDED_KEPT_MS = 30 * DAY_MS;
/** In a full store it gives way this long after its time. */
export const UNDECIDED_KEPT_WHEN_FULL_MS = DAY_MS;
/** How many offers of one handle are kept whose time is over, and of which the ledger has not yet said so. */
export const MAX_UNDECIDED_OFFERS = 50;
/** Unless whoever runs it says otherwise. */
export const SETTLED_KEPT_MS = 30 * DAY_MS;

/** How long after its expiry a signature is told as late. */
export const PAST_KEPT_MS = 30 * DAY_MS;
/** How many are remembered at most, the newest ones; each is some 300 bytes. */
export const MAX_PAST_OFFERS = 100_000;

/** How many followed escrows are remembered with what was told of them, the last told; each is some 3 kB. */
export const MAX_TOLD = 20_000;

/** How many links to the list of their escrows, and how many sessions, one person has at once; the newest ones. */
export const MAX_LIST_ACCESS = 50;
/** Changes that the feed remembers, the last one of each handle alone. */
export const MAX_CHANGES = 100_000;
