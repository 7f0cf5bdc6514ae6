/** From a signing page's address to a readable summary, in a real browser, and how much is sent for that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { CHROMIUM, CHROMIUM_FLAGS, hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { answer, type ReceivedRequest, startStandIn } from '@countersign/testkit/service/stand-in';
import { type Resources, withResources } from '../command-line/resources.ts';
import { type Bench, figure, inTurns, p50 } from './figure.ts';

type Visits = {
  /** Milliseconds from the beginning of the navigation until the summary was painted, nothing cached. */
  readonly summary: () => Promise<number>;
  /** The same for a page with one line of text. */
  readonly line: () => Promise<number>;
  /** The same as the last visit of the summary, so that the browser has what it may keep of it. */
  readonly again: () => Promise<number>;
  /** What the page’s server has sent since the last visit began. */
  readonly sent: () => Sent;
};
type Sent = { readonly requests: number; readonly bytes: number };

const GIVE_UP_MS = 20_000;
const SETTLED_MS = 2_000;
const LINE = '/line';
const WATCHER = '<script async src="/watch.js"></script>';
const LINE_PAGE = `<!doctype html>${WATCHER}<p id="line">Nothing.</p>`;

/** A frame's callbacks run before it is painted; tasks that they queue run after. */
const WATCH = `
  const isThere = () => document.querySelector('[data-readable], #line') !== null;
  const tell = () => requestAnimationFrame(() => setTimeout(async () => {
    const answer = await fetch('/readable', { method: 'POST', body: String(performance.now()) });
    location.href = await answer.text();
  }));
  if (isThere()) tell();
  else {
    const watch = new MutationObserver(() => {
      if (!isThere()) return;
      watch.disconnect();
      tell();
    });
    watch.observe(document, { childList: true, subtree: true });
  }`;

/**
 * A real browser that visits the signing page and reports when it was readable. No debugger is attached: with a
 * debugging protocol (as a test driver uses it) the same page takes at least half as long again, since the browser
 * does more: among other things it records where each request came from, and reads the whole script again for that.
 * Instead, a proxy in front of the page's server adds a small script to the page, which watches it and tells the
 * browser where to go next.
 */
async function openVisits(signUrl: string, resources: Resources): Promise<Visits> {
  const page = new URL(signUrl);
  let next = Promise.withResolvers<string>();
  let seen = Promise.withResolvers<number>();
  let sent: Sent = { requests: 0, bytes: 0 };
  const count = (requests: number, bytes: number) => {
    sent = { requests: sent.requests + requests, bytes: sent.bytes + bytes };
  };
  const { url } = resources.use(
    await startStandIn(async (response, received) => {
      const reply = (type: string, text: string) => answer(200, text, { ...UNCACHED, 'content-type': type });
      if (received.url === '/watch.js') return reply('text/javascript', WATCH)(response, received);
      if (received.url === LINE) return reply('text/html; charset=utf-8', LINE_PAGE)(response, received);
      if (received.url !== '/readable') return pass(received, response, page, count);
      seen.resolve(Number(received.body));
      return reply('text/plain', await next.promise)(response, received);
    }),
  );
  let site = 0;
  // Each visit is to a new site, so the browser starts a new process, as for a link that somebody opens.
  const addressOf = (path: string, isNew = true) =>
    `http://visit-${isNew ? ++site : site}.localhost:${new URL(url).port}${path}`;
  const readable = async () => {
    const time = await Promise.race([seen.promise, sleep(GIVE_UP_MS, undefined, { ref: false })]);
    if (time === undefined) throw new Error(`the browser showed nothing within ${GIVE_UP_MS / 1_000} s`);
    return time;
  };
  const visit = async (path: string, isNew = true) => {
    const go = next.resolve;
    next = Promise.withResolvers();
    seen = Promise.withResolvers();
    sent = { requests: 0, bytes: 0 };
    go(addressOf(path, isNew));
    return await readable();
  };
  const profile = await resources.folder();
  const args = ['--headless', ...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, addressOf(LINE)];
  const browser = spawn(CHROMIUM, args, { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  resources.defer(() => ended);
  resources.defer(() => browser.kill('SIGTERM'));
  await readable();
  const summary = (isNew?: boolean) => visit(page.pathname, isNew);
  return { summary: () => summary(), line: () => visit(LINE), again: () => summary(false), sent: () => sent };
}

const UNCACHED = { 'cache-control': 'no-store' };

/** Passes requests and answers through unchanged, except that the page itself gets its watcher. */
function pass(
  received: ReceivedRequest,
  response: ServerResponse,
  page: URL,
  count: (requests: number, bytes: number) => void,
): void {
  const { host: _, connection: __, ...headers } = received.headers;
  const passed = request(new URL(received.url, page), { method: received.method, headers }, async (reply) => {
    const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = reply.headers;
    if (!/\.svg$|\/(?:opened|events)\b/.test(received.url)) count(1, 0);
    reply.on('data', ({ length }: Buffer) => count(0, length));
    if (received.url === page.pathname) {
      const { 'content-encoding': _____, ...plain } = kept;
      const html = brotliDecompressSync(await buffer(reply)).toString();
      response.writeHead(reply.statusCode ?? 502, plain).end(html.replace('<head>', `<head>${WATCHER}`));
    } else reply.pipe(response.writeHead(reply.statusCode ?? 502, kept));
  });
  // The page's stream of events ends with the page.
  passed.once('error', () => response.destroy());
  response.once('close', () => passed.destroy());
  passed.end(received.body);
}

const VISITS = { count: 30, warm: 2 };
const AIM_MS = 300;
const AIM_REQUESTS = 6;
const AIM_AGAIN_KB = 15;
const LINE_OF_TEXT = 'for a line of text';

export const pageBench: Bench = {
  title: 'Signing page',
  measure: () =>
    withResources(async (resources) => {
      if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
      const scene = resources.use(await openScene());
      const { signUrl = '' } = await scene.desk.prepare('deploy', deployInput());
      const visits = await openVisits(signUrl, resources);
      const times = await inTurns(visits.summary, visits.line, VISITS);
      await visits.summary();
      const { requests } = visits.sent();
      await visits.again();
      // With what the page does once it is readable.
      await sleep(SETTLED_MS);
      return [
        p50(times, 'to a readable summary', LINE_OF_TEXT, { atMost: AIM_MS }),
        figure('requests that it waits for', requests, 'requests', { atMost: AIM_REQUESTS }),
        figure('sent for a second visit', visits.sent().bytes / 1_000, 'kB', { atMost: AIM_AGAIN_KB }),
      ];
    }),
};
