/** The list's HTTP surface: who can open it, what it shows, and what it changes. */

import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { type BareReply, bareRequestTo } from '@countersign/testkit/mcp/http-request';
import { deployInput, openScene, type PageSetup, provider } from '@countersign/testkit/page/scene';
import { afterAll, describe, expect, test } from 'vitest';

const scene = await openScene();
afterAll(() => scene.close());

type HttpQuestion = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown };

function ask(path: string, { method = 'GET', headers = {}, body }: HttpQuestion = {}): Promise<BareReply> {
  const own = method === 'POST' ? { Origin: scene.url, 'Content-Type': 'application/json' } : {};
  const sent = { method, headers: { ...own, ...headers }, body: body === undefined ? undefined : JSON.stringify(body) };
  return bareRequestTo(new URL(path, scene.url), sent);
}

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const link = async (desk: Pick<PageSetup['desk'], 'openList'> = scene.desk) => tokenOf((await desk.openList()).url);
const use = (token: string) => ask('/session', { method: 'POST', body: { token } });
const cookieOf = ({ headers }: BareReply) => String((headers['set-cookie'] as string[])[0]).split(';')[0] as string;

/** The list as a browser has it once it was opened. */
async function open(desk?: Pick<PageSetup['desk'], 'openList'>) {
  const Cookie = cookieOf(await use(await link(desk)));
  const get = (path: string) => ask(path, { headers: { Cookie } });
  return {
    Cookie,
    get,
    json: async (path: string) => JSON.parse((await get(path)).body),
    post: (path: string, body: unknown, headers = {}) =>
      ask(path, { method: 'POST', headers: { Cookie, ...headers }, body }),
  };
}

const PATHS = ['/escrows/list', '/escrows.csv', '/escrows/contacts', `/escrows/${'0'.repeat(32)}`];

test('a link that an assistant gives reads the address book, and does not change it', async () => {
  const { desk } = scene;
  const { listUrl } = await desk.find({ openList: true });
  const Cookie = cookieOf(await use(tokenOf(String(listUrl))));
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', headers: { Cookie }, body });
  for (const [path, body] of [
    ['/escrows/contacts', { name: 'Somebody', address: provider.address }],
    ['/escrows/contacts/remove', { name: 'Somebody' }],
  ] as const) {
    const reply = await post(path, body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'READ_ONLY' } });
  }
  expect((await ask('/escrows/contacts', { headers: { Cookie } })).status).toBe(200);
  expect((await ask('/escrows/list', { headers: { Cookie } })).status).toBe(200);
  await post('/session/end', {});
  expect((await ask('/escrows/list', { headers: { Cookie } })).status).toBe(401);
});

