/** `GET /healthz` on loopback: whether this process hears Discord. */
import { createServer } from 'node:http';
import { listenOnLoopback } from '@countersign/local-http';

export type Health = { readonly url: string; close(): Promise<void> };

/** @param port 0 for a free one. @throws NodeJS.ErrnoException EADDRINUSE */
export async function serveHealth(port: number, isReady: () => boolean): Promise<Health> {
  const server = createServer((request, response) => {
    // Another site's page, sent here by a name that it controls, learns nothing.
    const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
    const [status, body] =
      !isLocal || request.url !== '/healthz' || request.method !== 'GET'
        ? [404, {}]
        : isReady()
          ? [200, { status: 'ready' }]
          : [503, { status: 'not connected to Discord' }];
    response
      .writeHead(status as number, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body));
  });
  const listening = await listenOnLoopback(server, port);
  return {
    url: `http://127.0.0.1:${listening.port}/healthz`,
    close: async () => {
      const stopped = listening.stop();
      server.closeAllConnections();
      await stopped;
    },
  };
}
