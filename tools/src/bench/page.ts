/** From a signing page's address to a summary that can be read, in a real browser, and what is sent for it. */
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { hasBrowser, launch, openTab } from '../../../packages/signing-page/test/browser.ts';
import { deployInput, openScene } from '../../../packages/signing-page/test/scene.ts';
import { atMost, type Bench, type Figure } from './figure.ts';
import { inTurns, median, percentile } from './sample.ts';

const OPENS = 20;
const LOOKS = 6;
const AIM_MS = 300;
const AIM_KB = 150;
const GIVE_UP_MS = 15_000;

/** What is on the page once it can be read; and on the server's page for an address that it does not know, one line. */
const SUMMARY = '.transaction';
const EMPTY = 'pre';
const emptyBeside = (signUrl: string) => new URL('/nothing', signUrl).href;

type Browser = Awaited<ReturnType<typeof launch>>;

export const pageBench: Bench = {
  title: 'Signing page',
  run: async () => {
    if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
    const scene = await openScene();
    const browser = await launch();
    try {
      const { signUrl = '' } = await scene.desk.prepareDeploy(deployInput());
      return [...(await timeFigures(browser, signUrl)), ...(await sizeFigures(signUrl))];
    } finally {
      await browser.close();
      await scene.close();
    }
  },
};

async function timeFigures(browser: Browser, signUrl: string): Promise<Figure[]> {
  const emptyUrl = emptyBeside(signUrl);
  const empty = () => readableAfter(browser, emptyUrl, EMPTY);
  const summary = () => readableAfter(browser, signUrl, SUMMARY);
  await empty();
  const first = await summary();
  const [own, floor] = await inTurns(summary, empty, OPENS, 2);
  const [work, leastWork] = await inTurns(
    () => workOf(browser, signUrl, SUMMARY),
    () => workOf(browser, emptyUrl, EMPTY),
    LOOKS,
    0,
  );
  return [
    {
      name: 'to a readable summary, p50',
      value: median(own),
      unit: 'ms',
      against: { name: 'for a line of text', value: median(floor) },
      aim: atMost(median(own), AIM_MS, 'ms'),
    },
    {
      name: 'the same, p99',
      value: percentile(own, 0.99),
      unit: 'ms',
      against: { name: 'for a line of text', value: percentile(floor, 0.99) },
    },
    {
      name: 'work of the browser’s main thread for it, p50',
      value: median(work),
      unit: 'ms',
      against: { name: 'for a line of text', value: median(leastWork) },
    },
    { name: 'the first page of a process, which builds the script', value: first, unit: 'ms' },
  ];
}

/** Milliseconds from the beginning of the navigation until what `selector` finds was painted, nothing cached. */
async function readableAfter(browser: Browser, url: string, selector: string): Promise<number> {
  const { page } = await openTab(browser, new URL(url).origin);
  try {
    const readable = Promise.withResolvers<number>();
    await page.exposeFunction('tellReadable', readable.resolve);
    await page.addInitScript(`{
      const watch = new MutationObserver(() => {
        if (document.querySelector('${selector}') === null) return;
        watch.disconnect();
        // A frame's callbacks run before it is painted, what they set off runs after.
        requestAnimationFrame(() => setTimeout(() => tellReadable(performance.now())));
      });
      watch.observe(document, { childList: true, subtree: true });
    }`);
    await page.goto(url, { waitUntil: 'commit' });
    const late = sleep(GIVE_UP_MS, undefined, { ref: false });
    const time = await Promise.race([readable.promise, late]);
    if (time === undefined) throw new Error(`the page was not readable within ${GIVE_UP_MS / 1_000} s`);
    return time;
  } finally {
    await page.context().close();
  }
}

/** Processor time in milliseconds, which what else runs on the machine does not lengthen as it does the time by the clock. */
async function workOf(browser: Browser, url: string, selector: string): Promise<number> {
  const { page } = await openTab(browser, new URL(url).origin);
  try {
    // Of the same site, so that the same process of the browser shows what follows.
    await page.goto(emptyBeside(url));
    const browserTools = await page.context().newCDPSession(page);
    await browserTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taken = async () => {
      const { metrics } = await browserTools.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const before = await taken();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(selector).waitFor();
    return (await taken()) - before;
  } finally {
    await page.context().close();
  }
}

async function sizeFigures(signUrl: string): Promise<Figure[]> {
  const script = new URL('assets/page.js', signUrl).href;
  const [zipped, plain, types] = [await sizeOf(script, 'gzip'), await sizeOf(script, 'identity'), await stellarTypes()];
  return [
    {
      name: 'script as sent, compressed',
      value: zipped,
      unit: 'kB',
      against: { name: 'for Stellar’s XDR types alone', value: types.zipped },
      aim: atMost(zipped, AIM_KB, 'kB'),
    },
    {
      name: 'the same, as it is',
      value: plain,
      unit: 'kB',
      against: { name: 'for Stellar’s XDR types alone', value: types.plain },
    },
  ];
}

async function sizeOf(url: string, encoding: string): Promise<number> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => buffer(response).then(resolve, reject)).once(
      'error',
      reject,
    );
  });
  return bytes.length / 1_000;
}

/** The least that a page needs to read a transaction at all, bundled as the page's own script is. */
async function stellarTypes(): Promise<{ plain: number; zipped: number }> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { xdr } from '@stellar/stellar-sdk/base';
        globalThis.read = (text) => xdr.TransactionEnvelope.fromXdr(text, 'base64');`,
      resolveDir: fileURLToPath(new URL('../../../packages/signing-page', import.meta.url)),
    },
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return { plain: bytes.length / 1_000, zipped: gzipSync(bytes, { level: 9 }).length / 1_000 };
}
