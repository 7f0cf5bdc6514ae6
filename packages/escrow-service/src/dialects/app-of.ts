/** Creates the service's app in the dialect of its network. */
import type { Hono } from 'hono';
import { serviceApp } from '../http/app.ts';
import type { ServiceOptions } from '../http/local-app.ts';
import { liveApp } from '../http/v1/app.ts';
import { createLiveService } from '../live/live-service.ts';
import { rebuildIndex } from '../live/rebuild-index.ts';

/** @param isShared whether other processes may have created escrows on its ledger. Only v1 keeps an index */
export async function appOf(options: ServiceOptions, isShared = false): Promise<Hono> {
  if (options.network.network.dialect !== 'v1') return serviceApp(options);
  const service = createLiveService(options.network, isShared);
  if (isShared) await rebuildIndex(service);
  return liveApp(options, service);
}
