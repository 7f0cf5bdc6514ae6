import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from './health.ts';

test('a connection that asks nothing does not delay the end', async () => {
  const health = await serveHealth(0, () => true);
  const socket = connect(Number(new URL(health.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // An answer on another connection: by then the server has accepted the first one.
  await (await fetch(health.url)).text();
  const started = performance.now();
  await health.close();
  expect(performance.now() - started).toBeLessThan(1_500);
});
