/** What a browser is sent: small enough for a phone, made of core's own code, and nothing of Node's. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { buildPage } from './build-page.ts';
import { signingPagePlugin } from './bundle-plugin.ts';
import { pageAssets } from './page-assets.ts';

/** The issue's own limit for the script, compressed. */
const MAX_SCRIPT_KB = 150;

test('the script stays small', async () => {
  const { files } = await pageAssets();
  const kilobytes = (files.get('page.js')?.gzip.length ?? 0) / 1_000;
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThan(MAX_SCRIPT_KB);
});

test('a wallet’s library is no part of what a reader waits for', async () => {
  const { 'page.js': script, 'freighter.js': library } = await buildPage();
  expect(library).toContain('FREIGHTER_EXTERNAL_MSG_REQUEST');
  expect(script).not.toContain('FREIGHTER_EXTERNAL_MSG_REQUEST');
  expect(script).toContain('import("./freighter.js")');
});

test('compressed and not, it is the same', async () => {
  const { html, files } = await pageAssets();
  for (const file of [html, ...files.values()]) expect(gunzipSync(file.gzip).toString()).toBe(file.text);
});

test('it is core’s own comparison that runs there, and no schema library or server part', async () => {
  const { 'page.js': script } = await buildPage();
  expect(script).toContain('the creation of the escrow');
  expect(script).not.toMatch(/node:|require\(|ZodError|bottleneck/i);
});

test('a bundle carries the built page instead of what builds it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await build({
    stdin: {
      contents: "export { pageAssets } from './page-assets.ts';",
      resolveDir: import.meta.dirname,
    },
    outfile: join(folder, 'bundle.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [signingPagePlugin()],
  });
  expect(await readdir(folder)).toEqual(['bundle.mjs']);
  expect(await readFile(join(folder, 'bundle.mjs'), 'utf8')).not.toContain('from "esbuild"');
  const bundled = (await import(join(folder, 'bundle.mjs'))) as { pageAssets: typeof pageAssets };
  const { html, files } = await bundled.pageAssets();
  const own = await pageAssets();
  expect(html.text).toBe(own.html.text);
  expect(files.get('page.js')?.text).toBe(own.files.get('page.js')?.text);
});
