/** A sandbox behind a gate that takes several keys: which key each request came with, and which of them are refused. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@countersign/escrow-service';
import { onTestFinished } from 'vitest';

export type KeyedRequest = { readonly path: string; readonly token: string; readonly key: string };

const SANDBOX = { accessToken: 'sandbox-access-token', apiKey: 'sandbox-api-key' };
const UNAUTHORIZED = JSON.stringify({ status: 'FAILED', message: 'Unauthorized' });

export async function startKeyedService({ refused = [] }: { readonly refused?: readonly string[] } = {}) {
  const sandbox = await startSandbox({ rateLimit: 0, now: () => Date.now() });
  const asked: KeyedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { authorization = '', 'x-api-key': key = '' } = request.headers as IncomingHttpHeaders & {
        'x-api-key'?: string;
      };
      const token = authorization.replace('Bearer ', '');
      const path = request.url ?? '';
      if (token !== '' || key !== '') asked.push({ path, token, key });
      if (refused.includes(token) || refused.includes(key)) {
        return response.writeHead(401, { 'content-type': 'application/json' }).end(UNAUTHORIZED);
      }
      const { method = 'GET' } = request;
      const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${SANDBOX.accessToken}`,
        'x-api-key': SANDBOX.apiKey,
      };
      const reply = await fetch(`${sandbox.url}${path}`, { method, headers, ...body });
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' });
      return response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await sandbox.close();
  });
  return {
    asked,
    /** The keys with which an escrow was asked for, in order. */
    deploys: () => asked.filter(({ path }) => path.includes('deployer')).map(({ token }) => token),
    env: {
      ESCROW_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STELLAR_NETWORK: 'sandbox',
      STELLAR_RPC_URL: sandbox.rpcUrl,
    },
  };
}

export const keyOf = (name: string) => ({ accessToken: `access-token-of-${name}`, apiKey: `api-key-of-${name}-12345` });
