/** What a browser is sent: small enough for a phone, made of core's own code, and nothing of Node's. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { buildCard } from './build-card.ts';
import { type BuiltPage, buildPage } from './build-page.ts';
import { signingPagePlugin } from './bundle-plugin.ts';
import { cardHtml, pageAssets } from './page-assets.ts';

/** The limit for the compressed script. */
const MAX_SCRIPT_KB = 131;
/** For the card: its whole file, compressed by Brotli. Decision 101 has the other figures. */
const MAX_CARD_KB = 63;
/** For the list, which reads no transaction. */
const MAX_LIST_KB = 57;
/** For the page of an escrow, which decodes ledger entries. */
const MAX_ESCROW_KB = 132;

test('the script stays small', async () => {
  const { needed } = await buildPage();
  const { files } = await pageAssets();
  const sizes = ['sign.js', ...needed.sign].map((name) => files.get(name)?.gzip.length ?? Number.NaN);
  const kilobytes = sizes.reduce((all, each) => all + each) / 1_000;
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThan(MAX_SCRIPT_KB);
});

test('the list of escrows is smaller still, and a signer does not wait for it', async () => {
  const { needed } = await buildPage();
  const { files } = await pageAssets();
  const sizes = ['escrows.js', ...needed.escrows].map((name) => files.get(name)?.gzip.length ?? Number.NaN);
  expect(sizes.reduce((all, each) => all + each) / 1_000).toBeLessThan(MAX_LIST_KB);
  const list = ['escrows.js', ...needed.escrows].map((name) => files.get(name)?.text).join('\n');
  expect(list).toContain('escrows/contacts/remove');
  expect(list).not.toContain('scvSymbol');
  for (const name of ['sign.js', ...needed.sign])
    expect(files.get(name)?.text).not.toContain('escrows/contacts/remove');
});

test('the page of an escrow stays small, without a schema library or a server part', async () => {
  const { needed } = await buildPage();
  const { files } = await pageAssets();
  const names = ['escrow.js', ...needed.escrow];
  const sizes = names.map((name) => files.get(name)?.gzip.length ?? Number.NaN);
  expect(sizes.reduce((all, each) => all + each) / 1_000).toBeLessThan(MAX_ESCROW_KB);
  const script = names.map((name) => files.get(name)?.text).join('\n');
  expect(script).not.toMatch(/node:|require\(|ZodError|bottleneck/i);
});

test('a reader does not wait for a wallet’s library or another language', async () => {
  const { files, needed } = await buildPage();
  const own = scriptOf(await buildPage());
  const spanish = [
    'Mis depósitos en garantía',
    'La decide el árbitro.',
    'Quien libera los fondos',
    'El pedido no es válido',
  ];
  for (const text of ['FREIGHTER_EXTERNAL_MSG_REQUEST', ...spanish]) {
    const elsewhere = Object.keys(files).filter((name) => files[name]?.includes(text));
    expect(elsewhere).toHaveLength(1);
    expect(needed.sign).not.toContain(elsewhere[0]);
    expect(own).not.toContain(text);
  }
});

test('the compressed and the plain files are the same', async () => {
  const { html, files } = await pageAssets();
  const pages = [html('sign', 'assets', 'en'), html('escrows', 'sign/assets', 'es')];
  for (const file of [...pages, ...files.values()]) expect(gunzipSync(file.gzip).toString()).toBe(file.text);
});

test('a page fetches everything that its script needs at once', async () => {
  const { needed } = await buildPage();
  const { html } = await pageAssets();
  expect(needed.sign.length).toBeGreaterThan(0);
  for (const name of needed.sign) expect(html('sign', 'assets', 'en').text).toContain(`href="assets/${name}"`);
  expect(html('sign', 'assets', 'es').text).toContain('<html lang="es">');
});

test('it is core’s own comparison that runs there, and no schema library or server part', async () => {
  const script = scriptOf(await buildPage());
  // The words for another function than that of a deploy.
  expect(script).toContain('OTHER_FUNCTION');
  expect(script).not.toMatch(/node:|require\(|ZodError|bottleneck/i);
});

const scriptOf = ({ files, needed }: BuiltPage) => ['sign.js', ...needed.sign].map((name) => files[name]).join('\n');

test('a bundle carries the built page instead of what builds it', async () => {
  const folder = temporaryFolder();
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
  expect(html('sign', 'assets', 'en').text).toBe(own.html('sign', 'assets', 'en').text);
  expect(files.get('sign.js')?.text).toBe(own.files.get('sign.js')?.text);
});

test('the card is one small file that runs nothing but its own script, and reads with core’s own code', async () => {
  const html = await buildCard();
  expect(brotliCompressSync(html).length / 1_000).toBeLessThan(MAX_CARD_KB);
  expect(html).not.toMatch(/ZodError|from ?"node:|preact/i);
  expect(html).toContain('OTHER_FUNCTION');
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}=';/);
  expect(html.match(/<(?:script|style)/g)).toEqual(['<style', '<script']);
});

test('the card knows where the signing page of its installation is', async () => {
  expect(await cardHtml()).toContain('data-page=""');
  expect(await cardHtml('https://sign.example/a"b')).toContain('data-page="https://sign.example/a&#34;b"');
});
