/** From a signing page's address to a readable summary, in a real browser, and how many bytes that takes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { buildPage } from '@countersign/signing-page/internal/assets/build-page';
import { pageAssets } from '@countersign/signing-page/internal/assets/page-assets';
import { CHROMIUM, CHROMIUM_FLAGS, hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { answer, type ReceivedRequest, startStandIn } from '@countersign/testkit/service/stand-in';
import { build } from 'esbuild';
import { type Resources, withResources } from '../command-line/resources.ts';
import { type Bench, type Figure, figure, inTurns, p50, p99 } from './figure.ts';

type Visits = {
  /** Milliseconds from the beginning of the navigation until the summary was painted, nothing cached. */
  readonly summary: () => Promise<number>;
  /** The same for a page with one line of text. */
  readonly line: () => Promise<number>;
};

const GIVE_UP_MS = 20_000;
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
  const { url } = resources.use(
    await startStandIn(async (response, received) => {
      const reply = (type: string, text: string) => answer(200, text, { ...UNCACHED, 'content-type': type });
      if (received.url === '/watch.js') return reply('text/javascript', WATCH)(response, received);
      if (received.url === LINE) return reply('text/html; charset=utf-8', LINE_PAGE)(response, received);
      if (received.url !== '/readable') return pass(received, response, page);
      seen.resolve(Number(received.body));
      return reply('text/plain', await next.promise)(response, received);
    }),
  );
  let count = 0;
  // Each visit is to a new site, so the browser starts a new process, as for a link that somebody opens.
  const addressOf = (path: string) => `http://visit-${count++}.localhost:${new URL(url).port}${path}`;
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
  const profile = await resources.folder();
  const args = ['--headless', ...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, addressOf(LINE)];
  const browser = spawn(CHROMIUM, args, { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  resources.defer(() => ended);
  resources.defer(() => browser.kill('SIGTERM'));
  await readable();
  return { summary: () => visit(page.pathname), line: () => visit(LINE) };
}

const UNCACHED = { 'cache-control': 'no-store' };

/** Passes requests and answers through unchanged, except that the page itself gets its watcher. */
function pass(received: ReceivedRequest, response: ServerResponse, page: URL): void {
  const isPage = received.url === page.pathname;
  const { host: _, connection: __, 'accept-encoding': encoding = '', ...others } = received.headers;
  const headers = isPage ? others : { ...others, 'accept-encoding': encoding };
  const passed = request(new URL(received.url, page), { method: received.method, headers }, async (reply) => {
    const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, kept);
    if (isPage) response.end((await text(reply)).replace('<head>', `<head>${WATCHER}`));
    else reply.pipe(response);
  });
  // The page's stream of events ends with the page.
  passed.once('error', () => response.destroy());
  response.once('close', () => passed.destroy());
  passed.end(received.body);
}

const VISITS = { count: 30, warm: 2 };
const AIM_MS = 300;
const AIM_KB = 100;
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
      return [
        p50(times, 'to a readable summary', LINE_OF_TEXT, { atMost: AIM_MS }),
        p99(times, LINE_OF_TEXT),
        await sizeFigure(),
      ];
    }),
};

async function sizeFigure(): Promise<Figure> {
  const { pages } = await buildPage();
  const { files } = await pageAssets();
  const sizes = pages.sign.needed.en.map(
    async (name) => (await files.get(name)?.compressed('br'))?.length ?? Number.NaN,
  );
  const kilobytes = (await Promise.all(sizes)).reduce((all, each) => all + each) / 1_000;
  return figure('script as sent, compressed', kilobytes, 'kB', {
    against: ['for Stellar’s XDR types alone', await sizeOfTypes()],
    atMost: AIM_KB,
  });
}

/** The minimum that a page needs to read a transaction, bundled like the page's own script; in kilobytes. */
async function sizeOfTypes(): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { xdr } from '@stellar/stellar-sdk/base';
        globalThis.read = (text) => xdr.TransactionEnvelope.fromXdr(text, 'base64');`,
      resolveDir: import.meta.dirname,
    },
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).length / 1_000;
}
