/** The page behind a public address, and who has its port: this process, another one of ours, or a stranger. */

import { createServer } from 'node:http';
import { NETWORKS } from '@countersign/core/network';
import { listenOnLoopback } from '@countersign/local-http/internal/listen-on-loopback';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { findPageHolder } from './index.ts';
import { serveSharedPage } from './open-desk-with-page.ts';

const publicUrl = 'https://sign.example.org';

async function place() {
  const { port, stop } = await listenOnLoopback(createServer(), 0);
  await stop();
  return { dataDir: temporaryFolder(), port };
}

async function serve({ dataDir, port }: { dataDir: string; port: number }, changes: { publicUrl?: string } = {}) {
  const lines: string[] = [];
  const page = await serveSharedPage({
    settings: { publicUrl, ...changes, pagePort: port, dataDir, network: NETWORKS.sandbox },
    desk: () => Promise.reject(new Error('there is no desk')),
    log: (level, message) => void lines.push(`${level} ${message}`),
  });
  onTestFinished(page.close);
  return { ...page, lines };
}

async function holderOf({ dataDir, port }: { dataDir: string; port: number }) {
  return (await findPageHolder({ dataDir, pagePort: port, network: NETWORKS.sandbox, publicUrl })).holder;
}

test('processes that share the folder and the address share the port, and the next one takes it over', async () => {
  const here = await place();
  expect(await holderOf(here)).toBe('nobody');
  const first = await serve(here);
  const second = await serve(here);
  expect(await holderOf(here)).toBe('countersign');
  expect([second.url, second.port]).toEqual([publicUrl, here.port]);
  expect(second.signUrl('ab')).toBe(first.signUrl('ab'));
  expect(second.escrowUrl?.('C')).toBe(`${publicUrl}/escrow/C`);
  await first.close();
  await expect.poll(() => second.lines.length > 0).toBe(true);
  expect(second.lines).toEqual(['info took over the signing page’s port']);
  expect(await holderOf(here)).toBe('countersign');
  await second.close();
  expect(await holderOf(here)).toBe('nobody');
});

test('another data folder or another address is refused: its page would know nothing of our people', async () => {
  const here = await place();
  await serve(here);
  const refused = expect.objectContaining({
    code: 'SETTING_INVALID',
    message: expect.stringContaining(`Port ${here.port} `),
  });
  await expect(serve({ ...here, dataDir: (await place()).dataDir })).rejects.toEqual(refused);
  await expect(serve(here, { publicUrl: 'https://other.example.org' })).rejects.toEqual(refused);
});

test('a stranger who takes the port between two of ours is reported, once', async () => {
  const here = await place();
  const first = await serve(here);
  const second = await serve(here);
  await first.close();
  const stranger = createServer();
  const { stop } = await listenOnLoopback(stranger, here.port);
  await expect.poll(() => second.lines.length > 0).toBe(true);
  expect(second.lines).toEqual([expect.stringMatching(`^error Port ${here.port} is held by another program`)]);
  await stop();
  await expect.poll(() => second.lines.length > 1).toBe(true);
  expect(second.lines.slice(1)).toEqual(['info took over the signing page’s port']);
});
