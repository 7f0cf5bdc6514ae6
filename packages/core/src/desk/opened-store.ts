/** The opened store, and the quota that its database shares. */
import type { Quota } from '../service/quota/quota.ts';
import type { Store } from './store/store.ts';

export type OpenedStore = {
  /** Closing it also closes its database. */
  readonly store: Store;
  /** The quota over all processes; absent: each process counts its own. @param credential what the service counts by */
  readonly quotaOf?: (credential: readonly (string | undefined)[]) => Quota;
};
