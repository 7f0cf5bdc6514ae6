/** The view in a page's HTML: whose browser gets it, that it is what the view's own route answers, and when there is none. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Desk, PageDesk } from '@countersign/core';
import { createSecretScanner } from '@countersign/core/secrets';
import { deployInput, fundedEscrow, openScene, provider, signAndSend } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { afterAll, expect, test } from 'vitest';
import { pageAssets, withView } from './assets/page-assets.ts';
import { createSigningPage, type SigningPage } from './index.ts';

const LOCAL = 'http://127.0.0.1';
const PUBLIC = 'https://sign.example.org';
const scene = await openScene();
afterAll(() => scene.close());

type Headers = Readonly<Record<string, string>>;
/** What a browser sends with the address that somebody opens. */
const VISIT: Headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
const BLOCK = /<script type="application\/json" id="view" data-version="([0-9a-f]*)">(.*?)<\/script>/s;

async function newPath(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { signUrl } = await scene.desk.prepare('deploy', deployInput(changes));
  return new URL(String(signUrl)).pathname;
}
const ask = async (page: SigningPage, path: string, headers: Headers = VISIT, method = 'GET', origin = LOCAL) =>
  await page.fetch(new Request(origin + path, { method, headers }));

function viewIn(html: string) {
  const [, version, json] = BLOCK.exec(html) ?? [];
  return json === undefined ? undefined : { version, view: JSON.parse(json) };
}
const asksAhead = (path: string) => `<link rel="preload" as="fetch" href="${path.slice(-32)}/view" crossorigin>`;
const viewAt = async (...request: Parameters<typeof ask>) => viewIn(await (await ask(...request)).text());

test('holds what the view’s own route answers', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const { id } = await scene.desk.prepare('deploy', deployInput());
  const person = scene.desk.for({ tenant: 'guild', id: 'ada' }, { language: 'en' });
  const proof = await person.askWalletProof({ address: provider.address, person: 'Ada', place: 'Design team' });
  const paths = [await newPath(), `/escrow/${await fundedEscrow(scene.desk)}`, `/open/${id}`];
  for (const path of [...paths, new URL(String(proof?.url)).pathname]) {
    const view = (await (await ask(page, `${path}/view`, {})).json()) as object;
    const clock = { now: expect.any(Number), ...(path.startsWith('/open/') ? OF_ITS_TIME : {}) };
    expect((await viewAt(page, path))?.view).toEqual({ ...view, ...clock });
  }
});

/** The code says until when the text counts. */
const OF_ITS_TIME = { text: expect.any(String), code: expect.any(String), endsAt: expect.any(Number) };

test('keeps texts that would end the script or begin a comment', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const title = '</script><script>alert(1)</script><!--<script> שלום $& $` \\u003c';
  const description = ']]> --> </SCRIPT ><img src=x onerror=alert(1)>';
  const html = await (await ask(page, await newPath({ title, description }))).text();
  const marks = html.match(/<script|<\/script|<!--|<img/gi);
  expect(marks).toEqual(Array.from({ length: 3 }, () => ['<script', '</script']).flat());
  expect(viewIn(html)?.view.request).toMatchObject({ title, description });
  // No request has such texts, but what a ledger or a service reports may.
  const hostile = { '\u202e<!--': '\u2028\ud800\u0000</script \u2066<' };
  const plain = (await pageAssets()).html('escrow', '../sign/assets', 'es');
  expect(viewIn(withView(plain, JSON.stringify(hostile)).text)?.view).toEqual(hostile);
});

test.each([
  ['a preview of a link, or another program', {}],
  ['a script that reads the page', { ...VISIT, 'sec-fetch-dest': 'empty' }],
  ['a frame', { ...VISIT, 'sec-fetch-dest': 'iframe' }],
  ['a browser that fetches it ahead', { ...VISIT, 'sec-purpose': 'prefetch;prerender' }],
])('holds no view for %s', async (_, headers) => {
  const page = createSigningPage({ desk: scene.desk });
  const path = await newPath();
  const escrow = `/escrow/${await fundedEscrow(scene.desk)}`;
  for (const each of [path, escrow]) {
    const reply = await ask(page, each, headers);
    expect([reply.status, await reply.text()]).toEqual([200, expect.not.stringContaining('harbour museum')]);
  }
});

test('reads nothing for a request that only asks whether the page is there', async () => {
  const desk = new Proxy(scene.desk, {
    get: (of, name) => (name === 'page' ? expect.unreachable() : of[name as never]),
  });
  const reply = await ask(createSigningPage({ desk }), await newPath(), VISIT, 'HEAD');
  expect([reply.status, await reply.text()]).toEqual([200, '']);
});

/** A desk whose views come from `view`. */
function deskWith(view: (desk: PageDesk) => Promise<unknown>): Desk {
  const pageOf = (...request: Parameters<Desk['page']>) => {
    const desk = scene.desk.page(...request);
    return { ...desk, view: () => view(desk) };
  };
  return { ...scene.desk, page: pageOf as Desk['page'] };
}

