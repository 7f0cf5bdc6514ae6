/** One page for all processes of a data folder, at the port that its links carry, with and without a public address. */
import { createServer } from 'node:http';
import { NETWORKS } from '@countersign/core/network';
import { listenOnLoopback } from '@countersign/local-http/internal/listen-on-loopback';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { findPageHolder } from './index.ts';
import { serveSharedPage } from './open-desk-with-page.ts';
import { openPagePlace, type PagePorts } from './page-place.ts';

type ProcessPlace = {
  readonly dataDir: string;
  readonly pagePort: number;
  readonly publicUrl?: string;
  readonly network?: 'sandbox' | 'testnet';
};

async function newPlace(publicUrl?: string): Promise<ProcessPlace> {
  const { port, stop } = await listenOnLoopback(createServer(), 0);
  await stop();
  return { dataDir: temporaryFolder(), pagePort: port, ...(publicUrl === undefined ? {} : { publicUrl }) };
}

const settingsOf = ({ network = 'sandbox', publicUrl, ...place }: ProcessPlace) => ({
  ...place,
  network: NETWORKS[network],
  publicUrl,
});

async function serve(place: ProcessPlace, mustHavePort = false) {
  const lines: string[] = [];
  const page = await serveSharedPage({
    settings: settingsOf(place),
    mustHavePort,
    desk: () => Promise.reject(new Error('there is no desk')),
    log: (level, message) => void lines.push(`${level} ${message}`),
  });
  onTestFinished(() => page.close());
  return { page, lines };
}

async function startStranger(port: number) {
  const { stop } = await listenOnLoopback(
    createServer((_, response) => response.end('Please sign here')),
    port,
  );
  onTestFinished(stop);
  return stop;
}

/** What the folder notes of its links' ports. @param next what it notes from now on */
function portsAt(place: ProcessPlace, next?: PagePorts): PagePorts & { readonly served: number | undefined } {
  const notes = openPagePlace(settingsOf(place));
  if (next !== undefined) notes.write(next, false);
  const noted = { ...notes.ports(), served: notes.servedPort() };
  notes.close();
  return noted;
}

/** Whether one of our processes answers there. */
async function isOurs(port: number): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/sign/${'0'.repeat(32)}`).catch(() => undefined);
  return (await reply?.text())?.includes('assets/start.js') ?? false;
}

test('a second process hands out links to the first one’s page, and takes its port over', async () => {
  const place = await newPlace();
  const [first, second] = [await serve(place), await serve(place)];
  expect(second.page.signUrl('ab')).toBe(`http://127.0.0.1:${place.pagePort}/sign/ab`);
  expect(second.page.signUrl('ab')).toBe(first.page.signUrl('ab'));
  await first.page.close();
  await expect.poll(() => second.lines.length > 0).toBe(true);
  expect(second.lines).toEqual(['info took over the signing page’s port']);
  expect([second.page.port, await isOurs(place.pagePort)]).toEqual([place.pagePort, true]);
});

test('a process with another page port uses the page that is already served', async () => {
  const place = await newPlace();
  const first = await serve(place);
  const second = await serve({ ...place, pagePort: (await newPlace()).pagePort });
  expect(second.page.url).toBe(first.page.url);
  await first.page.close();
  await expect.poll(() => second.lines.length > 0).toBe(true);
  expect([second.page.port, await isOurs(place.pagePort)]).toEqual([place.pagePort, true]);
});

test('agrees on a free port, and keeps it after a restart, when another program has the port', async () => {
  const place = await newPlace();
  const stop = await startStranger(place.pagePort);
  const all = await Promise.all([serve(place), serve(place), serve(place)]);
  const [port = 0, ...others] = new Set(all.map(({ page }) => page.port));
  expect(others).toEqual([]);
  expect([port === place.pagePort, await isOurs(port)]).toEqual([false, true]);
  expect(await findPageHolder(settingsOf(place))).toEqual({ holder: 'countersign', port });
  for (const { page } of all) await page.close();

  const again = await serve(place);
  expect([again.page.port, again.lines]).toEqual([port, []]);
  await again.page.close();

  await stop();
  const back = await serve(place);
  expect(back.page.port).toBe(place.pagePort);
  expect([await isOurs(place.pagePort), await isOurs(port)]).toEqual([true, true]);
});

test('gives out links to a free port, and logs it, when another program takes the port between two processes', async () => {
  const place = await newPlace();
  const [first, second, third] = [await serve(place), await serve(place), await serve(place)];
  await first.page.close();
  await startStranger(place.pagePort);
  await expect.poll(() => second.lines.length + third.lines.length > 1).toBe(true);
  expect([...second.lines, ...third.lines]).toEqual([
    'warn another program holds the port of earlier links',
    'info took over the signing page’s port',
  ]);
  expect(second.page.url).toBe(third.page.url);
  expect([second.page.port === place.pagePort, await isOurs(second.page.port)]).toEqual([false, true]);
});

