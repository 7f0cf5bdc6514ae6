import type { Quota } from '../../service/quota/quota.ts';
import type { RequestCounts } from '../services.ts';
import type { PageFiles } from './postgres/page-files.ts';
import type { Store } from './store.ts';

export type OpenedStore = {
  /** Closing it also closes its database. */
  readonly store: Store;
  /** Of all processes that share it; absent: each process counts for itself. @param credential what the service counts by */
  readonly quotaOf?: (credential: readonly (string | undefined)[], requestsPerMinute: number) => Quota;
  /** Of people; absent: each process counts for itself. */
  readonly requestCounts?: RequestCounts;
  /** Of all processes that share it; absent: one process at a time serves the page. */
  readonly pageFiles?: PageFiles;
};
