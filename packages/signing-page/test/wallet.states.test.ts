/** The list of a wallet’s escrows at a public address: for everybody in each state, and what is kept in this browser. */
import { serveSigningPage } from '@countersign/signing-page';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { client, deployInput, fundedEscrow, provider, take } from '@countersign/testkit/page/scene';
import { changeAnswers, endClean, group, openStage, textOf } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WalletList } from '../src/page-view.ts';
import { shownPage, testLooks } from './looks.ts';

describe.runIf(hasBrowser)('the list of a wallet’s escrows', () => {
  const stage = openStage({ isShared: false });
  const open = async (options = {}, speak = (page: Page) => page) => {
    const served = await serveSigningPage({ desk: stage.scene.desk, publicUrl: 'https://sign.example.org' });
    onTestFinished(served.close);
    const url = `http://127.0.0.1:${served.port}`;
    const tab = await openLoneTab(stage.browser, url, options);
    endClean(tab);
    await tab.page.goto(url);
    await tab.page.locator('#own-wallet').waitFor();
    return speak(tab.page);
  };
  const giveAddress = async (page: Page, address: string = client.address) => {
    await page.locator('#own-wallet').fill(address);
    await page.locator('form button[type=submit]').click();
    await page.locator('.text-to-sign').waitFor();
  };
  const signIn = async (
    page: Page,
    { address, name }: { readonly address: string; readonly name: string } = client,
  ) => {
    await giveAddress(page, address);
    await page.getByRole('button', { name: `Sign as demo account “${name}”` }).click();
    await page.locator('.signed-in').waitFor();
  };
  /** An escrow to be approved by the payer, and one that names them and was prepared by a stranger. */
  const fill = async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: 'Harbour museum' });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org' });
    await desk.for({ tenant: 'guild', id: 'eve' }).prepare('deploy', deployInput({ title: 'A prize for you' }));
  };
  /** One of every kind of row. */
  const varied = (list: WalletList): WalletList => {
    const [{ mine: _, ...row }] = list.escrows as [WalletList['escrows'][number]];
    const { state: __, ...unread } = row;
    const [named] = list.named as [WalletList['named'][number]];
    const { page: ___, ...plain } = named;
    return {
      ...list,
      escrows: [
        ...list.escrows,
        { ...row, group: 'needs-me', title: 'Mine, with nothing to press' },
        { ...row, group: 'finished', state: 'finished', title: 'Finished', sources: ['opened'] },
        { ...row, group: 'waiting', title: 'Archived, of another code', archived: true, isUnpinned: true },
        { ...unread, group: 'waiting', title: 'Not read' },
        { ...unread, group: 'needs-me', title: '', page: `sign/${'0'.repeat(32)}` },
      ],
      more: 2,
      named: [named, { ...plain, by: 'here', title: 'Of this service' }, { ...plain, by: 'service', title: '' }],
      moreNamed: 3,
      service: 'partly',
      isRead: false,
    };
  };

  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'not signed in': async () => {},
    'what is no address': async (page) => {
      await page.locator('#own-wallet').fill('somebody');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
    'the text to sign': (page) => giveAddress(page),
    'with escrows': async (page) => {
      await fill();
      await signIn(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
    },
    'with every kind of escrow': async (page) => {
      await fill();
      await changeAnswers<WalletList>(page, '**/wallet/escrows', (list) => ('escrows' in list ? varied(list) : list));
      await signIn(page);
      await page.locator('details.named summary').click();
    },
    'without escrows, for another wallet as well': async (page) => {
      await signIn(page);
      await page.locator('.signed-in ~ details summary').click();
    },
  };
  testLooks('wallet', states, async (reach, { options, speak }) => {
    const page = await open(options, speak);
    await reach(page);
    return shownPage(page);
  });

  test('shows nothing of a wallet’s escrows before it is proven, nor after its owner signed out on another page', async () => {
    await fill();
    const page = await open();
    expect(await textOf(page.locator('main'))).not.toContain('Harbour museum');
    await page.locator('#own-wallet').fill('somebody');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#own-wallet').inputValue()).toBe('');
    await signIn(page);
    await group(page, 'Needs me')
      .getByRole('link', { name: /^Approve milestone 1/ })
      .click();
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

  test('folds away an escrow that only names the wallet until its owner opens it in this browser', async () => {
    const escrow = await fundedEscrow(stage.scene.desk, { title: 'Named alone' });
    const page = await open();
    await signIn(page, provider);
    const [named, row] = [page.locator('details.named'), page.locator('.row', { hasText: 'Named alone' })];
    expect(await row.count()).toBe(0);
    await named.locator('summary').click();
    await named.locator('li', { hasText: escrow }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Named alone' }).waitFor();
    await page.goBack();
    await row.waitFor();
    expect(await textOf(row)).toContain('opened in this browser');
    expect(await named.locator('li', { hasText: escrow }).count()).toBe(0);
  });
});
