/** A service on loopback that answers at once with a given reply: the fastest server a client could have. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type MeasuredRequest = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Said = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type LocalService = {
  readonly url: string;
  close(): Promise<void>;
};

/** @param answer called once for each complete request */
export async function startLocalService(
  answer: (asked: MeasuredRequest) => Said | Promise<Said>,
): Promise<LocalService> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const said = await answer({ method, path, headers, body: await bodyOf(request) });
    response.writeHead(said.status, { 'content-type': 'application/json; charset=utf-8', ...said.headers });
    response.end(JSON.stringify(said.body));
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
