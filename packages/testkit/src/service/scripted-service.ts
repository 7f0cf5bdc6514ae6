/** The escrow service played from a script, and what it was asked. */
import { createEscrowClient, type EscrowClientOptions } from '@countersign/core/internal/service/client';
import { onTestFinished } from 'vitest';
import { answer, type Responder, startStandIn } from './stand-in.ts';

export { answer, deadUrl, html, type Responder, reset, silence } from './stand-in.ts';

export const TOKEN = 'test-token-of-sixteen';
export const KEY = 'test-key-of-sixteen-too';

/** The scenes are played in order; the last one again and again. It ends with the test. */
export async function startScriptedService(...scenes: readonly Responder[]) {
  const { url, requests, close } = await startStandIn((response, request) =>
    scenes[Math.min(requests.length, scenes.length) - 1]?.(response, request),
  );
  onTestFinished(close);
  return {
    url,
    asked: requests,
    client: (options: Partial<EscrowClientOptions> = {}) =>
      createEscrowClient({ baseUrl: url, accessToken: TOKEN, apiKey: KEY, requestsPerMinute: 1_000, ...options }),
  };
}

/** The addresses of a query, read as an independent server would. */
export function addressesOf(url: string): string[] {
  return new URL(url, 'http://service.example').searchParams.getAll('addresses[]');
}

/** Answers every address with a balance of its own, but refuses a request that holds one of the culprits. */
export function wallets(
  culprits: readonly string[] = [],
  refusal: Responder = answer(404, { error: 'Escrow not found' }),
): Responder {
  return (response, request) => {
    const addresses = addressesOf(request.url);
    if (addresses.some((address) => culprits.includes(address))) return refusal(response, request);
    const entries = addresses.map((address) => `{"address":"${address}","balance":${balanceOf(address)}}`);
    return answer(200, `[${entries.join(',')}]`)(response, request);
  };
}

/** Seven decimals, from the address alone, too long for a float. */
function balanceOf(address: string): string {
  return `9007199254${address.length}.${[...address].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 899_999, 7) + 100_000}1`;
}

/** Scenes that answer balance queries as a service would, each address with a balance of its own. */
export const read = (address: string) => ({ address, balance: balanceOf(address) });
