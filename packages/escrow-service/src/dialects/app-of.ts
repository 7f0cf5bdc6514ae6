/** Creates the service's app in the dialect of its network. */
import type { DialectName } from '@countersign/core/network';
import type { Hono } from 'hono';
import { serviceApp } from '../http/app.ts';
import type { ServiceOptions } from '../http/local-app.ts';
import { liveApp } from '../http/v1/app.ts';
import { createLiveService } from '../live/live-service.ts';
import { rebuildIndex } from '../live/rebuild-index.ts';

/** @param isShared whether other processes may have created escrows on its ledger. Only v1 keeps an index */
export const appOf = async (options: ServiceOptions, isShared = false): Promise<Hono> =>
  await APPS[options.network.network.dialect ?? 'seed'](options, isShared);

const APPS: Readonly<Record<DialectName, (options: ServiceOptions, isShared: boolean) => Hono | Promise<Hono>>> = {
  seed: serviceApp,
  v1: v1App,
};

async function v1App(options: ServiceOptions, isShared: boolean): Promise<Hono> {
  const service = createLiveService(options.network, isShared);
  if (isShared) await rebuildIndex(service);
  return liveApp(options, service);
}
