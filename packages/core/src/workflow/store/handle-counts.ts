/** The number of handles in each state, for monitoring. */

/** `ended`: replaced, declined or discarded. The others are those of a handle's deciding or newest offer. */
export const HANDLE_STATES = [
  'offered',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'taken',
  'rejected',
  'dead',
  'ended',
] as const;

export type HandleState = (typeof HANDLE_STATES)[number];
export type HandleCounts = Readonly<Partial<Record<HandleState, number>>>;
