/** Listens on loopback, and stops without cutting off running requests. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listenOnAddress, listenOnLoopback } from './listen-on-loopback.ts';

/** A Hono app, or anything else that answers requests. */
export type Answering = { readonly fetch: (request: Request, env?: object) => Response | Promise<Response> };

export type Listening = {
  /** The actual port, even if 0 was given. */
  readonly port: number;
  /** Lets running requests end, then closes. */
  close(): Promise<void>;
};

const DRAIN_MS = 3_000;
/** Browsers keep connections alive, so each is closed soon after it falls idle. */
const IDLE_POLL_MS = 50;

/** How long a client may take to send its request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000 };

/**
 * @param drainMs how long running requests may take to end before their connections are cut
 * @param address where it listens instead of loopback; the caller's guards must not rely on loopback then
 * @throws NodeJS.ErrnoException EADDRINUSE and the like
 */
export async function listen(
  { fetch }: Answering,
  port: number,
  drainMs = DRAIN_MS,
  address?: string,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch, serverOptions: TIMEOUTS }) as Server;
  const listening = await (address === undefined
    ? listenOnLoopback(server, port)
    : listenOnAddress(server, port, address));
  return {
    port: listening.port,
    close: async () => {
      const stopped = listening.stop();
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await stopped;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

/** Whether reading a request failed because its client has closed the connection: no one waits for an answer. */
export function isHangUp(thrown: unknown): boolean {
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((thrown as NodeJS.ErrnoException).code));
}
