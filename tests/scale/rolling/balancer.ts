/**
 * A balancer like Caddy or nginx: it checks constantly which servers are ready, forwards requests to those over kept
 * connections, and tries another one if no one listens any more. It never sends a request twice.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { onTestFinished } from 'vitest';

export type Balancer = {
  readonly url: string;
  add(name: string, port: number): void;
  /** To be called once no request is forwarded there any more, and none is pending. */
  remove(name: string): void;
  /** How many requests each has answered. */
  readonly answered: Readonly<Record<string, number>>;
  /** Requests that were lost, and why. */
  readonly lost: readonly string[];
};

type Behind = { readonly name: string; readonly port: number; isReady: boolean };

const ASK_EVERY_MS = 150;

export async function startBalancer(): Promise<Balancer> {
  const behind: Behind[] = [];
  const answered: Record<string, number> = {};
  const lost: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const asking = setInterval(() => {
    for (const each of behind) {
      bareRequest(each.port, '/readyz').then(
        ({ status }) => {
          each.isReady = status === 200;
        },
        () => {
          each.isReady = false;
        },
      );
    }
  }, ASK_EVERY_MS);

  const lead = (asked: IncomingMessage, body: Buffer, response: ServerResponse, tried: readonly Behind[]): void => {
    const fail = (why: string) => {
      lost.push(`${asked.method} ${asked.url}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(why);
    };
    const ready = behind.filter((each) => each.isReady && !tried.includes(each));
    turn += 1;
    const to = ready[turn % ready.length];
    if (to === undefined) {
      fail('no server is ready');
      return;
    }
    const { port, name } = to;
    const passed = request(
      { host: '127.0.0.1', port, agent, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.on('error', () => fail(`${name} broke off`));
        reply.on('end', () => {
          answered[name] = (answered[name] ?? 0) + 1;
        });
        reply.pipe(response);
      },
    );
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') lead(asked, body, response, [...tried, to]);
      else fail(`${name}: ${error.code}`);
    });
    // The client went away.
    response.on('close', () => {
      if (!response.writableFinished) passed.destroy();
    });
    passed.end(body);
  };
  const server = createServer(async (asked, response) => lead(asked, await buffer(asked), response, []));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    clearInterval(asking);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (name, port) => void behind.push({ name, port, isReady: true }),
    remove: (name) => void behind.splice(0, behind.length, ...behind.filter((each) => each.name !== name)),
    answered,
    lost,
  };
}
