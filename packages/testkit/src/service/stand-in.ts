/** A server on loopback that answers each request as a test has it, and keeps the requests. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedRequest = {
  readonly method: string;
  /** Path and query exactly as in the request line. */
  readonly url: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>> & { readonly authorization?: string };
  readonly body: string;
  /** When it was complete, on `performance`'s clock. */
  readonly at: number;
};

/** What to do with one request. An error breaks the connection. */
export type Responder = (response: ServerResponse, request: ReceivedRequest) => unknown;

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** What is done before a request is complete. */
type Early = {
  readonly onConnection?: (wire: Socket) => void;
  /** @returns whether the request is answered by now */
  readonly onHead?: (wire: Socket, head: ReceivedRequest) => boolean;
};

export async function startStandIn(scene: Responder, { onConnection, onHead }: Early = {}) {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    try {
      const { method = 'GET', url = '/', socket } = request;
      const headers = request.headers as Record<string, string>;
      const head = { method, url, headers, body: '', at: performance.now() };
      if (onHead?.(socket, head)) return void requests.push(head);
      const received = { ...head, body: await text(request), at: performance.now() };
      requests.push(received);
      await scene(response, received);
    } catch {
      request.socket.destroy();
    }
  });
  server.on('connection', (wire) => {
    connections++;
    // The client may break the connection at any time.
    wire.on('error', () => {});
    onConnection?.(wire);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly ReceivedRequest[],
    /** How often a client connected. */
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Responder {
  return (response) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(raw ? body : JSON.stringify(body));
  };
}

export const html = (status: number): Responder =>
  answer(status, '<!doctype html><html><body>Bad gateway</body></html>', { 'content-type': 'text/html' });

/** A refusal as the service words it. */
export const refusal = (message: string): Responder => answer(400, { message, error: 'Bad Request', statusCode: 400 });

export const reset: Responder = (response) => void response.destroy();

export const silence: Responder = () => {};

/** The same request, for `fetch` or for an app that needs no socket. */
export function initOf({ method, headers, body }: ReceivedRequest): RequestInit {
  const { connection: _, 'content-length': __, 'transfer-encoding': ___, ...kept } = headers;
  return { method, headers: kept, ...(body === '' ? {} : { body }) };
}

/** Answers as another server or app did; its body is decoded by now. */
export async function forward(response: ServerResponse, reply: Response): Promise<void> {
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    connection: ____,
    ...headers
  } = Object.fromEntries(reply.headers);
  const body = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, headers).end(body);
}

export const passTo =
  (target: string): Responder =>
  async (response, request) =>
    forward(response, await fetch(`${target}${request.url}`, initOf(request)));

/** `reset` breaks the connection. */
export type Answerer = (request: ReceivedRequest) => Response | 'reset' | Promise<Response | 'reset'>;

/** A server for one function that answers. */
export const startAnswerer = (answerOf: Answerer): Promise<StandIn> =>
  startStandIn(async (response, request) => {
    const reply = await answerOf(request);
    return reply === 'reset' ? reset(response, request) : forward(response, reply);
  });

/** A port of this machine on which nothing listens. */
export async function deadUrl(): Promise<string> {
  const { url, close } = await startStandIn(silence);
  await close();
  return url;
}
