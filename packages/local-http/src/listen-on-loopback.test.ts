import { createServer, get, type Server } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** Machines without IPv6 cannot show the difference. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

const hello = () => createServer((_, response) => response.end('hello'));

async function freePort(): Promise<number> {
  const { port, stop } = await listenOnLoopback(hello(), 0);
  await stop();
  return port;
}

function occupy(port: number, host: string): Promise<void> {
  const stranger = createNetServer();
  onTestFinished(() => void stranger.close());
  return new Promise((resolve, reject) => {
    stranger.once('error', reject);
    stranger.listen(port, host, resolve);
  });
}

async function serve(port: number, server: Server = hello()) {
  const listening = await listenOnLoopback(server, port);
  onTestFinished(async () => {
    server.closeAllConnections();
    await listening.stop();
  });
  return listening;
}

const textAt = async (host: string, port: number) => (await fetch(`http://${host}:${port}/`)).text();

test('reports the free port that it got on 127.0.0.1', async () => {
  const { port } = await serve(0);
  expect(await textAt('127.0.0.1', port)).toBe('hello');
});

test.runIf(hasIpv6)('takes a fixed port on both loopback addresses', async () => {
  const port = await freePort();
  await serve(port);
  expect([await textAt('127.0.0.1', port), await textAt('[::1]', port)]).toEqual(['hello', 'hello']);
  await expect(occupy(port, '::1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test.runIf(hasIpv6).each(['127.0.0.1', '::1', '0.0.0.0', '::'])(
  'a chosen port that somebody holds on %s is refused, and nothing is left open',
  async (host) => {
    const port = await freePort();
    await occupy(port, host);
    await expect(listenOnLoopback(hello(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    if (host === '::1') await occupy(port, '127.0.0.1');
  },
);

test.runIf(hasIpv6)('stopping lets a request over IPv6 end, and frees the port on both addresses', async () => {
  const port = await freePort();
  let answer: (() => void) | undefined;
  const asked = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    answer = () => response.end('late');
    asked.resolve();
  });
  const { stop } = await listenOnLoopback(server, port);
  const text = new Promise<string>((resolve, reject) => {
    get({ host: '::1', port, agent: false }, (response) => {
      response.setEncoding('utf8').once('data', resolve);
    }).once('error', reject);
  });
  await asked.promise;
  const stopping = stop();
  answer?.();
  expect(await text).toBe('late');
  await stopping;
  await occupy(port, '::1');
  await occupy(port, '127.0.0.1');
});
