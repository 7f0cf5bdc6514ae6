/** The service in the dialect of its network. */
import type { Hono } from 'hono';
import { serviceApp } from './app.ts';
import type { ServiceOptions } from './local-app.ts';
import { liveApp } from './v1/app.ts';

export function appOf(options: ServiceOptions): Hono {
  return options.network.network.dialect === 'v1' ? liveApp(options) : serviceApp(options);
}
