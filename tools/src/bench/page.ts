/** From a signing page's address to a readable summary, in a real browser, and how many bytes that takes. */
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { build } from 'esbuild';
import { atMost, type Bench, type Figure } from './figure.ts';
import { inTurns, median, percentile } from './sample.ts';
import { openVisits } from './visits.ts';

const VISITS = 30;
const AIM_MS = 300;
const AIM_KB = 150;

export const pageBench: Bench = {
  title: 'Signing page',
  run: async () => {
    if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
    const scene = await openScene();
    try {
      const { signUrl = '' } = await scene.desk.prepare('deploy', deployInput());
      return [...(await timeFigures(signUrl)), ...(await sizeFigures(signUrl))];
    } finally {
      await scene.close();
    }
  },
};

async function timeFigures(signUrl: string): Promise<Figure[]> {
  const visits = await openVisits(signUrl);
  try {
    const first = await visits.summary();
    const [own, floor] = await inTurns(visits.summary, visits.line, VISITS, 2);
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
        name: 'the same, least',
        value: Math.min(...own),
        unit: 'ms',
        against: { name: 'for a line of text', value: Math.min(...floor) },
      },
      { name: 'the first page of a process, which builds the script', value: first, unit: 'ms' },
    ];
  } finally {
    await visits.close();
  }
}

async function sizeFigures(signUrl: string): Promise<Figure[]> {
  const html = await (await fetch(signUrl)).text();
  const scripts = [...html.matchAll(/(?:src|modulepreload" href)="([^"]+\.js)"/g)].map(
    ([, address]) => new URL(String(address), signUrl).href,
  );
  const [zipped, plain, types] = [
    await sizeOf(scripts, 'gzip'),
    await sizeOf(scripts, 'identity'),
    await stellarTypes(),
  ];
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

async function sizeOf(urls: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => sizeOfOne(url, encoding)));
  return sizes.reduce((all, each) => all + each, 0);
}

async function sizeOfOne(url: string, encoding: string): Promise<number> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => buffer(response).then(resolve, reject)).once(
      'error',
      reject,
    );
  });
  return bytes.length / 1_000;
}

/** The minimum that a page needs to read a transaction, bundled like the page's own script. */
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
