/** A world whose service may lose the outcome of a sending. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { startWorld } from './bot.ts';

/** The service behind a proxy that loses what is sent while `lose` is set, and holds it back until `held` ends. */
export async function startLossyWorld() {
  const world = await startWorld();
  const state = { lose: true, held: Promise.resolve() };
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    if (url.includes('send-transaction')) {
      if (state.lose) return request.socket.destroy();
      await state.held;
    }
    const body = await buffer(request);
    const reply = await fetch(new URL(url, world['ESCROW_API_URL']), {
      method,
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      ...(method === 'POST' ? { body } : {}),
    });
    return response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const env: Record<string, string> = {
    ...world,
    ESCROW_API_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
  return { env, state };
}
