/** Listening on loopback, and stopping without cutting off who is being answered. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export type Listening = {
  /** The port, also where a free one was asked for with 0. */
  readonly port: number;
  /** Lets running requests end, then closes. */
  close(): Promise<void>;
};

/** How long requests that run may take to end before their connections are cut. */
const DRAIN_MS = 3_000;

/** How long a client may take to send its request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000 };

/** @throws NodeJS.ErrnoException EADDRINUSE and the like */
export async function listen(app: Hono, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
