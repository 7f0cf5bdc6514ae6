/** Signing without a wallet in the browser, from the open page to an escrow on the sandbox's ledger; wallets are in `wallets.smoke.test.ts`. */
import { readFile } from 'node:fs/promises';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { DESKTOP, hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('signing', () => {
  const stage = openStage();

  async function open(changes: object = {}, options: BrowserContextOptions = DESKTOP) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    onTestFinished(close);
    const prepared = await stage.scene.desk.prepare('deploy', deployInput({ ...changes }));
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared, oddities };
  }

  const settled = (page: Page) => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
  const problem = async (page: Page) => {
    const alert = page.getByRole('alert');
    await alert.waitFor();
    return String(await alert.textContent());
  };

  test('the file goes out, the signed text comes back', async () => {
    const { page, prepared, oddities } = await open();
    await page.getByText('Sign in another wallet').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('unsigned.xdr.txt');
    const unsigned = (await readFile(await download.path(), 'utf8')).trim();
    expect(unsigned).toBe(prepared.unsignedXdr);
    const signed = signWith(sandboxKeypair('client'), unsigned);
    await page.getByLabel('Paste the signed transaction here.').fill(`${signed}\n`);
    await page.getByRole('button', { name: 'Submit signed transaction' }).click();
    await settled(page);
    expect(oddities).toEqual([]);
  });

  test('wrong pasted text is refused by its own error, and stays visible', async () => {
    const { page, prepared } = await open();
    await page.getByText('Sign in another wallet').click();
    const paste = async (text: string) => {
      await page.getByLabel('Paste the signed transaction here.').fill(text);
      await page.getByRole('button', { name: 'Submit signed transaction' }).click();
      return await problem(page);
    };
    expect(await paste('')).toContain('Nothing was pasted yet');
    expect(await paste('hello')).toContain('not a Stellar transaction');
    expect(await paste(prepared.unsignedXdr as string)).toContain('the wallet has not signed it');
    expect(await page.getByLabel('Paste the signed transaction here.').inputValue()).toBe(prepared.unsignedXdr);
  });

  test.each([
    ['secret key', sandboxKeypair('client').secret()],
    ['recovery phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ])('a pasted %s leaves neither the browser nor a trace on the page', async (_, secret) => {
    const { page } = await open();
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.getByText('Sign in another wallet').click();
    await page.getByLabel('Paste the signed transaction here.').fill(secret);
    await page.getByRole('button', { name: 'Submit signed transaction' }).click();
    expect(await problem(page)).toContain('Treat it as leaked');
    expect(await page.getByLabel('Paste the signed transaction here.').inputValue()).toBe('');
    expect(await page.content()).not.toContain(secret);
    expect(posts).toEqual([]);
  });

  test('in Spanish, amounts use the decimal point of core’s sentences, and no comma that could be taken for one', async () => {
    const milestones = [{ description: 'Sitio', amount: '12345.5' }];
    const { page } = await open({ milestones }, { ...DESKTOP, locale: 'es-419' });
    await page.getByRole('heading', { level: 1, name: '12\u202f345.50 USDC' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await page.locator('main').textContent()).not.toMatch(/\d,\d/);
  });
});
