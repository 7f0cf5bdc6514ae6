/** An address for whoever watches a process, which is never the public one: on loopback, or on one that was chosen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listening, listen } from './listen.ts';
import { isLoopbackHost } from './loopback.ts';

export const LOOPBACK = '127.0.0.1';

/** What is answered, by path. */
export type Watched = Readonly<Record<string, () => Response | Promise<Response>>>;

export type Watching = Listening & { readonly origin: string };

/**
 * @param port 0 for a free one
 * @throws NodeJS.ErrnoException EADDRINUSE, EADDRNOTAVAIL
 */
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
  // Nobody needs the end of an answer, and the rest of the shutdown needs the time.
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

/** @param figures for Prometheus; without them nothing is told */
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
