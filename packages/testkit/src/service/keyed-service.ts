/** A sandbox behind a gate that takes several keys: which key each request came with, and which of them are refused. */
import { startSandbox } from '@countersign/escrow-service';
import { onTestFinished } from 'vitest';
import { answer, forward, initOf, startStandIn } from './stand-in.ts';

export type KeyedRequest = { readonly path: string; readonly token: string; readonly key: string };

const SANDBOX = { authorization: 'Bearer sandbox-access-token', 'x-api-key': 'sandbox-api-key' };

export async function startKeyedService({ refused = [] }: { readonly refused?: readonly string[] } = {}) {
  const sandbox = await startSandbox({ rateLimit: 0, now: () => Date.now() });
  const asked: KeyedRequest[] = [];
  const { url, close } = await startStandIn(async (response, request) => {
    const { url: path, headers } = request;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const key = String(headers['x-api-key'] ?? '');
    if (token !== '' || key !== '') asked.push({ path, token, key });
    if (refused.includes(token) || refused.includes(key)) {
      return answer(401, { status: 'FAILED', message: 'Unauthorized' })(response, request);
    }
    const ours = { ...request, headers: { ...headers, ...SANDBOX } };
    return forward(response, await fetch(`${sandbox.url}${path}`, initOf(ours)));
  });
  onTestFinished(async () => {
    await close();
    await sandbox.close();
  });
  return {
    asked,
    /** The keys with which an escrow was asked for, in order. */
    deploys: () => asked.filter(({ path }) => path.includes('deployer')).map(({ token }) => token),
    env: { ESCROW_API_URL: url, STELLAR_NETWORK: 'sandbox', STELLAR_RPC_URL: sandbox.rpcUrl },
  };
}

export const keyOf = (name: string) => ({ accessToken: `access-token-of-${name}`, apiKey: `api-key-of-${name}-12345` });
