/** Signing in over HTTP: the cookie, who may ask, and what it opens. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { deployInput, fundedEscrow, openScene } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { type Context, Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { createSigningPage } from './index.ts';
import { addSignIn } from './sign-in.ts';

const PUBLIC = 'https://sign.example.org';
const LOCAL = 'http://127.0.0.1:4747';
const scene = await openScene();
afterAll(() => scene.close());
const publicPage = createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });
const [client, provider] = (['client', 'provider'] as const).map((name) => sandboxKeypair(name).publicKey());

/** The routes alone, with one more that answers who is signed in. */
function withWallets(origin: string) {
  const app = new Hono();
  const reply = (c: Context, body: unknown) => c.json(body as object);
  const publicUrl = origin === PUBLIC ? new URL(origin) : undefined;
  const { provenWallets } = addSignIn(app, { desk: async () => scene.desk, publicUrl, now: Date.now, reply });
  app.get('/who', async (c) => reply(c, { wallets: await provenWallets(c) }));
  return browserOf({ fetch: app.fetch, close: () => {} }, origin);
}

test.each([
  [PUBLIC, /^__Host-countersign-wallets=[0-9a-f]{32}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/],
  [LOCAL, /^countersign-wallets-4747=[0-9a-f]{32}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/],
])('keeps the session of %s in a cookie that no script and no other site gets', async (origin, cookie) => {
  const { signIn } = withWallets(origin);
  expect((await signIn('client')).cookies).toEqual([expect.stringMatching(cookie)]);
});

test('knows the wallets that a browser has proven, newest first, until it signs out', async () => {
  const { ask, signIn } = withWallets(PUBLIC);
  const wallets = async (headers = {}) => (await ask('/who', undefined, headers)).body['wallets'];
  expect(await wallets()).toEqual([]);
  await signIn('client');
  expect((await signIn('provider')).body).toMatchObject({ wallets: [provider, client] });
  await signIn('client');
  expect(await wallets()).toEqual([client, provider]);
  // Another server of the same machine, in the same browser.
  expect(await wallets({ 'sec-fetch-site': 'same-site' })).toEqual([]);
  expect(await wallets({ cookie: `__Host-countersign-wallets=${'f'.repeat(32)}` })).toEqual([]);
  await ask('/wallet/sign-out', {});
  expect(await wallets()).toEqual([]);
});

test('takes a proof only from the page itself, at the origin that the text names', async () => {
  const { ask } = browserOf(publicPage, PUBLIC);
  const { body } = await ask('/wallet/text', { address: client });
  const { id, text } = body as { id?: string; text?: string };
  expect(text).toContain(PUBLIC);
  const signature = Buffer.from(sandboxKeypair('client').sign(messageHash(String(text)))).toString('base64');
  const proof = { id, address: client, signature };
  for (const path of ['/wallet/text', '/wallet/proof', '/wallet/sign-out']) {
    expect((await ask(path, proof, { origin: 'https://evil.example' })).status, path).toBe(403);
  }
  const local = browserOf(publicPage, LOCAL, { host: '127.0.0.1:4747' });
  expect((await local.ask('/wallet/proof', proof)).body).toMatchObject({ error: { code: 'PROOF_CLOSED' } });
  expect((await ask('/wallet/proof', { ...proof, signature: 'AAAA' })).body).toMatchObject({
    error: { code: 'PROOF_NOT_SIGNED' },
  });
  expect((await ask('/wallet/proof', proof)).status).toBe(200);
  expect((await ask('/wallet/proof', proof)).status).toBe(404);
});

test('opens no page of an escrow with the text to sign in, and signs no one in with the text of an escrow', async () => {
  const { ask } = browserOf(publicPage, PUBLIC);
  const prepared = await scene.desk.prepare('deploy', deployInput());
  const sign = (text: unknown) => Buffer.from(sandboxKeypair('client').sign(messageHash(String(text)))).toString('hex');
  const page = await scene.desk.pageProof(prepared.id, 'en');
  const { body } = await ask('/wallet/text', { address: client });
  const own = body as { id?: string; text?: string };
  const opened = await ask(`/open/${prepared.id}/signature`, { code: page.code, signature: sign(own.text) });
  expect(opened.body).toMatchObject({ error: { code: 'PROOF_NOT_SIGNED' } });
  const other = await ask(`/open/${prepared.id}/signature`, { code: own.id, signature: sign(own.text) });
  expect(other.body).toMatchObject({ error: { code: 'PROOF_CLOSED' } });
  const { text, code } = page;
  const wrong = await ask('/wallet/proof', { id: own.id, address: client, signature: sign(text) });
  expect(wrong.body).toMatchObject({ error: { code: 'PROOF_NOT_SIGNED' } });
  const foreign = await ask('/wallet/proof', { id: code, address: client, signature: sign(text) });
  expect(foreign.body).toMatchObject({ error: { code: 'PROOF_CLOSED' } });
});

test('reads 12 lists of a wallet’s escrows a minute for a client and 60 for all, and serves those that were read before', async () => {
  const escrow = await fundedEscrow(scene.desk);
  const page = createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });
  const proxied: typeof page = {
    ...page,
    fetch: (request) => page.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
  };
  const visitor = async (at: number) => {
    const browser = browserOf(proxied, PUBLIC, { 'x-forwarded-for': `203.0.113.${at}` });
    await browser.signIn(at % 2 === 0 ? 'client' : 'provider');
    return async (count: number) =>
      (await browser.ask('/wallet/escrows', { opened: Array<string>(count).fill(escrow) })).status;
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
  expect((await stranger.ask('/wallet/escrows', { opened: [] })).status).toBe(403);
});
