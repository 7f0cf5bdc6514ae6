/** The list's HTTP surface: who can open it, what it shows, and what it changes. */

import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { type BareReply, bareRequestTo } from '@countersign/testkit/mcp/http-request';
import {
  deployInput,
  fundedEscrow,
  openScene,
  type PageSetup,
  platform,
  provider,
  take,
} from '@countersign/testkit/page/scene';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveSigningPage } from './index.ts';

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
  test('a link opens it once: a cookie that no script reads and no other site sends, for 12 hours', async () => {
    const { url, endsAt } = await scene.desk.openList();
    expect(url).toMatch(new RegExp(`^${scene.url}/#[0-9a-f]{32}$`));
    expect(endsAt - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const reply = await use(tokenOf(url));
    expect(reply.status).toBe(200);
    const [cookie] = reply.headers['set-cookie'] as string[];
    const port = new URL(scene.url).port;
    expect(cookie).toMatch(
      new RegExp(`^countersign-list-${port}=[0-9a-f]{32}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(reply.body).not.toContain(String(cookie).slice(-32));
    expect(reply.headers['cache-control']).toBe('no-store');
    const again = await use(tokenOf(url));
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  });

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

  test('it opens no signing page', async () => {
    const { id } = await scene.desk.prepare('deploy', deployInput());
    const { get } = await open();
    expect((await get(`/sign/${id}/view`)).status).toBe(404);
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

  test('behind a public address there is none, and the root leads to the list of a proven wallet', async () => {
    const page = await serveSigningPage({ desk: scene.desk, publicUrl: 'https://sign.example.org' });
    onTestFinished(() => page.close());
    expect(page).not.toHaveProperty('listUrl');
    const at = `http://127.0.0.1:${page.port}`;
    const root = await fetch(at);
    expect([root.url, root.status]).toEqual([`${at}/wallet/escrows`, 200]);
    expect(await root.text()).toContain('data-module="wallet-');
    const { Cookie } = await open();
    for (const path of PATHS) expect((await fetch(`${at}${path}`, { headers: { Cookie } })).status, path).toBe(404);
    const headers = { Origin: at, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ token: await link() });
    expect((await fetch(`${at}/session`, { method: 'POST', headers, body })).status).toBe(404);
  });
});

