/** Listens on loopback, for requests and for watchers, and stops without cutting off running requests. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { listenOnAddress, listenOnLoopback } from './listen-on-loopback.ts';

const WINDOW_MS = 60_000;
/** How many keys are remembered. The oldest is dropped, so that strangers cannot fill the memory. */
const MOST_KEYS = 10_000;

/** Limits requests for each key in any 60 s. Refused requests do not count, so a client that waits is served. */
export type RateLimit = {
  /** Counts one request. @returns 0, or the milliseconds to wait if there were too many */
  readonly take: (key: string) => number;
  /** The same without counting a request. */
  readonly wait: (key: string) => number;
  /** What was counted last is not made after all. */
  readonly giveBack: (key: string) => void;
};

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  /** By key, the newest last; a key that counts again goes to the end. */
  const times = new Map<string, number[]>();
  const forgetIdle = (from: number) => {
    for (const [key, taken] of times) {
      const isIdle = (taken.at(-1) ?? from) <= from;
      if (!isIdle && times.size <= MOST_KEYS) return;
      times.delete(key);
    }
  };
  const wait = (key: string) => {
    const windowStart = now() - WINDOW_MS;
    const taken = times.get(key) ?? [];
    while (taken[0] !== undefined && taken[0] <= windowStart) taken.shift();
    return taken[0] !== undefined && taken.length >= perMinute ? taken[0] - windowStart : 0;
  };
  return {
    wait,
    giveBack: (key) => void times.get(key)?.pop(),
    take: (key) => {
      const ms = wait(key);
      if (ms > 0) return ms;
      const taken = times.get(key) ?? [];
      times.delete(key);
      times.set(key, [...taken, now()]);
      forgetIdle(now() - WINDOW_MS);
      return 0;
    },
  };
}

/** Refuses bodies above `bytes` with 413. The rest of such a body is not read, so its connection ends too. */
export function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: (c: Context) =>
      c.json({ statusCode: 413, message: 'request entity too large', error: 'Payload Too Large' }, 413, {
        Connection: 'close',
      }),
  });
}

export type Answering = { readonly fetch: (request: Request, env?: object) => Response | Promise<Response> };

export type Listening = {
  /** The actual port, even if 0 was given. */
  readonly port: number;
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

/** An address for monitoring a process, which is never the public one: on loopback, or on one that was chosen. */
export const LOOPBACK = '127.0.0.1';

type Watched = Readonly<Record<string, () => Response | Promise<Response>>>;

export type Watching = Listening & { readonly origin: string };

/** @param port 0 for a free one. @throws NodeJS.ErrnoException EADDRINUSE, EADDRNOTAVAIL */
export async function listenForWatchers(watched: Watched, port: number, host = LOOPBACK): Promise<Watching> {
  const shown = host.includes(':') ? `[${host}]` : host;
  const isOpen = !isLoopbackHost(shown);
  const answers = new Map(Object.entries(watched));
  const fetch = async ({ method, url, headers }: Request) => {
    const answer = answers.get(new URL(url).pathname);
    // Nothing to the page of another site that calls this machine by a name of its own.
    const isAsked = method === 'GET' && (isOpen || isLoopbackHost(headers.get('host') ?? ''));
    return answer === undefined || !isAsked ? watchedJson(404, {}) : await answer();
  };
  // No one needs the end of an answer, and the rest of the shutdown needs the time.
  const listening = await listen({ fetch }, port, 0, host === LOOPBACK ? undefined : host);
  return { ...listening, origin: `http://${shown}:${listening.port}` };
}

export function watchedJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

/** No balancer waits longer. */
const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 1_000;

/** Whether something answers in time. However often that is asked, there is one question at a time, and one a second. */
export function createProbe(ask: () => Promise<unknown>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  const forget = () => {
    answer = undefined;
  };
  return () => {
    if (answer === undefined) {
      answer = ask().then(
        () => true,
        () => false,
      );
      void answer.then(() => setTimeout(forget, ASK_AGAIN_MS).unref());
    }
    return Promise.race([answer, sleep(PATIENCE_MS, false, { ref: false })]);
  };
}

/** @param figures for Prometheus; without them nothing is reported */
export function tellFigures(
  figures: { readonly text: () => Promise<string>; readonly contentType: string } | undefined,
): Watched {
  return figures === undefined
    ? {}
    : {
        '/metrics': async () =>
          new Response(await figures.text(), { headers: { 'content-type': figures.contentType } }),
      };
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Whether a `Host` header (or the `host` of a URL) names this machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Refuses requests with a host name that is not loopback (DNS rebinding). */
export const requireLoopbackHost = createMiddleware(async (c, next) => {
  const isLoopback = isLoopbackHost(c.req.header('host') ?? '');
  return isLoopback ? next() : forbidden(c, 'This service answers to loopback names only');
});

/**
 * Refuses requests from pages of other origins. Not Hono's `csrf`: that lets a request with a JSON body, or one that
 * claims `Sec-Fetch-Site`, pass without its origin.
 */
export const requireOwnOrigin = createMiddleware(async (c, next) => {
  const origin = c.req.header('origin');
  const isOther = origin !== undefined && origin !== `http://${c.req.header('host')}`;
  return isOther ? forbidden(c, 'Requests from other origins are not answered') : next();
});

const forbidden = (c: Context, message: string) => c.json({ statusCode: 403, message, error: 'Forbidden' }, 403);
