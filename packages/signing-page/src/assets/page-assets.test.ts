/** What a browser is sent: small enough for a phone, made of core's own code, and nothing of Node's. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import errors from '@countersign/core/errors/messages/errors.en.json' with { type: 'json' };
import { LANGUAGES, type Language } from '@countersign/core/words';
import steps from '@countersign/core/words/messages/steps.en.json' with { type: 'json' };
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import sentences from '../messages/page.en.json' with { type: 'json' };
import { buildCard } from './build-card.ts';
import { type BuiltPage, buildPage, type PageName } from './build-page.ts';
import { signingPagePlugin } from './bundle-plugin.ts';
import { cardHtml, pageAssets } from './page-assets.ts';

/** For the signing page in English: all that it needs before it shows a transaction, as a browser takes it (Brotli). */
const MAX_SIGNING_KB = 99;
/** The same in Spanish. */
const MAX_SPANISH_KB = 100;
/** For the list, which reads no transaction. */
const MAX_LIST_KB = 35;
/** For the page of an escrow, which decodes ledger entries: in each language. */
const MAX_ESCROW_KB = { en: 77.5, es: 79.5 };
/** For the card: its whole file. Decision 101 has the other figures. */
const MAX_CARD_KB = 63;

const kilobytes = async (page: PageName, language: Language) => {
  const { pages } = await buildPage();
  const { files } = await pageAssets();
  return Number((await files.get(pages[page].scripts[language])?.compressed('br'))?.length) / 1_000;
};

test('the scripts stay small, in every language', async () => {
  expect(await kilobytes('sign', 'en')).toBeGreaterThan(50);
  expect(await kilobytes('sign', 'en')).toBeLessThan(MAX_SIGNING_KB);
  expect(await kilobytes('sign', 'es')).toBeLessThan(MAX_SPANISH_KB);
  expect(await kilobytes('escrows', 'en')).toBeLessThan(MAX_LIST_KB);
  for (const language of LANGUAGES) {
    expect(await kilobytes('escrow', language)).toBeLessThan(MAX_ESCROW_KB[language]);
  }
});

test('the list of escrows reads no transaction, and a signer does not wait for it', async () => {
  const built = await buildPage();
  expect(scriptOf(built, 'escrows')).toContain('escrows/contacts/remove');
  expect(scriptOf(built, 'escrows')).not.toContain('scvSymbol');
  expect(scriptOf(built)).not.toContain('escrows/contacts/remove');
  expect(built.files[built.pages.escrows.style]).toContain('main.escrows');
  expect(built.files[built.pages.sign.style]).not.toContain('main.escrows');
});

test('a page carries the sentences that its modules show, and no others', async () => {
  const built = await buildPage();
  const { deal, prove, plain } = sentences;
  const risk = steps.stops.ROLE_IS_TOKEN.one.slice(0, 40);
  // Named by what the page's modules call: a difference may be a problem of the transaction.
  const problem = errors.transactionProblems.NOT_AN_ESCROW;
  for (const [page, shown, others] of [
    ['sign', [risk, problem, deal.checkTexts], [prove.lead, steps.changes.restored, errors.errors.READ_ONLY.message]],
    ['escrows', [], [risk, deal.checkTexts, prove.lead]],
    ['escrow', [risk], [deal.checkTexts, prove.lead]],
    ['prove', [risk, prove.lead], [deal.checkTexts, plain.nothing.title]],
  ] as const) {
    for (const text of shown) expect(scriptOf(built, page), page).toContain(text);
    for (const text of others) expect(scriptOf(built, page), page).not.toContain(text);
  }
});

test('a reader does not wait for a wallet’s library, for what verifies signatures, or for another language', async () => {
  const { files, pages } = await buildPage();
  const spanish = ['La decide el árbitro.', 'Quien libera los fondos', 'El pedido no es válido'];
  const english = ['Do not sign this', 'The money is paid out'];
  for (const [text, language] of [
    ['FREIGHTER_EXTERNAL_MSG_REQUEST', 'en'],
    ['fromRawEd25519Seed', 'en'],
    ...spanish.map((each) => [each, 'en'] as const),
    ...english.map((each) => [each, 'es'] as const),
  ] as const) {
    const elsewhere = Object.keys(files).filter((name) => files[name]?.includes(text));
    expect(elsewhere, text).not.toEqual([]);
    for (const name of elsewhere) expect(name, text).not.toBe(pages.sign.scripts[language]);
  }
});

test('the compressed and the plain files are the same', async () => {
  const { html, files } = await pageAssets();
  for (const file of [html('sign', 'assets', 'en'), html('escrows', 'sign/assets', 'es'), ...files.values()]) {
    expect(gunzipSync(await file.compressed('gzip')).toString()).toBe(file.text);
    expect(brotliDecompressSync(await file.compressed('br')).toString()).toBe(file.text);
  }
});

test('a page needs one script, in the language of its reader', async () => {
  const { files, pages } = await buildPage();
  const { html } = await pageAssets();
  for (const language of LANGUAGES) {
    const { text } = html('sign', 'assets', language);
    const script = pages.sign.scripts[language];
    expect(text).toContain(`<script type="module" src="assets/${script}"></script>`);
    expect(files[script]).not.toMatch(/\b(?:from|import)"/);
    expect(text).toContain(`<html lang="${language}">`);
  }
});

test('a file whose name may be kept for ever has another name when it, or a file that it loads, is another', async () => {
  const { files, hashed } = await buildPage();
  for (const name of hashed) {
    expect(name).toMatch(/^[\w-]+-[0-9a-f]{32}\.(?:js|css|svg)$/);
    for (const [, loaded = ''] of files[name]?.matchAll(/"\.\/([\w.-]+\.js)"/g) ?? []) expect(hashed).toContain(loaded);
  }
  const { files: served } = await pageAssets();
  expect([...served].filter(([, { isHashed }]) => !isHashed).map(([name]) => name)).toEqual(
    expect.arrayContaining(['start.js', 'page.css', 'icon.svg']),
  );
});

test('it is core’s own comparison that runs there, and no schema library or server part', async () => {
  const built = await buildPage();
  // The words for another function than that of a deploy.
  expect(scriptOf(built)).toContain('OTHER_FUNCTION');
  for (const page of ['sign', 'escrow'] as const)
    expect(scriptOf(built, page)).not.toMatch(/node:|require\(|ZodError|bottleneck/i);
});

const scriptOf = ({ files, pages }: BuiltPage, page: PageName = 'sign') => String(files[pages[page].scripts.en]);

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
  expect([...files].map(([name, { text }]) => [name, text])).toEqual(
    [...own.files].map(([name, { text }]) => [name, text]),
  );
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
