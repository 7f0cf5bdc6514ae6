/** Who is answered by a server on this machine, and how much they may send. */
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import {
  createProbe,
  isLoopbackHost,
  limitBody,
  listenForWatchers,
  requireLoopbackHost,
  requireOwnOrigin,
  tellFigures,
  watchedJson,
} from './listen.ts';

test.each([
  ['localhost', true],
  ['LOCALHOST:1', true],
  ['127.0.0.1:65535', true],
  ['[::1]:80', true],
  ['', false],
  ['127.0.0.1:123456', false],
  ['127.0.0.1:', false],
  ['127.0.0.2', false],
  ['localhost.example', false],
  ['an.localhost', false],
  ['::1', false],
])('the host %j names this machine: %s', (host, isOwn) => {
  expect(isLoopbackHost(host)).toBe(isOwn);
});

const app = new Hono()
  .use(requireLoopbackHost, requireOwnOrigin)
  .get('/', (c) => c.text('hello'))
  .post('/', limitBody(5), async (c) => c.text(await c.req.text()));

async function answered(headers: Record<string, string>): Promise<string> {
  const response = await app.request('/', { headers });
  return `${response.status} ${await response.text()}`;
}

test('answers only requests to a name of this machine, from its own pages or from no page', async () => {
  const host = '127.0.0.1:80';
  const stranger = '403 {"statusCode":403,"message":"This service answers to loopback names only","error":"Forbidden"}';
  const other = '403 {"statusCode":403,"message":"Requests from other origins are not answered","error":"Forbidden"}';
  expect(await answered({ host })).toBe('200 hello');
  expect(await answered({ host, origin: `http://${host}` })).toBe('200 hello');
  expect(await answered({})).toBe(stranger);
  expect(await answered({ host: 'rebound.example' })).toBe(stranger);
  for (const origin of ['null', `https://${host}`, 'http://127.0.0.1:81', `http://${host}/`])
    expect(await answered({ host, origin }), origin).toBe(other);
});

test('takes a body as long as the limit, and closes the connection of a longer one', async () => {
  const send = (body: string) =>
    app.request('/', { method: 'POST', headers: { host: 'localhost', 'content-length': String(body.length) }, body });
  expect(await (await send('12345')).text()).toBe('12345');
  const refused = await send('123456');
  expect([refused.status, refused.headers.get('connection'), await refused.json()]).toEqual([
    ...[413, 'close', { statusCode: 413, message: 'request entity too large', error: 'Payload Too Large' }],
  ]);
});

/** A request with a host of its own choice, which `fetch` does not send. */
function ask(
  port: number,
  path: string,
  { method = 'GET', host = 'localhost', address = '127.0.0.1' } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: address, port, path, method, agent: false, headers: { host } }, async (response) => {
      const { 'cache-control': kept, 'content-type': type } = response.headers;
      resolve(`${response.statusCode} ${type} ${kept} ${await text(response)}`);
    }).once('error', reject);
  });
}

const FIGURES = { text: async () => 'up 1', contentType: 'text/plain' };
const NOT_FOUND = '404 application/json no-store {}';

test('shows a watcher on this machine the figures and the answers, and nothing else', async () => {
  expect(tellFigures(undefined)).toEqual({});
  const watched = { ...tellFigures(FIGURES), '/ready': () => watchedJson(503, { ready: false }) };
  const { port, origin, close } = await listenForWatchers(watched, 0);
  onTestFinished(close);
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  expect(await ask(port, '/metrics?name=up')).toBe('200 text/plain undefined up 1');
  expect(await ask(port, '/ready')).toBe('503 application/json no-store {"ready":false}');
  expect(await ask(port, '/')).toBe(NOT_FOUND);
  expect(await ask(port, '/metrics', { method: 'POST' })).toBe(NOT_FOUND);
  expect(await ask(port, '/metrics', { host: 'rebound.example' })).toBe(NOT_FOUND);
});

// Only Linux has all of 127.0.0.0/8.
test.runIf(process.platform === 'linux')('shows a watcher elsewhere the figures by any name', async () => {
  const address = '127.0.0.2';
  const { port, origin, close } = await listenForWatchers(tellFigures(FIGURES), 0, address);
  onTestFinished(close);
  expect(origin).toBe(`http://${address}:${port}`);
  expect(await ask(port, '/metrics', { address, host: 'countersign.example' })).toContain('up 1');
});

test('asks one question at a time, and another one a second after its answer', async () => {
  let asked = 0;
  const answers: ((isThere: boolean) => void)[] = [];
  const probe = createProbe(() => {
    asked += 1;
    return new Promise((resolve, reject) => {
      answers.push((isThere) => (isThere ? resolve(undefined) : reject(new Error('away'))));
    });
  });
  const both = [probe(), probe()];
  answers[0]?.(true);
  expect([await both[0], await both[1], await probe(), asked]).toEqual([true, true, true, 1]);
  const askedAgain = () => {
    void probe();
    return asked;
  };
  await expect.poll(askedAgain, { interval: 100 }).toBe(2);
  answers[1]?.(false);
  expect([await probe(), asked]).toEqual([false, 2]);
});

test('counts as away what does not answer within two seconds', async () => {
  const began = performance.now();
  expect(await createProbe(() => new Promise(() => {}))()).toBe(false);
  expect(performance.now() - began).toBeGreaterThan(1_900);
});
