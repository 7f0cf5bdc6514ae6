/** A proxy between the browser and the page's server that loses deliveries, fails in the server's place, or goes away. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CountersignError, type ErrorCode } from '@countersign/core/errors';

/**
 * What becomes of a delivery. `drop`: cut off before the server gets it. `lose`: the server gets it, and its answer is
 * cut off. `hang`: the server gets it, and no answer comes. A status: answered so by the proxy itself. An error:
 * answered as the server's own.
 */
type Fault = 'drop' | 'lose' | 'hang' | number | { readonly code: ErrorCode; readonly retryable: boolean };

/** @param server where the page is served */
export async function startPageRoad(server: string) {
  /** The signed transactions that were delivered, whatever became of them. */
  const delivered: string[] = [];
  /** For the next deliveries, one each; the last one also for all that follow, until it is taken away. */
  const road = { faults: [] as (Fault | undefined)[] };
  const pass = async (asked: IncomingMessage, reply: ServerResponse) => {
    const body = await buffer(asked);
    const isDelivery = asked.url?.endsWith('/submit') === true;
    if (isDelivery) delivered.push(JSON.parse(body.toString()).signedXdr);
    const fault = isDelivery ? (road.faults.length > 1 ? road.faults.shift() : road.faults[0]) : undefined;
    if (fault === 'drop') {
      asked.socket.destroy();
      return;
    }
    if (typeof fault === 'number') {
      reply.writeHead(fault, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    if (typeof fault === 'object') {
      const message = `It said ${fault.code}.`;
      const error = { ...new CountersignError(fault.code, { message }).toView(), ...fault };
      reply.writeHead(fault.retryable ? 503 : 400, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ error }));
      return;
    }
    // Host and Origin stay the browser's own: to the server this is its public address on loopback.
    const { connection: _, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? '/', server), { method: asked.method ?? 'GET', headers }, (answer) => {
      if (fault === 'hang') {
        answer.resume();
        return;
      }
      if (fault === 'lose') {
        answer.resume().once('end', () => asked.socket.destroy());
        return;
      }
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.once('error', () => reply.destroy());
    reply.once('close', () => passed.destroy());
    passed.end(body);
  };
  const proxy = createServer((asked, reply) => void pass(asked, reply));
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(road, {
    url: `http://127.0.0.1:${port}`,
    delivered,
    /** Cuts every connection and takes no other. */
    down: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
    /** On the same port again. */
    up: () => listen(port),
  });
}
