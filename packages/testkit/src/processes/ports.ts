/** Ports of this machine for a test: one that nobody has, and one that somebody else has. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { onTestFinished } from 'vitest';

export async function freePort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Somebody else's server, which would like to be taken for ours. */
export async function startStranger(host: string): Promise<number> {
  const port = await freePort();
  const server = createServer((_, response) => response.end('Please sign here'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return port;
}
