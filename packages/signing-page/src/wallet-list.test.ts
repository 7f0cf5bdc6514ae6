/** The list of a wallet's escrows over HTTP: only after its proof, never anyone else's, and bounded for all visitors. */
import { fundedEscrow, openScene } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { afterAll, expect, test } from 'vitest';
import { createSigningPage } from './index.ts';

const PUBLIC = 'https://sign.example.org';
const PATH = '/wallet/escrows';
const scene = await openScene();
afterAll(() => scene.close());
const escrow = await fundedEscrow(scene.desk);
const publicPage = () => createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });

test('reads 12 lists a minute for a client and 60 for all, and serves those that were read before', async () => {
  const page = publicPage();
  const proxied: typeof page = {
    ...page,
    fetch: (request) => page.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
  };
  const visitor = async (at: number) => {
    const browser = browserOf(proxied, PUBLIC, { 'x-forwarded-for': `203.0.113.${at}` });
    await browser.signIn(at % 2 === 0 ? 'client' : 'provider');
    return async (count: number) => (await browser.ask(PATH, { opened: Array<string>(count).fill(escrow) })).status;
  };
  const statusesOf = async (at: number, from: number, to: number) => {
    const status = await visitor(at);
    const all: number[] = [];
    for (let count = from; count < to; count += 1) all.push(await status(count));
    return all;
  };
  expect(await statusesOf(0, 0, 13)).toEqual([...Array(12).fill(200), 429]);
  expect(await statusesOf(2, 0, 12)).toEqual(Array(12).fill(200));
  for (const [at, from] of [
    [4, 12],
    [1, 0],
    [3, 12],
  ] as const) {
    expect(await statusesOf(at, from, from + 12)).toEqual(Array(12).fill(200));
  }
  expect(await statusesOf(6, 24, 28)).toEqual(Array(4).fill(200));
  expect(await statusesOf(5, 24, 31)).toEqual(Array(7).fill(200));
  expect(await statusesOf(8, 28, 31)).toEqual([200, 429, 429]);
  expect(await statusesOf(10, 0, 3)).toEqual([200, 200, 200]);
  const stranger = browserOf(proxied, PUBLIC, { 'x-forwarded-for': '203.0.113.99' });
  expect((await stranger.ask(PATH, { opened: [] })).status).toBe(403);
});
