/** A service on loopback that answers at once with a JSON reply: the fastest server a client could have. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type MeasuredRequest = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

type Reply = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown };

export type LocalService = { readonly url: string; close(): Promise<void> };

/** @param answer called once for each complete request */
export async function startLocalService(
  answer: (request: MeasuredRequest) => Reply | Promise<Reply>,
): Promise<LocalService> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const reply = await answer({ method, path, headers, body: await text(request) });
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json; charset=utf-8', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