describe('the content of the list', () => {
  test('groups escrows by whose turn it is, with the page of the person’s next step', async () => {
    const { desk } = scene;
    const working = await fundedEscrow(desk, { title: 'At work' });
    const reported = await fundedEscrow(desk, { title: 'Reported' });
    await take(desk, 'provider', 'change-status', { escrow: reported, milestone: 1, evidence: 'Files' });
    const declined = await desk.prepare('deploy', deployInput({ title: 'Not wanted' }));
    await desk.discard(declined.id);
    const approval = await desk.prepare('approve', { escrow: reported, milestone: 1 });
    await desk.prepare('dispute', { escrow: reported, milestone: 2, signer: platform.address });
    const unsigned = await desk.prepare('deploy', deployInput({ title: 'To be signed' }));
    const { json } = await open();
    const { escrows, me, network, now } = await json('/escrows/list');
    const found = (title: string) => escrows.find((each: { title: string }) => each.title === title);
    expect([network, now > 1_000_000]).toEqual(['sandbox', true]);
    expect(me).toContain(deployInput().signer);
    // What was prepared for somebody else does not make their account the reader's.
    expect(me).not.toContain(platform.address);
    expect(found('To be signed')).toMatchObject({
      group: 'needs-me',
      phase: 'open',
      status: 'prepared',
      total: '5000',
      page: `sign/${String(unsigned.signUrl).slice(-32)}`,
    });
    // In this test the provider's steps are prepared here too, so both of them are this person's.
    expect(found('At work')).toMatchObject({ contractId: working, state: 'working', total: '5000', held: '5000' });
    expect(found('Reported')).toMatchObject({
      group: 'needs-me',
      state: 'waiting for approval',
      page: `sign/${String(approval.signUrl).slice(-32)}`,
    });
    expect(found('Not wanted')).toMatchObject({ group: 'finished', phase: 'ended', status: 'discarded' });
    expect((await json('/escrows/list?query=reported')).escrows).toHaveLength(1);
    expect((await json('/escrows/list?status=ended')).escrows).toHaveLength(1);
    expect((await json('/escrows/list?since=never')).error).toMatchObject({ code: 'INPUT_INVALID' });
  });

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

  test('lists what happened here and on the ledger, oldest first', async () => {
    const { desk } = scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'Files' });
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    const release = await desk.prepare('release', { escrow, milestone: 1 });
    const { json } = await open();
    const details = await json(`/escrows/${escrow}`);
    expect(details).toMatchObject({ isWhole: true, escrow: { contractId: escrow, status: 'settled' } });
    const report = details.happened.map(
      ({ by, kind, milestone = '' }: Record<string, string>) => `${by} ${kind} ${milestone}`,
    );
    const [deployed, funded] = [report.indexOf('ledger deployed '), report.indexOf('ledger funded ')];
    expect([deployed > 0, funded > deployed]).toEqual([true, true]);
    expect(report).toEqual(expect.arrayContaining(['here signed 1', 'ledger status 1', 'ledger approved 1']));
    expect(details.happened.find(({ kind }: { kind: string }) => kind === 'funded')).toMatchObject({
      amount: '5000',
      at: expect.any(Number),
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(details.happened.at(-1)).toMatchObject({
      kind: 'prepared',
      action: 'release',
      milestone: 1,
      page: `sign/${String(release.signUrl).slice(-32)}`,
    });
    expect((await json(`/escrows/${'0'.repeat(32)}`)).error.code).toBe('HANDLE_NOT_FOUND');
  });

  test('a table for a spreadsheet: quoted, exact, and without a formula', async () => {
    const amount = '1234567.0000001';
    const title = '=HYPERLINK("http://evil.example","a, b")';
    const milestones = [{ description: 'All', amount }];
    const { id } = await scene.desk.prepare('deploy', deployInput({ title, milestones }));
    const { get, Cookie } = await open();
    const { headers, body, status } = await get('/escrows.csv?query=hyperlink');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="escrows.csv"',
      'cache-control': 'no-store',
    });
    const [names, row, rest] = body.split('\r\n');
    expect([names?.startsWith('title,group,status'), rest]).toEqual([true, '']);
    const raw = await fetch(`${scene.url}/escrows.csv`, { headers: { Cookie } });
    expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(row).toContain(`"'=HYPERLINK(""http://evil.example"",""a, b"")"`);
    expect(row).toContain(`,${amount},`);
    expect(row?.endsWith(id)).toBe(true);
  });

  test('its page comes without a session, and holds nothing of anybody', async () => {
    const { status, body, headers } = await ask('/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).not.toMatch(/[CG][A-Z2-7]{55}|<style|\sstyle=|https?:/);
    const [, script = ''] = /script type="module" src="([^"]+)"/.exec(body) ?? [];
    expect((await ask(`/${script}`)).status).toBe(200);
  });
});

describe('the address book', () => {
  const client = String(deployInput().signer);

  test('names are added, listed and removed; an invalid one is refused', async () => {
    const { json, post } = await open();
    const added = await post('/escrows/contacts', { name: 'Ana Luísa', address: client });
    expect(added.status).toBe(200);
    const entry = { name: 'Ana Luísa', address: client, setBy: 'page', setAt: expect.any(Number) };
    expect(JSON.parse(added.body).contacts).toEqual([entry]);
    expect((await json('/escrows/contacts')).contacts).toEqual([entry]);
    for (const body of [{ name: 'USDC', address: client }, { name: 'Eva', address: 'G1' }, { name: 'Eva' }, {}]) {
      expect((await post('/escrows/contacts', body)).status).toBe(400);
    }
    const removed = await post('/escrows/contacts/remove', { name: 'ana luísa' });
    expect(JSON.parse(removed.body).contacts).toEqual([]);
    expect((await post('/escrows/contacts/remove', { name: 'ana luísa' })).status).toBe(400);
  });

  test('another address for a name takes the one that the person saw', async () => {
    const { json, post } = await open();
    await post('/escrows/contacts', { name: 'Zoe', address: client });
    const change = { name: 'zoe', address: provider.address };
    const refused = await post('/escrows/contacts', change);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      409,
      { error: { code: 'CONFIRMATION_NEEDED' }, standing: { name: 'Zoe', address: client, removed: false } },
    ]);
    expect((await post('/escrows/contacts', { ...change, instead: provider.address })).status).toBe(409);
    // Removing it first does not bypass that.
    await post('/escrows/contacts/remove', { name: 'Zoe' });
    const still = await post('/escrows/contacts', change);
    expect(JSON.parse(still.body).standing).toEqual({ name: 'Zoe', address: client, removed: true });
    expect((await post('/escrows/contacts', { ...change, instead: client })).status).toBe(200);
    expect((await json('/escrows/contacts')).contacts).toMatchObject([{ address: provider.address, before: client }]);
  });

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