test('processes of different networks have a page each, since neither knows the other’s escrows', async () => {
  const place = await newPlace();
  const sandbox = await serve(place);
  const testnet = await serve({ ...place, network: 'testnet' });
  expect(testnet.page.port).not.toBe(sandbox.page.port);
  expect(await isOurs(testnet.page.port)).toBe(true);
});

test('the start fails without a required port, unless another process of the folder serves the page', async () => {
  const place = await newPlace();
  const stop = await startStranger(place.pagePort);
  await expect(serve(place, true)).rejects.toMatchObject({ code: 'EADDRINUSE', port: place.pagePort });
  await stop();
  const first = await serve(place, true);
  const second = await serve(place, true);
  expect([first.page.port, second.page.port]).toEqual([place.pagePort, place.pagePort]);
});

test('notes today’s port and the one before, with the time of the move, and answers at both for 30 days', async () => {
  const place = await newPlace();
  const stop = await startStranger(place.pagePort);
  const { page: moved } = await serve(place);
  const { port } = moved;
  expect(portsAt(place)).toEqual({ port, earlier: undefined, leftAt: undefined, served: port });
  await moved.close();
  await stop();
  const before = Date.now();
  const { page: back } = await serve(place);
  const { leftAt = 0, ...ports } = portsAt(place);
  expect(ports).toEqual({ port: place.pagePort, earlier: port, served: place.pagePort });
  expect(leftAt - before).toBeGreaterThanOrEqual(0);
  await back.close();

  const { page: again } = await serve(place);
  expect([portsAt(place), await isOurs(port)]).toEqual([{ ...ports, leftAt }, true]);
  await again.close();

  const DAY = 24 * 60 * 60_000;
  portsAt(place, { port: place.pagePort, earlier: port, leftAt: Date.now() - 30 * DAY - 1 });
  const { page: later } = await serve(place);
  expect(await isOurs(port)).toBe(false);
  expect(portsAt(place)).toMatchObject({ port: place.pagePort, earlier: undefined });
  await later.close();
  portsAt(place, { port: place.pagePort, earlier: port, leftAt: Date.now() - 30 * DAY + 100_000 });
  await serve(place);
  expect(await isOurs(port)).toBe(true);
});

test('keeps to the port of earlier links where its own is taken by a stranger', async () => {
  const place = await newPlace();
  const { pagePort: earlier } = await newPlace();
  portsAt(place, { port: undefined, earlier, leftAt: Date.now() });
  const stop = await startStranger(place.pagePort);
  const { page } = await serve(place);
  expect([page.port, page.url, page.proofUrl('ab')]).toEqual([
    earlier,
    `http://127.0.0.1:${earlier}`,
    `http://127.0.0.1:${earlier}/prove/ab`,
  ]);
  expect([page.listUrl?.('ab'), page.escrowUrl]).toEqual([`${page.url}/#ab`, undefined]);
  await page.close();
  await page.close();
  await stop();
});

const PUBLIC = 'https://sign.example.org';
const holderOf = async (place: ProcessPlace) => (await findPageHolder(settingsOf(place))).holder;

test('at a public address processes of one folder share the port, and the next one takes it over', async () => {
  const place = await newPlace(PUBLIC);
  expect(await holderOf(place)).toBe('nobody');
  const { page: first } = await serve(place);
  const { page: second, lines } = await serve(place);
  expect(await holderOf(place)).toBe('countersign');
  expect([second.url, second.port]).toEqual([PUBLIC, place.pagePort]);
  expect(second.signUrl('ab')).toBe(first.signUrl('ab'));
  expect(second.escrowUrl?.('C')).toBe(`${PUBLIC}/escrow/C`);
  await first.close();
  await expect.poll(() => lines.length > 0).toBe(true);
  expect(lines).toEqual(['info took over the signing page’s port']);
  expect(await holderOf(place)).toBe('countersign');
  await second.close();
  expect(await holderOf(place)).toBe('nobody');
});

test('refuses another data folder or another public address: its page would know nothing of our people', async () => {
  const place = await newPlace(PUBLIC);
  await serve(place);
  const message = expect.stringContaining(`Port ${place.pagePort} `);
  const refused = expect.objectContaining({ code: 'SETTING_INVALID', message });
  await expect(serve({ ...place, dataDir: temporaryFolder() })).rejects.toEqual(refused);
  await expect(serve({ ...place, publicUrl: 'https://other.example.org' })).rejects.toEqual(refused);
});

test('reports once that a stranger took the port of the public address between two of ours', async () => {
  const place = await newPlace(PUBLIC);
  const { page: first } = await serve(place);
  const { lines } = await serve(place);
  await first.close();
  const stop = await startStranger(place.pagePort);
  await expect.poll(() => lines.length > 0).toBe(true);
  expect(lines).toEqual([expect.stringMatching(`^error Port ${place.pagePort} is held by another program`)]);
  await stop();
  await expect.poll(() => lines.length > 1).toBe(true);
  expect(lines.slice(1)).toEqual(['info took over the signing page’s port']);
});