test('leaves the view out when it fails or is slow, and the page is there', async () => {
  const path = await newPath();
  const troubles: unknown[] = [];
  const onTrouble = (thrown: unknown) => troubles.push(thrown);
  for (const view of [() => Promise.reject(new Error('a path')), () => new Promise<never>(() => {})]) {
    const reply = await ask(createSigningPage({ desk: deskWith(view), onTrouble }), path);
    expect([reply.status, viewIn(await reply.text())]).toEqual([200, undefined]);
  }
  // Its own request for the view will report it.
  expect(troubles).toEqual([]);
});

test('has the browser ask at once for the view of a transaction that was sent: what became of it is read from the ledger', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const prepared = await scene.desk.prepare('deploy', deployInput());
  const { pathname } = new URL(String(prepared.signUrl));
  expect((await viewAt(page, pathname))?.view.status.status).toBe('prepared');
  await signAndSend(scene.desk, 'client', prepared);
  const html = await (await ask(page, pathname)).text();
  expect([viewIn(html), html]).toEqual([undefined, expect.stringContaining(asksAhead(pathname))]);
  expect(await (await ask(page, pathname, {})).text()).not.toContain('rel="preload"');
});

test('counts as a request for the view: unknown pages are misses, and a page has a limit', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const path = await newPath();
  for (let count = 0; count < 240; count += 1) {
    expect(await viewAt(page, `/sign/${count.toString(16).padStart(32, '0')}`)).toBeUndefined();
  }
  const unknown = `/sign/${'f'.repeat(32)}`;
  expect((await ask(page, unknown)).status).toBe(200);
  expect((await ask(page, `${unknown}/view`, {})).status).toBe(429);
  for (let count = 0; count < 240; count += 1) expect(await viewAt(page, path)).toBeDefined();
  expect(await viewAt(page, path)).toBeUndefined();
  expect((await ask(page, `${path}/view`, {})).status).toBe(429);
});

test('is compressed, is not kept, and has the policy of every page', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const path = await newPath();
  const plain = (await ask(page, `${path}/view`, {})).headers.get('content-security-policy');
  for (const [encoding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const reply = await ask(page, path, { ...VISIT, 'accept-encoding': encoding });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': plain,
    });
    const sent = new Uint8Array(await reply.arrayBuffer());
    expect(viewIn(open(sent).toString())?.view.action).toBe('deploy');
    expect(sent.length).toBeLessThan(6_000);
  }
});

test('is redacted like every answer', async () => {
  const redact = (text: string) => text.replaceAll('harbour', '[hidden]');
  const page = createSigningPage({ desk: scene.desk, scanner: { ...createSecretScanner(), redact } });
  const html = await (await ask(page, await newPath())).text();
  expect(html).toContain('Website for the [hidden] museum');
  expect(html).not.toContain('harbour');
});

test('names people at a public address for those whom the view names them, and makes no second visitor', async () => {
  const { signUrl } = await scene.desk.prepare('deploy', deployInput());
  const path = new URL(String(signUrl)).pathname;
  await scene.desk.page(path.slice(-32)).nameAddress({ name: 'Uncle Bob', address: provider.address });
  const page = createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });
  const visit = async (headers: Headers) => {
    const reply = await ask(page, path, { ...VISIT, ...headers }, 'GET', PUBLIC);
    return { html: await reply.text(), cookies: reply.headers.getSetCookie() };
  };
  const stranger = await visit({});
  expect(viewIn(stranger.html)?.view.request.title).toBe('Website for the harbour museum');
  expect(stranger.html).not.toContain('Uncle Bob');
  expect(stranger.cookies).toEqual([expect.stringMatching(/^countersign-visitor=[0-9a-f]{32};/)]);
  const again = await visit({ cookie: String(stranger.cookies[0]?.split(';')[0]) });
  expect([viewIn(again.html) !== undefined, again.cookies]).toEqual([true, []]);
  const signer = browserOf(page, PUBLIC);
  const [session = ''] = (await signer.signIn('client')).cookies;
  const own = await visit({ cookie: String(session.split(';')[0]) });
  const view = (await signer.ask(`${path}/view`)).body;
  expect(viewIn(own.html)?.view).toEqual({ ...view, now: expect.any(Number) });
  expect(view['canDecline']).toBe(true);
  // Such a request comes without the cookies that the browser has, and the one for the view with them.
  const followed = await visit({ 'sec-fetch-site': 'cross-site' });
  expect([viewIn(followed.html), followed.cookies]).toEqual([undefined, []]);
  expect(followed.html).toContain(asksAhead(path));
});

test('is followed by events only once the view has another version', async () => {
  const page = createSigningPage({ desk: scene.desk });
  const { signUrl, id } = await scene.desk.prepare('deploy', deployInput());
  const { pathname } = new URL(String(signUrl));
  const version = (await viewAt(page, pathname))?.version;
  const events = await ask(page, `${pathname}/events?shown=${version}`, {});
  const reader = (events.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('event: beat\ndata: \n\n');
  await scene.desk.discard(id);
  expect((await reader.read()).value).toMatch(/^event: view\ndata: .*"status":"discarded"/);
  page.close();
  await reader.cancel();
});
