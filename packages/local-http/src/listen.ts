/** Listening on loopback, and stopping without cutting off who is being answered. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { listenOnLoopback } from './listen-on-loopback.ts';

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
  const listening = await listenOnLoopback(server, port);
  return {
    port: listening.port,
    close: async () => {
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      const stopped = listening.stop();
      server.closeIdleConnections();
      await stopped;
      clearTimeout(cut);
    },
  };
}
