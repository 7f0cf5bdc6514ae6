import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from './health.ts';

test.each([
  ['nothing', ''],
  ['half a request', 'GET /healthz HTTP/1.1\r\nHost: 127'],
])('a connection that sends %s does not delay the end', async (_, sent) => {
  const health = await serveHealth(0, () => true);
  const socket = connect(Number(new URL(health.url).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  // Once another connection is answered, the server has seen this one.
  await (await fetch(health.url)).text();
  const started = performance.now();
  await health.close();
  expect(performance.now() - started).toBeLessThan(1_500);
});
