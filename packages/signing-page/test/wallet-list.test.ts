/** The list of a wallet’s escrows at a public address, in a browser: signing in, what is listed and why, and signing out. */
import { serveSigningPage } from '@countersign/signing-page';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { client, deployInput, fundedEscrow, provider, take } from '@countersign/testkit/page/scene';
import { barriers, endClean, group, isTooWide, openStage, textOf } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const PHONE = { viewport: { width: 390, height: 844 } } as const;

describe.runIf(hasBrowser)('the list of a wallet’s escrows', () => {
  const stage = openStage();
  const served = async () => {
    const page = await serveSigningPage({ desk: stage.scene.desk, publicUrl: 'https://sign.example.org' });
    onTestFinished(page.close);
    return `http://127.0.0.1:${page.port}`;
  };
  const open = async (url: string, options?: BrowserContextOptions) => {
    const tab = await openLoneTab(stage.browser, url, options);
    endClean(tab);
    await tab.page.goto(url);
    await tab.page.locator('#own-wallet').waitFor();
    return tab.page;
  };
  const signIn = async (page: Page, address: string, button: string) => {
    await page.locator('#own-wallet').fill(address);
    await page.locator('form button[type=submit]').click();
    await page.locator('.text-to-sign').waitFor();
    await page.getByRole('button', { name: button }).click();
    await page.locator('.signed-in').waitFor();
  };
  const asClient = (page: Page) => signIn(page, client.address, 'Sign as demo account “client”');
  const asProvider = (page: Page) => signIn(page, provider.address, 'Sign as demo account “provider”');

  test('shows nothing before a proof, then each group with sources and the next step, and nothing after signing out', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: 'Harbour museum' });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org' });
    const page = await open(await served());
    expect(page.url()).toMatch(/\/wallet\/escrows$/);
    expect(await textOf(page.locator('main'))).not.toContain('Harbour museum');
    await page.locator('#own-wallet').fill('somebody');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is not the address of a wallet.').waitFor();
    expect(await page.locator('#own-wallet').inputValue()).toBe('');
    await asClient(page);
    const row = group(page, 'Needs me').locator('.row', { hasText: 'Harbour museum' });
    expect(await textOf(row)).toMatch(/signed by your wallet here.*5,000 of 5,000 USDC/);
    expect(await page.title()).toBe('My escrows · Countersign');
    await row.getByRole('link', { name: /^Approve milestone 1/ }).click();
    // Whose step it is, is known by the proof.
    await page.locator('.act .next-step').first().waitFor();
    expect(await page.locator('.act input:checked').count()).toBe(1);
    expect(await textOf(page.locator('.act .signed-in'))).toContain(client.address);
    await page.locator('.act').getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => page.locator('.signed-in').count()).toBe(0);
    await page.goBack();
    await page.locator('#own-wallet').waitFor();
    expect(await textOf(page.locator('main'))).not.toContain('Harbour museum');
  });

  test('folds away an escrow that names the wallet until its owner opens it', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: 'Named alone' });
    const url = await served();
    const page = await open(url);
    await asProvider(page);
    const named = page.locator('details.named');
    expect(await group(page, 'Needs me').locator('.row', { hasText: 'Named alone' }).count()).toBe(0);
    await named.locator('summary').click();
    expect(await textOf(named)).toContain('Anyone can name your wallet in an escrow.');
    await named.locator('li', { hasText: escrow }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Named alone' }).waitFor();
    await page.goto(url);
    const row = group(page, 'Needs me').locator('.row', { hasText: 'Named alone' });
    expect(await textOf(row)).toContain('opened in this browser');
    expect(await named.locator('li', { hasText: escrow }).count()).toBe(0);
  });

  test('leads to the page of a request that waits for the wallet, and has no barrier in both languages', async () => {
    const { desk } = stage.scene;
    const { signUrl } = await desk
      .for({ tenant: 'guild', id: 'eve' })
      .prepare('deploy', deployInput({ title: 'A prize for you' }));
    const url = await served();
    for (const options of [undefined, { ...PHONE, locale: 'es-MX', colorScheme: 'dark' as const }]) {
      const page = await open(url, options);
      expect(await barriers(page)).toEqual([]);
      await signIn(page, client.address, options === undefined ? 'Sign as demo account “client”' : 'Firmar como');
      await page.locator('details.named summary').click();
      const link = page.locator('details.named').getByRole('link', { name: 'A prize for you' });
      expect(await link.getAttribute('href')).toBe(`..${new URL(String(signUrl)).pathname}`);
      expect(await barriers(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
  });
});
