/** Single requests over HTTP, without a host. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type BareReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

export type BareOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** Under any name, which `fetch` does not let one choose. */
export function bareRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: BareOptions = {},
): Promise<BareReply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      text(response).then((read) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read });
      }, reject);
    });
    asked.once('error', reject).end(body);
  });
}

export function bareRequestTo(address: string | URL, options?: BareOptions): Promise<BareReply> {
  const { port, pathname, search } = new URL(address);
  return bareRequest(Number(port), pathname + search, options);
}

export function ping(url: string, token: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
}
