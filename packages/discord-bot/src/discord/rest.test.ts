/** Connections to Discord, counted by a server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from './rest.ts';

const MOST = 256;

test('many requests at once share a bounded number of connections', async () => {
  const full = Promise.withResolvers<void>();
  let connections = 0;
  let waiting = 0;
  const server = createServer(async (_, response) => {
    waiting += 1;
    if (waiting === MOST) full.resolve();
    await full.promise;
    response.end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = createAgent();
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = Array.from({ length: MOST + 50 }, async () => {
    const { body } = await agent.request({ origin, path: '/', method: 'GET' });
    await body.dump();
  });
  await Promise.all(requests);
  expect(connections).toBe(MOST);
});
