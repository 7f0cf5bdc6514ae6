import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Answering, listen } from './listen.ts';

async function serve(fetch: Answering['fetch']) {
  const listening = await listen({ fetch }, 0);
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

async function msToClose({ close }: { close(): Promise<void> }): Promise<number> {
  const started = performance.now();
  await close();
  return performance.now() - started;
}

test('closing does not wait for a connection that is kept alive', async () => {
  const served = await serve(() => new Response('hello'));
  expect(await ask(served.url)).toBe('hello');
  expect(await msToClose(served)).toBeLessThan(1_500);
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
  const closing = msToClose(served);
  answer.resolve(new Response('late'));
  expect(await heard).toBe('late');
  expect(await closing).toBeLessThan(1_500);
});

test('a request that does not end is cut off at the deadline', async () => {
  const asked = Promise.withResolvers<void>();
  const served = await serve(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  const heard = ask(served.url).catch((error: Error) => error);
  await asked.promise;
  expect(await msToClose(served)).toBeLessThan(4_500);
  expect(await heard).toBeInstanceOf(Error);
});

test('recognises a port in use', async () => {
  const { port } = await serve(() => new Response());
  await expect(listen({ fetch: () => new Response() }, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
