/** The service in the dialect of its network. */
import type { Hono } from 'hono';
import { createLiveService } from '../live/live-service.ts';
import { rebuildIndex } from '../live/rebuild-index.ts';
import { serviceApp } from './app.ts';
import type { ServiceOptions } from './local-app.ts';
import { liveApp } from './v1/app.ts';

/** @param isResumed whether its ledger may hold escrows that it made before it was stopped. Only v1 keeps an index of them */
export async function appOf(options: ServiceOptions, isResumed = false): Promise<Hono> {
  if (options.network.network.dialect !== 'v1') return serviceApp(options);
  const service = createLiveService(options.network);
  if (isResumed) await rebuildIndex(service);
  return liveApp(options, service);
}
