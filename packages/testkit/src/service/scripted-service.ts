/** A real server on loopback that plays the escrow service from a script, and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEscrowClient, type EscrowClientOptions } from '@countersign/core/internal/service/client';
import type { EscrowService } from '@countersign/core/internal/service/escrow-service';
import { onTestFinished } from 'vitest';

type ReceivedRequest = {
  readonly method: string;
  /** Path and query exactly as they stood in the request line. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** When it arrived, on `performance`'s clock. */
  readonly at: number;
};

/** What to do with one request; `answer` and its friends below make the usual ones. */
export type Scene = (response: ServerResponse, asked: ReceivedRequest) => void;

export type ScriptedService = {
  readonly url: string;
  readonly asked: readonly ReceivedRequest[];
  readonly client: (options?: Partial<EscrowClientOptions>) => EscrowService;
};

export const TOKEN = 'test-token-of-sixteen';
export const KEY = 'test-key-of-sixteen-too';

/** The scenes are played in order; the last one again and again. It ends with the test. */
export async function startScriptedService(...scenes: readonly Scene[]): Promise<ScriptedService> {
  const asked: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, url, headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      asked.push(entry);
      scenes[Math.min(asked.length, scenes.length) - 1]?.(response, entry);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    client: (options = {}) =>
      createEscrowClient({ baseUrl: url, accessToken: TOKEN, apiKey: KEY, requestsPerMinute: 1_000, ...options }),
  };
}

/** A whole reply; an object becomes JSON. */
export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Scene {
  return (response) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(raw ? body : JSON.stringify(body));
  };
}

export const html = (status: number): Scene =>
  answer(status, '<!doctype html><html><body>Bad gateway</body></html>', { 'content-type': 'text/html' });

/** Closes the connection without a word. */
export const reset: Scene = (response) => {
  response.destroy();
};

export const silence: Scene = () => {};

/** A port of this machine on which nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${port}`;
}

/** The addresses of a query, read as an independent server would. */
export function addressesOf(url: string): string[] {
  return new URL(url, 'http://service.example').searchParams.getAll('addresses[]');
}

/** Answers every address with a balance of its own, but refuses a request that holds one of the culprits. */
export function wallets(
  culprits: readonly string[] = [],
  refusal: Scene = answer(404, { error: 'Escrow not found' }),
): Scene {
  return (response, asked) => {
    const addresses = addressesOf(asked.url);
    if (addresses.some((address) => culprits.includes(address))) return refusal(response, asked);
    const entries = addresses.map((address) => `{"address":"${address}","balance":${balanceOf(address)}}`);
    answer(200, `[${entries.join(',')}]`)(response, asked);
  };
}

/** Seven decimals, from the address alone, too long for a float. */
function balanceOf(address: string): string {
  return `9007199254${address.length}.${[...address].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 899_999, 7) + 100_000}1`;
}

/** Scenes that answer balance queries as a service would, each address with a balance of its own. */
export const read = (address: string) => ({ address, balance: balanceOf(address) });
