/** A desk and its page, opened and closed together. */
import { createServer } from 'node:http';
import { parseSettings } from '@countersign/core/settings';
import { listenOnLoopback } from '@countersign/local-http/internal/listen-on-loopback';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type OpenDeskWithPageOptions, openDeskWithPage } from './open-desk-with-page.ts';

const scene = await openScene();
afterAll(() => scene.close());
const noSandbox = () => Promise.reject(new Error('no sandbox'));
const REMOTE = { STELLAR_NETWORK: 'sandbox', ESCROW_API_URL: scene.road.url, STELLAR_RPC_URL: scene.rpcUrl };

async function open(env: Readonly<Record<string, string>> = {}, options: Partial<OpenDeskWithPageOptions> = {}) {
  const lines: unknown[] = [];
  const settings = parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...REMOTE, ...env });
  const log: OpenDeskWithPageOptions['log'] = (level, message, fields) => {
    if (message.includes('signing page')) lines.push([level, message, fields]);
  };
  const opened = await openDeskWithPage(settings, { startSandbox: noSandbox, log, port: 0, ...options });
  onTestFinished(() => opened.close());
  return { ...opened, lines };
}

test('links to the page of this computer, and to its list', async () => {
  const { desk, pageUrl = '' } = await open();
  expect(pageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { signUrl } = await desk.prepare('deploy', deployInput());
  expect(String(signUrl).replace(/[0-9a-f]{32}$/, '')).toBe(`${pageUrl}/sign/`);
  expect((await desk.openList()).url.replace(/[0-9a-f]{32}$/, '')).toBe(`${pageUrl}/#`);
  expect((await fetch(String(signUrl))).status).toBe(200);
});

test('links to the public address, which has no list of one person', async () => {
  const { desk, pageUrl } = await open({ COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org/pay/' });
  expect(pageUrl).toBe('https://sign.example.org/pay');
  const { signUrl } = await desk.prepare('deploy', deployInput());
  expect(String(signUrl)).toMatch(/^https:\/\/sign\.example\.org\/pay\/sign\/[0-9a-f]{32}$/);
  await expect(desk.openList()).rejects.toBeDefined();
});

test('has no page where nothing can be signed', async () => {
  expect(await open({ COUNTERSIGN_READ_ONLY: 'true' })).not.toHaveProperty('pageUrl');
});

test('frees the page’s port when the desk cannot be opened', async () => {
  const { port, stop } = await listenOnLoopback(createServer(), 0);
  await stop();
  await expect(open({ ESCROW_API_URL: '', STELLAR_RPC_URL: '' }, { port })).rejects.toThrow('no sandbox');
  await (await listenOnLoopback(createServer(), port)).stop();
});

test('logs an error that the operator can do something about', async () => {
  const { desk, lines } = await open();
  const { signUrl } = await desk.prepare('deploy', deployInput());
  await desk.close();
  expect((await fetch(`${signUrl}/view`)).status).toBe(500);
  const fields = { code: 'STORE_UNUSABLE', remedy: expect.stringContaining('COUNTERSIGN_DATA_DIR') };
  expect(lines).toEqual([['error', 'a request to the signing page failed', fields]]);
});
