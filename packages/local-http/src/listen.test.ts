import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Answering, isHangUp, listen } from './listen.ts';

/** @param drainMs by default longer than a test may take */
async function serve(fetch: Answering['fetch'], drainMs = 120_000) {
  const listening = await listen({ fetch }, 0, drainMs);
  onTestFinished(() => listening.close());
  return { ...listening, url: `http://127.0.0.1:${listening.port}/` };
}

/** As a browser does: the connection stays open for the next request. */
function ask(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => resolve(text(response))).once('error', reject);
  });
}

test('closing does not wait for a connection that is kept alive', async () => {
  const served = await serve(() => new Response('hello'));
  expect(await ask(served.url)).toBe('hello');
  await served.close();
});

test('closing lets a running request end, and then does not wait for its connection', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const served = await serve(() => {
    asked.resolve();
    return answer.promise;
  });
  const heard = ask(served.url);
  await asked.promise;
  const closing = served.close();
  answer.resolve(new Response('late'));
  expect(await heard).toBe('late');
  await closing;
});

test('a request that does not end is cut off at the deadline', async () => {
  const asked = Promise.withResolvers<void>();
  const served = await serve(() => {
    asked.resolve();
    return new Promise(() => {});
  }, 100);
  const heard = ask(served.url).catch((error: Error) => error);
  await asked.promise;
  await served.close();
  expect(await heard).toBeInstanceOf(Error);
});

test('recognises a client that hangs up in the middle of its request', async () => {
  const reading = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<unknown>();
  const { port } = await serve(async (request) => {
    reading.resolve();
    failed.resolve(await request.text().catch((thrown: unknown) => thrown));
    return new Response();
  });
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"half');
  });
  await reading.promise;
  socket.destroy();
  expect(isHangUp(await failed.promise)).toBe(true);
  expect(isHangUp(new Error('another'))).toBe(false);
});

test('recognises a port in use', async () => {
  const { port } = await serve(() => new Response());
  await expect(listen({ fetch: () => new Response() }, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
