/** A wallet is proven on its page: by each wallet that signs texts, by a pasted signature, and by nothing else. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { hasBrowser, openLoneTab, PHONE } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { installHana } from '@countersign/testkit/wallets/hana';
import { installKlever } from '@countersign/testkit/wallets/klever';
import { installLedger } from '@countersign/testkit/wallets/ledger';
import { installLobstr } from '@countersign/testkit/wallets/lobstr';
import { installXBullExtension, installXBullWindow } from '@countersign/testkit/wallets/xbull';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const [client] = SANDBOX_ACCOUNTS;
const { passphrase } = NETWORKS.sandbox;
const PERSON = { tenant: 'guild', id: 'ada' };
const DONE = 'This wallet is proven to be yours';

describe.runIf(hasBrowser)('proving a wallet', () => {
  const stage = openStage();
  let people = 0;
  const open = async (options?: BrowserContextOptions, install: (page: Page) => Promise<unknown> = async () => {}) => {
    const { desk, url } = stage.scene;
    people += 1;
    const person = desk.for({ ...PERSON, id: `ada ${people}` }, { language: 'en' });
    const asked = { address: client.address, person: 'Ada (ada_l)', place: 'Design team' };
    const link = (await person.askWalletProof(asked))?.url as string;
    const tab = await openLoneTab(stage.browser, url, options);
    onTestFinished(() => tab.close());
    const wallet = await install(tab.page);
    await tab.page.goto(link);
    await tab.page.locator('.text-to-sign').waitFor();
    return { ...tab, link, wallet, provenAt: () => person.walletProvenAt(client.address) };
  };
  const pressWay = async (page: Page, name: string) => {
    const button = page.getByRole('button', { name, includeHidden: true }).first();
    await button.waitFor({ state: 'attached' });
    if (!(await button.isVisible())) await page.getByText('More wallets').click();
    await button.click();
  };
  const textOf = async (page: Page) => (await page.locator('.text-to-sign').textContent()) ?? '';
  const sign = (text: string, account = 'client') => sandboxKeypair(account).sign(messageHash(text));

  const WALLETS = [
    ['Freighter', (page: Page) => installFreighter(page, passphrase)],
    ['LOBSTR', (page: Page) => installLobstr(page, passphrase)],
    ['xBull', (page: Page) => installXBullExtension(page, passphrase)],
    ['xBull', (page: Page) => installXBullWindow(page, passphrase)],
    ['Hana', (page: Page) => installHana(page, passphrase)],
    ['Klever', (page: Page) => installKlever(page, passphrase)],
  ] as const;

  test.each(WALLETS)('%s proves it, and says what is wrong otherwise', async (name, install) => {
    const { page, wallet: given, oddities, provenAt } = await open(undefined, install);
    const wallet = given as Awaited<ReturnType<typeof installHana>>;
    wallet.answer = 'decline';
    await pressWay(page, `Sign with ${name}`);
    await page.getByRole('alert').waitFor();
    wallet.answer = 'change';
    await pressWay(page, `Sign with ${name}`);
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the signature of this wallet');
    expect(await provenAt()).toBeUndefined();
    wallet.answer = 'sign';
    await pressWay(page, `Sign with ${name}`);
    await page.getByRole('heading', { name: DONE }).waitFor();
    expect(await provenAt()).toBeTypeOf('number');
    expect(oddities).toEqual([]);
  });

  test('a Ledger proves it', async () => {
    const { page, wallet, provenAt } = await open(undefined, installLedger);
    const ledger = wallet as Awaited<ReturnType<typeof installLedger>>;
    ledger.accounts = ['provider', 'client'];
    await pressWay(page, 'Sign with Ledger');
    await page.getByRole('heading', { name: DONE }).waitFor();
    expect(ledger.asked.at(-1)).toBe('text 44/148/1');
    expect(await provenAt()).toBeTypeOf('number');
  });

  test('a signature from elsewhere can be pasted; anything else does not leave the page', async () => {
    const { page, provenAt } = await open();
    const text = await textOf(page);
    expect(text).toContain(client.address);
    await page.getByText('Sign it in another wallet').click();
    const field = page.getByLabel('Paste the signature here');
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.postData() ?? '');
    });
    for (const none of [sandboxKeypair('client').secret(), 'abandon '.repeat(12), '']) {
      await field.fill(none);
      await page.getByRole('button', { name: 'Prove it' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('It was not sent anywhere');
      expect(await field.inputValue()).toBe('');
    }
    expect(posted).toEqual([]);
    await field.fill(Buffer.from(sign(text, 'provider')).toString('base64'));
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the signature of this wallet');
    await field.fill(`  ${Buffer.from(sign(text)).toString('hex')}\n`);
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.getByRole('heading', { name: DONE }).waitFor();
    expect(await provenAt()).toBeTypeOf('number');
  });

  test('a link by which a host asks to open a page shows the transaction only to the wallet that signs it', async () => {
    const { desk, url } = stage.scene;
    const { id, signUrl } = await desk.prepare('deploy', deployInput({ title: 'Mural for the harbour' }));
    const { page, oddities, close } = await openLoneTab(stage.browser, url, PHONE);
    onTestFinished(close);
    await page.goto(`${url}/open/${id}`);
    await page.locator('.text-to-sign').waitFor();
    expect(await page.locator('h1').textContent()).toBe('First show that this wallet is yours');
    expect(await page.content()).not.toContain('Mural for the harbour');
    await page.getByText('Sign it in another wallet').click();
    await page.getByLabel('Paste the signature here').fill(Buffer.alloc(64, 7).toString('base64'));
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the signature of this wallet');
    await pressWay(page, 'Sign as demo account “client”');
    await page.waitForURL(String(signUrl));
    await page.getByText('Mural for the harbour').first().waitFor();
    expect(oddities.filter((oddity) => !oddity.includes('400'))).toEqual([]);
    await page.goto(`${url}/open/${'f'.repeat(32)}`);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('h1').textContent()).toBe('This link has ended');
  });
});
