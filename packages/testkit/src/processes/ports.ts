/** Ports of this machine for a test: one that no one has, and one that somebody else has. */
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Below the ports that a system gives to anyone who asks for any, so that no one is given this one meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createNetServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}

/** Somebody else's server, which would like to be taken for ours. */
export async function startStranger(host: string): Promise<number> {
  const port = await freePort();
  const server = createServer((_, response) => response.end('Please sign here'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return port;
}
