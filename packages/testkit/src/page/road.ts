/** A proxy before the service that can lose a sending's answer, or answer in the service's place. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `lose`: the service gets it, and its answer is cut off. `deny`: it gets it, and says that it refused. `drop`: it never
 * gets there, and nobody can know. `refuse`: answered at once with status 400, nothing sent on. `until`: sent on when
 * that has come, or dropped then.
 */
type SendFault =
  | 'lose'
  | 'deny'
  | 'drop'
  | { readonly refuse: string }
  | { readonly until: Promise<unknown>; readonly drop?: true };

export type Road = {
  readonly url: string;
  /** Paths of the requests that came by, in order. */
  readonly asked: string[];
  /** What becomes of the next sendings, one each. */
  readonly faults: SendFault[];
  close(): Promise<void>;
};

export type PassedRequest = { readonly method: string; readonly path: string; readonly body: string };

/** @param note called with each request as it comes by */
export async function startRoad(
  service: string,
  note: (request: PassedRequest) => void = () => undefined,
): Promise<Road> {
  const asked: string[] = [];
  const faults: SendFault[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    asked.push(path.replace(/\?.*/, ''));
    const body = await buffer(request);
    note({ method: request.method ?? 'GET', path, body: body.toString() });
    const fault = path.startsWith('/helper/') ? faults.shift() : undefined;
    const isHeld = typeof fault === 'object' && 'until' in fault;
    if (isHeld) await fault.until;
    if (fault === 'drop' || (isHeld && fault.drop)) {
      request.socket.destroy();
      return;
    }
    if (typeof fault === 'object' && 'refuse' in fault) {
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: fault.refuse, error: 'Bad Request', statusCode: 400 }));
      return;
    }
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(`${service}${path}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await answer.text();
    if (fault === 'lose') {
      request.socket.destroy();
      return;
    }
    if (fault === 'deny') {
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: 'tx_bad_seq', error: 'Bad Request', statusCode: 400 }));
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(text);
  };
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
