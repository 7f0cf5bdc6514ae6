/** A page at a public address, in a browser: for whom it is, and how its reader shows that they are it. */
import type { Desk } from '@countersign/core';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Prepared } from '@countersign/core/results';
import { serveSigningPage } from '@countersign/signing-page';
import { hasBrowser, openLoneTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput, signAndSend } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import { openTestnetScene, testnetInput } from '@countersign/testkit/page/testnet-scene';
import { installAlbedo } from '@countersign/testkit/wallets/albedo';
import { installRabet } from '@countersign/testkit/wallets/rabet';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shownPage, testLooks } from './looks.ts';

const [client, provider] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];
const { passphrase } = NETWORKS.sandbox;

describe.runIf(hasBrowser)('whose page it is', () => {
  const stage = openStage({ isShared: false });
  const open = async (options?: BrowserContextOptions, install?: (page: Page) => Promise<unknown>) => {
    const { desk } = stage.scene;
    return await openPrepared(desk, await desk.prepare('deploy', deployInput()), install, options);
  };
  const openPrepared = async (
    desk: Desk,
    prepared: Prepared<'deploy'>,
    install: (page: Page) => Promise<unknown> = async () => {},
    options?: BrowserContextOptions,
  ) => {
    const served = await serveSigningPage({ desk, publicUrl: 'https://sign.example.org' });
    onTestFinished(served.close);
    const url = `http://127.0.0.1:${served.port}`;
    const tab = await openLoneTab(stage.browser, url, options);
    endClean(tab);
    await install(tab.page);
    await tab.page.goto(`${url}${new URL(String(prepared.signUrl)).pathname}`);
    await tab.page.locator('.whose').waitFor();
    return { ...tab, prepared };
  };
  const textOf = async (page: Page) => ((await page.locator('#main').textContent()) ?? '').replaceAll(/\s+/g, ' ');
  const signIn = async (page: Page, address: string, button: string) => {
    await page.locator('.whose summary').first().click();
    await page.locator('label', { hasText: address }).getByRole('radio').check();
    await expect.poll(() => page.locator('.whose .text-to-sign').textContent()).toContain(address);
    const pressed = page.locator('.whose').getByRole('button', { name: button, includeHidden: true });
    await pressed.waitFor({ state: 'attached' });
    if (!(await pressed.isVisible())) await page.locator('.whose').getByText('More wallets').click();
    await pressed.click();
  };

  test.each([
    ['a text', 'Sign as demo account “client”', undefined],
    ['a transaction in Albedo', 'Sign with Albedo', (page: Page) => installAlbedo(page, passphrase)],
  ] as const)('is the signer’s once they have signed %s, and only then can be declined', async (_, button, install) => {
    const { page, prepared } = await open(undefined, install);
    expect(await textOf(page)).toContain(`This is for the payer, ${client}.`);
    expect(await textOf(page)).not.toMatch(/\b[Yy]ou set up\b/);
    expect(await page.locator('#decline').count()).toBe(0);
    await signIn(page, client, button);
    await page.locator('#decline').waitFor();
    expect(await page.locator('.whose').count()).toBe(0);
    expect(await textOf(page)).toContain('You set up an escrow');
    await page.locator('#decline summary').click();
    await page.getByLabel('What is wrong?').fill('Too much');
    await page.getByRole('button', { name: 'End this offer' }).click();
    await expect.poll(async () => (await stage.scene.desk.status(prepared.id)).status).toBe('declined');
    expect(await stage.scene.desk.status(prepared.id)).toMatchObject({ detail: 'Too much' });
  });

  test('is the signer’s once they have signed a transaction in Rabet, which has no sandbox', async () => {
    const { desk, sent, close } = await openTestnetScene();
    onTestFinished(close);
    const prepared = await desk.prepare('deploy', testnetInput() as never);
    const { page } = await openPrepared(desk, prepared, (tab) => installRabet(tab, NETWORKS.testnet.passphrase));
    await signIn(page, client, 'Sign with Rabet');
    await page.locator('#decline').waitFor();
    expect(await textOf(page)).toContain('You set up an escrow');
    expect(sent).toEqual([]);
  });

  test('stays in the third person for another person of the deal, with the terms and nothing to sign', async () => {
    const { page } = await open(PHONE);
    expect(await page.locator('#sign').count()).toBe(1);
    await signIn(page, provider, 'Sign as demo account “provider”');
    await page.getByText('Only the signer can sign or decline them.').waitFor();
    expect(await textOf(page)).toContain(
      `Your wallet ${provider} does not sign this. This is for the payer, ${client}.`,
    );
    expect(await textOf(page)).not.toContain('You set up');
    for (const part of ['#sign', '#stop', '#decline', '.bar']) expect(await page.locator(part).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open the page of this escrow' }).count()).toBe(0);
    // Of two wallets of one person, the signer's counts.
    expect(await textOf(page)).toContain('I have that wallet, too');
    await signIn(page, client, 'Sign as demo account “client”');
    await page.locator('#sign').waitFor();
    await expect.poll(() => textOf(page)).toContain(`You are signed in as ${client} and ${provider}.`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Is that your wallet? Sign below.').waitFor();
    expect(await page.locator('#sign').count()).toBe(1);
    expect(await page.locator('.signed-in').count()).toBe(0);
  });

  test('leads another person to the page of the escrow once it is set up', async () => {
    const { page, prepared } = await open();
    await signIn(page, provider, 'Sign as demo account “provider”');
    await page.locator('.signed-in').waitFor();
    await signAndSend(stage.scene.desk, 'client', prepared);
    const link = page.getByRole('link', { name: 'Open the page of this escrow' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`../escrow/${prepared.contractId}`);
  });

  const signerIn = (page: Page) => signIn(page, client, 'Sign as demo account “client”');
  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'for somebody who is not known': async () => {},
    'with the text to sign open': async (page) => {
      await page.locator('.whose summary').first().click();
      await page.locator('.whose .text-to-sign').waitFor();
    },
    'of the signer, with a reason to decline': async (page) => {
      await signerIn(page);
      await page.locator('.whose').waitFor({ state: 'detached' });
      await page.locator('#decline summary').click();
      await page.locator('#decline textarea').waitFor();
    },
    'of somebody else in the deal': async (page) => {
      await signIn(page, provider, 'Sign as demo account “provider”');
      await page.getByText('Only the signer can sign or decline them.').waitFor();
    },
  };
  testLooks('sign-public', states, async (reach, { options, speak }) => {
    const { page } = await open(options);
    await reach(speak(page));
    return shownPage(page);
  });
});
