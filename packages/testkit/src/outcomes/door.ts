/** A server on loopback for one function that answers, or breaks the connection. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScheduledCall = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** `reset`: the connection breaks, and nothing is answered. */
export type Answerer = (asked: ScheduledCall) => Promise<Response | 'reset'> | Response | 'reset';

export type Door = { readonly url: string; close(): Promise<void> };

export async function openDoor(answer: Answerer): Promise<Door> {
  const server = createServer((request, response) => {
    void answerTo(request, response, answer).catch(() => request.socket.destroy());
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

async function answerTo(request: IncomingMessage, response: ServerResponse, answer: Answerer): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const { method = 'GET', url: path = '/' } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const answered = await answer({ method, path, headers, body: Buffer.concat(pieces).toString() });
  if (answered === 'reset') return void request.socket.destroy();
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(await answered.text());
}

/** The same request, for an app that needs no socket. */
export function requestOf({ method, headers, body }: ScheduledCall): RequestInit {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = headers;
  return { method, headers: kept, ...(method === 'GET' ? {} : { body }) };
}
