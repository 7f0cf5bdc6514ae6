/** `GET /healthz` on loopback: whether this process hears Discord. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Health = { readonly url: string; close(): Promise<void> };

/** @param port 0 for a free one. @throws NodeJS.ErrnoException EADDRINUSE */
export async function serveHealth(port: number, isReady: () => boolean): Promise<Health> {
  const server = createServer((request, response) => {
    // Another site's page, sent here by a name that it controls, learns nothing.
    const isLocal = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '');
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
