/** `GET /healthz` on loopback: whether this process is connected to Discord. */
import { isLoopbackHost, listen } from '@countersign/local-http';

export type Health = { readonly url: string; close(): Promise<void> };

/** @param port 0 for a free one. @throws NodeJS.ErrnoException EADDRINUSE */
export async function serveHealth(port: number, isReady: () => boolean): Promise<Health> {
  const answer = (status: number, body: object) =>
    Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
  const fetch = ({ method, url, headers }: Request) => {
    // Nothing to the page of another site that calls this machine by a name of its own.
    const isAsked =
      isLoopbackHost(headers.get('host') ?? '') && method === 'GET' && new URL(url).pathname === '/healthz';
    if (!isAsked) return answer(404, {});
    return isReady() ? answer(200, { status: 'ready' }) : answer(503, { status: 'not connected to Discord' });
  };
  // Nobody needs the end of an answer, and the rest of the shutdown needs the time.
  const listening = await listen({ fetch }, port, 0);
  return { url: `http://127.0.0.1:${listening.port}/healthz`, close: listening.close };
}
