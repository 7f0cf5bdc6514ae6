/** What a person decides on the page, and what they are told: stops, a no, newer versions, and whose word a state is. */
import type { DeployInput } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openLoneTab, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { DEAL, deployInput, provider, signAndSend } from '@countersign/testkit/page/scene';
import { changeViews, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

const HOUR = 3_600_000;

/** Stops: the platform would take a quarter of each payment. */
const risky = () => deployInput({ platformFee: 25 });

describe.runIf(hasBrowser)('a person decides', () => {
  const stage = openStage();

  async function open(input: DeployInput = deployInput()) {
    const tab = await openTab(stage.browser, stage.scene.url);
    onTestFinished(async () => {
      await tab.close();
      expect(tab.oddities).toEqual([]);
    });
    const freighter = await installFreighter(tab.page, NETWORKS.sandbox.passphrase);
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await tab.page.goto(prepared.signUrl as string);
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    return { page: tab.page, prepared, freighter };
  }
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const type = (page: Page, amount: string) => page.getByLabel('type the total exactly as it is shown').fill(amount);
  const statusText = async (page: Page) => String(await page.locator('.status').textContent());
  const viewOf = async (signUrl: string) => (await (await fetch(`${signUrl}/view`)).json()) as PageView;

  describe('on what stops', () => {
    test('nothing to sign is given, by the page or its server, until the total is typed as it is shown', async () => {
      const { page, prepared } = await open(risky());
      await title(page, 'Stop and read this first');
      expect(prepared.unsignedXdr).toBeUndefined();
      expect((await viewOf(prepared.signUrl as string)).offer.unsignedXdr).toBeUndefined();
      expect(String(await page.locator('.stop').textContent())).toContain('The platform fee is 25 % of each payment');
      expect(String(await page.locator('.facts').textContent())).toContain(provider.address);
      // Once, beside where it is confirmed.
      expect(await page.getByText('more than 20 %').filter({ visible: true }).count()).toBe(1);
      const nothingToSign = async () => {
        expect(await page.getByRole('button', { name: /^(Sign|Download|Copy transaction)/ }).count()).toBe(0);
        expect(await page.getByText('Unsigned transaction (XDR)').count()).toBe(0);
      };
      await nothingToSign();
      for (const wrong of ['', '500', '50,00', '25']) {
        await type(page, wrong);
        await press(page, 'I have read this, and want it all the same');
        await page.getByRole('alert').getByText('This is not what is shown').waitFor();
        await nothingToSign();
      }
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('to-confirm');

      await type(page, prepared.summary.total);
      await press(page, 'I have read this, and want it all the same');
      await title(page, DEAL);
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(DEAL);
      // The warning stays next to the button.
      expect(String(await page.locator('.sign').textContent())).toContain('This was confirmed. It still applies:');
      expect(String(await page.locator('.sign').textContent())).toContain('The platform fee is 25 % of each payment');
      await press(page, 'Sign as demo account “client”');
      await title(page, 'The escrow is deployed');
    });

    test('waits until it is opened late, and is prepared again when it is confirmed', async () => {
      const { page, prepared } = await open(risky());
      const address = page.url();
      await page.goto('about:blank');
      stage.scene.clock.ahead += HOUR;
      await page.goto(address);
      await title(page, 'Stop and read this first');
      expect(await page.getByText('It is prepared again when you sign').count()).toBe(0);
      await type(page, prepared.summary.total);
      await press(page, 'I have read this, and want it all the same');
      await title(page, DEAL);
      await press(page, 'Sign as demo account “client”');
      await title(page, 'The escrow is deployed');
    });

    test('a reason that came up since is shown, and confirmed as well', async () => {
      const input = deployInput();
      const first = await stage.scene.desk.prepare('deploy', input);
      const { page, prepared } = await open({ ...input, platformFee: 25 });
      await signAndSend(stage.scene.desk, 'client', first);
      const confirm = async () => {
        await type(page, prepared.summary.total);
        await press(page, 'I have read this, and want it all the same');
      };
      await confirm();
      await page.getByRole('alert').getByText('the reasons not to sign are no longer the same').waitFor();
      const stops = page.locator('.stop .stops li');
      expect(await stops.count()).toBe(2);
      expect(String(await stops.last().textContent())).toContain('Another version of this escrow exists already');
      expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
      await confirm();
      await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
    });
  });

  test('a secret in the reason is refused and not kept', async () => {
    const { page, prepared } = await open();
    await page.locator('#decline summary').click();
    await page
      .getByLabel('What is wrong?')
      .fill('legal winner thank year wave sausage worth useful legal winner thank yellow');
    await press(page, 'End this offer');
    await page
      .getByRole('alert')
      .getByText(/secret|phrase/)
      .first()
      .waitFor();
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
  });

  test('a newer version: the new page says what it replaces, the old one that it is over and what differs', async () => {
    const input = deployInput();
    const { page, prepared } = await open(input);
    const newer = await stage.scene.desk.prepare('deploy', { ...input, title: 'Website for the maritime museum' });
    const { page: second, close } = await openLoneTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    await second.goto(newer.signUrl as string);
    await title(second, 'Stop and read this first');
    expect(String(await second.locator('.stop').textContent())).toContain(
      'It replaces a version that somebody opened already',
    );
    await title(page, DEAL);
    // Until it is confirmed, either of the two can be signed.
    await page.reload();
    await page.getByText('A newer version of this was prepared.').waitFor();
    const toNewer = page.getByRole('link', { name: 'Open the newer version' });
    expect(await toNewer.getAttribute('href')).toBe(newer.signUrl);
    expect(await page.getByRole('button', { name: /^Sign as/ }).count()).toBe(1);
    await type(second, newer.summary.total);
    await press(second, 'I have read this, and want it all the same');
    await title(second, DEAL);
    await second.getByText('Website for the maritime museum').first().waitFor();
    await second.getByText('This is a new version of an earlier one').waitFor();
    await title(page, 'Replaced by a newer version');
    const text = await statusText(page);
    expect(text).toContain('Website for the maritime museum');
    expect(text).toContain('Website for the harbour museum');
    expect(await page.getByRole('button').count()).toBe(0);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('superseded');
    await toNewer.click();
    await title(page, DEAL);
    await page.getByText('Website for the maritime museum').first().waitFor();
  });

  /** @param changes what the page hears of its state, until it is prepared again */
  async function openAs(changes: Partial<PageView['status']>) {
    const opened = await open();
    let isPreparedAgain = false;
    opened.page.on('request', (request) => {
      isPreparedAgain ||= request.url().endsWith('/renew');
    });
    await changeViews(opened.page, (view) =>
      isPreparedAgain ? view : { ...view, status: { ...view.status, ...changes } },
    );
    await opened.page.reload();
    return opened;
  }

  test.each<[string, Partial<PageView['status']>, string]>([
    ['another contract is at its address', { status: 'taken', by: 'ledger' }, 'Do not fund it, and sign nothing more'],
    ['only the service says that it settled', { status: 'accepted', by: 'service' }, 'Do not fund it yet.'],
  ])('gives no reason to pay where %s', async (_, status, words) => {
    const { page } = await openAs(status);
    await page.locator('.status').getByText(words).waitFor();
    expect(await statusText(page)).not.toContain('Have the payment');
    expect(await page.getByRole('button', { name: /^(?:Sign|Prepare)/ }).count()).toBe(0);
  });

  test('a transaction that the ledger refused is shown again before it is signed', async () => {
    const { page, prepared, freighter } = await openAs({ status: 'rejected', by: 'ledger' });
    await title(page, 'It did not settle');
    await press(page, 'Prepare it again');
    await title(page, DEAL);
    expect(freighter.asked).toEqual([]);
    await press(page, 'Sign as demo account “client”');
    await title(page, 'The escrow is deployed');
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('settled');
  });
});
