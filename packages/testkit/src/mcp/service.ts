/** An escrow service on loopback whose answers the test writes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const CREDENTIALS = { accessToken: 'test-access-token-1234567890', apiKey: 'test-api-key-1234567890' };

/** Starts it, and gives the settings that make a server use it. */
export async function startService(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Record<string, string>> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    ESCROW_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    STELLAR_NETWORK: 'testnet',
    COUNTERSIGN_WITHOUT_RPC: 'true',
    ESCROW_ACCESS_TOKEN: CREDENTIALS.accessToken,
    ESCROW_API_KEY: CREDENTIALS.apiKey,
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers a balance query with 1, 2, 3… in the order asked. */
export function answerBalances(request: IncomingMessage, response: ServerResponse): void {
  const addresses = new URL(request.url ?? '', 'http://x').searchParams.getAll('addresses[]');
  answerJson(
    response,
    200,
    addresses.map((address, index) => ({ address, balance: index + 1 })),
  );
}
