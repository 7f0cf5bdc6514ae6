/** How changes of escrows are taken, and following them ended. */
import type { EscrowChange } from '../../words/changes.ts';

/** Changes of one escrow. They count as told when this has ended without an error; else they are told again. */
export type TakeChanges = (changes: readonly EscrowChange[]) => void | Promise<void>;

export type Following = {
  /** Ends it, once what is being taken was taken: so it is not to be waited for in `take` itself. */
  stop(): Promise<void>;
};
