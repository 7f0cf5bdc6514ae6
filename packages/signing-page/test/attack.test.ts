/** One client that asks far too much, in every way that the page has; and another one that works all the while. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { serveSigningPage } from '../src/index.ts';

const AT_ONCE = 50;

const scene = await openScene();
afterAll(() => scene.close());

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

function ask(address: string, agent: Agent, how: Sent = {}): Promise<number> {
  const { method = 'GET', headers = {}, body } = how;
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent }, (response) => {
      void text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // On a busy machine the server may close an idle connection while this request is on its way.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(address, agent, how));
      else reject(error);
    });
    sent.end(body);
  });
}

/** @returns how often each status came */
async function attack(
  send: (count: number, agent: Agent) => Promise<number>,
  requests = 2_000,
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const found = new Map<number, number>();
  let count = 0;
  const worker = async () => {
    while (count < requests) {
      count += 1;
      const status = await send(count, agent);
      found.set(status, (found.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return found;
}

/** A server of its own for each test, so that no limit is spent when it begins. */
async function serve(publicUrl?: string): Promise<string> {
  const page = await serveSigningPage({ desk: scene.desk, ...(publicUrl === undefined ? {} : { publicUrl }) });
  onTestFinished(() => page.close());
  return `http://127.0.0.1:${page.port}`;
}

async function newPage(url: string): Promise<string> {
  const { signUrl } = await scene.desk.prepare('deploy', deployInput());
  return url + new URL(String(signUrl)).pathname;
}

const post = (url: string, body: object): Sent => ({
  method: 'POST',
  headers: { Origin: url, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Opens a page as a browser does, reads it, acts on it, and opens their list; again and again until `done`. Nothing of
 * this is ever refused, however slow a busy machine is.
 * @returns how many rounds
 */
async function work(url: string, done: Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let isDone = false;
  let rounds = 0;
  void done.finally(() => {
    isDone = true;
  });
  const well = async (path: string, sent?: Sent) => {
    expect(await ask(new URL(path, url).href, agent, sent), path).toBe(200);
  };
  do {
    // A page that no one has opened yet: it is let in like any other.
    const page = await newPage(url);
    for (const path of ['/', '/sign/assets/page.css', '/sign/assets/start.js', page, `${page}/view`]) await well(path);
    await well(`${page}/opened`, post(url, {}));
    const token = new URL((await scene.desk.openList()).url).hash.slice(1);
    await well('/session', post(url, { token }));
    rounds += 1;
  } while (!isDone);
  agent.destroy();
  return rounds;
}

const made = (count: number) => count.toString(16).padStart(32, '0');

const oneOf = <Each>(each: readonly Each[], count: number) => each[count % each.length] as Each;

test.each<[string, (url: string, count: number) => readonly [path: string, sent?: Sent], readonly number[]]>([
  [
    'made-up pages and sessions',
    (url, count) => {
      const Cookie = `countersign-list-${new URL(url).port}=${made(count)}`;
      const page = `/sign/${made(count)}`;
      return oneOf([[`${page}/view`], [`${page}/events`], ['/escrows/list', { headers: { Cookie } }]] as const, count);
    },
    [401, 404, 429],
  ],
  ['files, and the files of made-up pages', (_, count) => [`/sign/${made(count)}?${count}`], [200]],
  [
    'acts on made-up pages, guessed links and bodies sent to nowhere, all costly to look through',
    (url, count) => {
      const body = post(url, { token: made(count), signedXdr: 'abandon table '.repeat(500) });
      return [oneOf([`/sign/${made(count)}/submit`, '/session', `/nowhere/${count}`], count), body];
    },
    [400, 404, 413, 429],
  ],
])('2,000 requests: %s', async (_, sent, statuses) => {
  const url = await serve();
  const attacking = attack((count, agent) => {
    const [path, how] = sent(url, count);
    return ask(url + path, agent, how);
  });
  const rounds = await work(url, attacking);
  for (const status of (await attacking).keys()) expect(statuses).toContain(status);
  expect(rounds).toBeGreaterThan(0);
});

test('slow and missing bodies delay no one else', async () => {
  const url = await serve();
  const { hostname, port, host } = new URL(url);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (let count = 0; count < 300; count++) {
    const path = count % 2 === 0 ? `/sign/${made(count)}/submit` : '/session';
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nContent-Type: application/json\r\nContent-Length: 150000\r\n\r\n{`,
    );
    sockets.push(socket);
  }
  const agent = new Agent({ keepAlive: true });
  /** A byte of each body, and the next one when the server has answered somebody else. */
  const drip = async () => {
    for (let drops = 0; drops < 200; drops++) {
      for (const socket of sockets) socket.write('a');
      await ask(`${url}/`, agent);
    }
    agent.destroy();
  };
  expect(await work(url, drip())).toBeGreaterThan(0);
});
