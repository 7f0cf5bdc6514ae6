/** How a follower receives changes, and how it stops. */
import type { EscrowChange } from '../../words/changes.ts';

/** Receives the changes of one escrow. If it throws or rejects, they are reported again. */
export type TakeChanges = (changes: readonly EscrowChange[]) => void | Promise<void>;

export type Following = {
  /** Stops after the running `take` has finished, so `take` itself must not await it. */
  stop(): Promise<void>;
};
