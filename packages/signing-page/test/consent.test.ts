/**
 * Consent is to what was shown: another person's, tab's or assistant's renewal never swaps what somebody is reading, and
 * a wallet is given the transaction that was on screen when its button was pressed, or none.
 */

import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openLoneTab, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const { passphrase } = NETWORKS.sandbox;

describe.runIf(hasBrowser)('a transaction that is read', () => {
  const stage = openStage();

  async function open({ isFrozen = false } = {}) {
    const { page, oddities, close } = await (isFrozen ? openLoneTab : openTab)(stage.browser, stage.scene.url);
    const freighter = await installFreighter(page, passphrase);
    const posted: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url().replace(/.*\//, '')));
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    // What stood on screen at each press of a button, noted before the page itself learns of the press.
    await page.addInitScript(`
      window.atPress = [];
      addEventListener('click', ({ target }) => {
        if (target.closest('.ways') !== null) window.atPress.push((${HASH_ON_SCREEN})());
      }, true);`);
    const offer = await stage.scene.desk.prepare('deploy', deployInput());
    if (isFrozen) await page.clock.install({ time: Date.now() + stage.scene.clock.ahead });
    await page.goto(offer.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (isFrozen) await page.clock.pauseAt(Date.now() + stage.scene.clock.ahead + 5_000);
    /** As an assistant or another tab does it, once the offer on screen has too little time left. */
    const renewElsewhere = async (secondsLeft = 25) => {
      leave(offer.expiresAt, secondsLeft);
      return await stage.scene.desk.prepare('deploy', { id: offer.id });
    };
    return { page, offer, freighter, posted, renewElsewhere };
  }
  /** Sets the clock so that an offer has so much time left. */
  const leave = (expiresAt: string, seconds: number) => {
    stage.scene.clock.ahead += Date.parse(expiresAt) - (Date.now() + stage.scene.clock.ahead) - seconds * 1_000;
  };
  const HASH_ON_SCREEN = `() => [...document.querySelectorAll('.transaction div')]
    .find((row) => row.querySelector('dt')?.textContent.startsWith('Transaction hash')).querySelector('.code').textContent`;
  const hashOnScreen = async (page: Page) => (await page.evaluate(`(${HASH_ON_SCREEN})()`)) as string;
  const hashesAtPress = async (page: Page) => (await page.evaluate('window.atPress')) as string[];
  const hashOf = (xdr: string) => readTransaction(xdr, passphrase).hashHex;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const settled = (page: Page) => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
  const notice = (page: Page) => page.getByText('A newer transaction for the same request was prepared elsewhere');

  test('stays on screen when somebody else has it prepared again; what is new stands beside it', async () => {
    const { page, offer, renewElsewhere, posted } = await open();
    const before = await page.locator('.facts').textContent();
    const renewed = await renewElsewhere();
    await notice(page).waitFor();
    expect(await page.locator('.facts').textContent()).toBe(before);
    expect(await hashOnScreen(page)).toBe(offer.transactionHash);
    const news = String(await page.locator('.newer').textContent());
    expect(news).toContain(renewed.transactionHash);
    expect(news).toContain(`Escrow address${renewed.contractId}before${offer.contractId}`);
    expect(news).toContain('Valid until');
    expect(posted).toEqual([]);
  });

  test('is the one that is signed and sent, although a newer one came while the wallet was open', async () => {
    const { page, offer, freighter, renewElsewhere } = await open();
    freighter.meanwhile = async () => {
      await renewElsewhere();
      await notice(page).waitFor();
      expect(await hashOnScreen(page)).toBe(offer.transactionHash);
    };
    await press(page, 'Sign with Freighter');
    await settled(page);
    expect(freighter.given.map(hashOf)).toEqual([offer.transactionHash]);
    expect((await stage.scene.desk.status(offer.id)).transactionHash).toBe(offer.transactionHash);
    expect(await page.locator('.status .code').first().textContent()).toBe(offer.contractId);
  });

  test('once its time is over, the button shows the newer one marked, and only the next press signs that', async () => {
    const { page, freighter, renewElsewhere, posted } = await open();
    const renewed = await renewElsewhere();
    await notice(page).waitFor();
    expect(await page.getByRole('button', { name: /^Sign / }).count()).toBe(0);
    // A double click is one press: its second half does not hit the button that signs.
    await page.getByRole('button', { name: 'Show the newer transaction' }).dblclick({ delay: 20 });
    await page.getByText('Read what is new in it, then sign').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('This is a newer transaction');
    expect(await hashOnScreen(page)).toBe(renewed.transactionHash);
    expect(await page.locator('.facts .new').count()).toBe(3);
    expect(await notice(page).count()).toBe(0);
    expect(freighter.asked).toEqual([]);
    expect(posted).toEqual(['renew']);
    await press(page, 'Sign with Freighter');
    await settled(page);
    expect(freighter.given.map(hashOf)).toEqual([renewed.transactionHash]);
  });

  test('is not signed by a press that comes after its time, although the button still says so', async () => {
    const { page, offer, freighter } = await open({ isFrozen: true });
    leave(offer.expiresAt, 10);
    // The clock goes on and the page's timers do not, so it has not drawn yet that there is too little time.
    await page.clock.setSystemTime(Date.parse(offer.expiresAt) - 10_000);
    await press(page, 'Sign with Freighter');
    await page.getByText('Nothing is signed yet.').waitFor();
    expect(freighter.asked).toEqual([]);
    const [atPress] = await hashesAtPress(page);
    expect(atPress).toBe(offer.transactionHash);
    expect(await hashOnScreen(page)).not.toBe(offer.transactionHash);
  });

  test('is the newer one only after its own press, also when the answer comes after somebody else’s', async () => {
    const { page, offer, freighter, renewElsewhere } = await open();
    leave(offer.expiresAt, 20);
    await page.reload();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/renew', async (route) => {
      await promise;
      await route.continue();
    });
    await press(page, 'Prepare it again');
    const renewed = await renewElsewhere(20);
    await page.waitForTimeout(1_200);
    expect(await hashOnScreen(page)).toBe(offer.transactionHash);
    // While it is prepared, that it is prepared elsewhere as well is no news; presses do nothing.
    expect(await notice(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Prepare it again' }).click({ force: true });
    resolve();
    await page.getByText('Nothing is signed yet.').waitFor();
    expect(await hashOnScreen(page)).toBe(renewed.transactionHash);
    expect(freighter.asked).toEqual([]);
  });

  test('keeps the keyboard where it was when its time ends under the button', async () => {
    const { page, offer } = await open();
    leave(offer.expiresAt, 32);
    await page.reload();
    await page.getByRole('button', { name: 'Sign with Freighter' }).focus();
    await page.getByRole('button', { name: 'Prepare it again' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Prepare it again');
  });

  test('gives way where another tab’s signature settled it: the page shows that one, and nothing to sign', async () => {
    const { page, offer, renewElsewhere } = await open();
    const renewed = await renewElsewhere();
    const { page: second } = await openTab(stage.browser, stage.scene.url);
    await second.goto(offer.signUrl as string);
    await press(second, 'Sign as demo account “client”');
    await settled(second);
    await settled(page);
    expect(await page.locator('.status .code').first().textContent()).toBe(renewed.contractId);
    expect(await page.locator('.facts').textContent()).not.toContain(offer.contractId);
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
  });

  test('is what is downloaded and copied: no file of a transaction that is not on screen', async () => {
    const { page, renewElsewhere } = await open();
    await page.getByText('Sign in another wallet').click();
    await renewElsewhere();
    await notice(page).waitFor();
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await press(page, 'Download unsigned.xdr.txt');
    await page.getByText('Nothing is signed yet.').waitFor();
    expect(downloads).toEqual([]);
    await press(page, 'Download unsigned.xdr.txt');
    await expect.poll(() => downloads).toEqual(['unsigned.xdr.txt']);
  });

  test.each([0, 20, 200, 700])(
    'is what the wallet gets, however a renewal and the press race (%i ms)',
    async (delay) => {
      const { page, offer, freighter, renewElsewhere } = await open();
      // The wallet takes its time, so that views of the newer one arrive meanwhile.
      freighter.meanwhile = () => page.waitForTimeout(900);
      leave(offer.expiresAt, 31);
      await page.reload();
      const button = page.getByRole('button', { name: 'Sign with Freighter' });
      await button.waitFor();
      const renewing = new Promise((resolve) => setTimeout(resolve, delay)).then(() => renewElsewhere());
      const pressing = button.click({ timeout: 2_000 }).catch(() => {});
      await Promise.all([renewing, pressing]);
      await page.waitForTimeout(1_500);
      const given = freighter.given.map(hashOf);
      expect(given).toEqual((await hashesAtPress(page)).slice(0, given.length));
      if (given.length === 0) expect((await stage.scene.desk.status(offer.id)).status).toBe('prepared');
      else expect((await stage.scene.desk.status(offer.id)).transactionHash).toBe(given[0]);
    },
  );
});
