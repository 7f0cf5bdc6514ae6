/** The parts of the service in every dialect: access, limits, and the routes of a local sandbox. */
import { limitBody, requireLoopbackHost, requireOwnOrigin } from '@countersign/local-http';
import { Hono } from 'hono';
import type { EscrowNetwork } from '../contract/network.ts';

export type ServiceOptions = {
  readonly network: EscrowNetwork;
  /** Only for the seed dialect; v1 needs only the key. */
  readonly accessToken?: string | undefined;
  readonly apiKey: string;
  /** Requests a minute for a client, 0 for no limit. */
  readonly rateLimit: number;
  /** What `GET /sandbox` answers; absent on a real network, which has no such route. */
  readonly sandbox?: object | undefined;
};

export const SANDBOX = '/sandbox';
export const HEALTH = '/healthz';
/** The largest signed transaction in base64 (176 kB) and some room. */
const MAX_BODY_BYTES = 256 * 1024;

export function localApp({ network, sandbox }: ServiceOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // Clients compare clocks by this header, so it must come from the clock of the time bounds.
    c.header('Date', new Date(network.now()).toUTCString());
  });
  app.use(requireLoopbackHost, requireOwnOrigin);
  app.use(limitBody(MAX_BODY_BYTES));
  app.get(HEALTH, (c) => c.json({ status: 'ok' }));
  if (sandbox !== undefined) app.get(SANDBOX, (c) => c.json(sandbox));
  return app;
}
