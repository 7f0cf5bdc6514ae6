/**
 * A real browser that visits the signing page and reports when it was readable. No debugger is attached: with a
 * debugging protocol (as a test driver uses it) the same page takes at least half as long again, since the browser
 * does more: among other things it records where each request came from, and reads the whole script again for that.
 * Instead, a proxy in front of the page's server adds a small script to the page, which watches it and tells the
 * browser where to go next.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM, CHROMIUM_FLAGS } from '@countersign/testkit/page/browser';

type Visits = {
  /** Milliseconds from the beginning of the navigation until the summary was painted, nothing cached. */
  readonly summary: () => Promise<number>;
  /** The same for a page with one line of text. */
  readonly line: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const GIVE_UP_MS = 20_000;
const LINE = '/line';
const WATCHER = '<script async src="/watch.js"></script>';

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

export async function openVisits(signUrl: string): Promise<Visits> {
  const page = new URL(signUrl);
  let next = Promise.withResolvers<string>();
  let seen = Promise.withResolvers<number>();
  const answer = async (asked: IncomingMessage, reply: ServerResponse) => {
    if (asked.url === '/watch.js') reply.writeHead(200, { 'content-type': 'text/javascript' }).end(WATCH);
    else if (asked.url === LINE) reply.writeHead(200, HTML).end(`<!doctype html>${WATCHER}<p id="line">Nothing.</p>`);
    else if (asked.url === '/readable') {
      seen.resolve(Number(await buffer(asked)));
      reply.end(await next.promise);
    } else pass(asked, reply, page);
  };
  const server = createServer((asked, reply) => void answer(asked, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let count = 0;
  // Each visit is to a new site, so the browser starts a new process, as for a link that somebody opens.
  const addressOf = (path: string) => `http://visit-${count++}.localhost:${port}${path}`;
  const readable = async () => {
    const time = await Promise.race([seen.promise, sleep(GIVE_UP_MS, undefined, { ref: false })]);
    if (time === undefined) throw new Error(`the browser showed nothing within ${GIVE_UP_MS / 1_000} s`);
    return time;
  };
  const visit = async (path: string) => {
    const go = next.resolve;
    next = Promise.withResolvers();
    seen = Promise.withResolvers();
    go(addressOf(path));
    return await readable();
  };
  const browser = await startBrowser(addressOf(LINE));
  const close = async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
  };
  try {
    await readable();
    return { summary: () => visit(page.pathname), line: () => visit(LINE), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** Passes requests and answers through unchanged, except that the page itself gets its watcher. */
function pass(asked: IncomingMessage, reply: ServerResponse, page: URL): void {
  const isPage = asked.url === page.pathname;
  const { host: _, connection: __, 'accept-encoding': encoding = '', ...headers } = asked.headers;
  const passed = request(
    new URL(asked.url ?? '/', page),
    {
      method: asked.method ?? 'GET',
      headers: { ...headers, ...(isPage ? {} : { 'accept-encoding': encoding }) } as Record<string, string>,
    },
    async (answer) => {
      const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept);
      if (isPage) reply.end((await buffer(answer)).toString().replace('<head>', `<head>${WATCHER}`));
      else answer.pipe(reply);
    },
  );
  // The page's stream of events ends with the page.
  passed.once('error', () => reply.destroy());
  reply.once('close', () => passed.destroy());
  asked.pipe(passed);
}

async function startBrowser(url: string): Promise<{ close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-bench-browser-'));
  const child = spawn(CHROMIUM, ['--headless', ...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, url], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