describe('who opens it', () => {
  test('a used, an old, a wrong and a broken token get the same answer', async () => {
    const used = await link();
    await use(used);
    const old = await link();
    scene.clock.ahead += 5 * 60_000;
    const answers = [];
    for (const token of [used, old, '0'.repeat(32), 'x', '']) answers.push(await use(token));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(JSON.parse(String(answers[0]?.body))).toMatchObject({ error: { code: 'LIST_CLOSED', retryable: false } });
  });

  test('lets in only one of several simultaneous uses of a link', async () => {
    const token = await link();
    const found = await Promise.all([use(token), use(token), use(token)]);
    expect(found.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test('a session ends after 12 hours, and when it is ended', async () => {
    const one = await open();
    const other = await open();
    expect((await one.get('/escrows/list')).status).toBe(200);
    const ended = await one.post('/session/end', {});
    expect([ended.status, String(ended.headers['set-cookie'])]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect((await one.get('/escrows/list')).status).toBe(401);
    expect((await other.get('/escrows/list')).status).toBe(200);
    scene.clock.ahead += 12 * 3_600_000;
    expect((await other.get('/escrows/list')).status).toBe(401);
  });

  test('nothing is told or changed without it, or with a link’s token, a page’s id or a stranger’s cookie', async () => {
    const { signUrl } = await scene.desk.prepare('deploy', deployInput());
    const name = `countersign-list-${new URL(scene.url).port}`;
    const { Cookie } = await open();
    const session = Cookie.split('=')[1];
    for (const cookie of [
      '',
      `${name}=${await link()}`,
      `${name}=${String(signUrl).slice(-32)}`,
      `${name}=${'0'.repeat(32)}`,
      `countersign-list-1=${session}`,
    ]) {
      for (const path of PATHS) {
        const { status, body } = await ask(path, { headers: { Cookie: cookie } });
        expect([status, JSON.parse(body).error.code], `${path} ${cookie}`).toEqual([401, 'LIST_CLOSED']);
      }
      const added = await ask('/escrows/contacts', {
        method: 'POST',
        headers: { Cookie: cookie },
        body: { name: 'Ana', address: provider.address },
      });
      expect(added.status).toBe(401);
    }
  });

  test('another origin, another host name or a page on another port gets nothing', async () => {
    const { post, Cookie } = await open();
    const token = await link();
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      for (const path of ['/session', '/session/end', '/escrows/contacts', '/escrows/contacts/remove']) {
        expect((await post(path, { token }, { Origin })).status, path).toBe(403);
      }
    }
    for (const site of ['same-site', 'cross-site']) {
      for (const path of PATHS) {
        expect((await ask(path, { headers: { Cookie, 'Sec-Fetch-Site': site } })).status, path).toBe(401);
      }
    }
    const Host = `evil.example:${new URL(scene.url).port}`;
    for (const path of ['/', ...PATHS]) expect((await ask(path, { headers: { Cookie, Host } })).status).toBe(403);
    expect((await use(token)).status).toBe(200);
  });
});

describe('the content of the list', () => {
  test('nothing of another person: their list, their details, their names', async () => {
    const ada = scene.desk.for({ tenant: 'guild', id: 'ada' });
    const theirs = await ada.prepare('deploy', deployInput({ title: 'Of Ada alone' }));
    const mine = await scene.desk.prepare('deploy', deployInput({ title: 'Of mine alone' }));
    const [me, she] = [await open(), await open(ada)];
    await she.post('/escrows/contacts', { name: 'Bruno', address: provider.address });
    expect((await me.get('/escrows/list')).body).not.toContain('Of Ada');
    expect((await she.json('/escrows/list')).escrows).toMatchObject([{ title: 'Of Ada alone', id: theirs.id }]);
    expect((await me.get(`/escrows/${theirs.id}`)).status).toBe(404);
    expect((await she.get(`/escrows/${mine.id}`)).status).toBe(404);
    expect((await me.json('/escrows/contacts')).contacts).toEqual([]);
  });
});

describe('the address book', () => {
  const client = String(deployInput().signer);

  test('saves an address that looks like one in the book only with the address that the person saw', async () => {
    const { json, post } = await open();
    await post('/escrows/contacts', { name: 'Lea', address: client });
    const address = alikeTo(client, 6, 4);
    const eve = { name: 'Eve', address };
    const refused = await post('/escrows/contacts', eve);
    const alike = { address, looksLike: client, start: 6, end: 4 };
    expect([refused.status, JSON.parse(refused.body)]).toEqual([409, { error: expect.anything(), alike }]);
    expect((await post('/escrows/contacts', { ...eve, unlike: provider.address })).status).toBe(409);
    const change = { name: 'Lea', address };
    const both = await post('/escrows/contacts', change);
    expect(JSON.parse(both.body)).toMatchObject({ standing: { address: client }, alike });
    expect((await post('/escrows/contacts', { ...change, instead: client })).status).toBe(409);
    expect((await post('/escrows/contacts', { ...eve, unlike: client })).status).toBe(200);
    expect((await json('/escrows/contacts')).contacts).toContainEqual(expect.objectContaining(eve));
  });
});
