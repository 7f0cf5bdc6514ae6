/**
 * Consent is to what was shown. Another person's, tab's or assistant's renewal never swaps what somebody is reading, and
 * a wallet is given what was on screen when its button was pressed, or the same terms at the same address with a hash
 * that is on screen before the wallet opens. Anything else that is new takes a press of its own.
 */
import { readFile } from 'node:fs/promises';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openLoneTab, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput, platform } from '@countersign/testkit/page/scene';
import { changeViews, endClean, followViews, openStage, passTimeUntil } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { cheaper } from './cheaper.ts';

const { passphrase } = NETWORKS.sandbox;

describe.runIf(hasBrowser)('a transaction that is read', () => {
  const stage = openStage();

  /** @param isCheaper what the page reads first costs less than each renewal of it */
  async function open({ isFrozen = false, isCheaper = false } = {}) {
    const { page, oddities, close } = await (isFrozen || isCheaper ? openLoneTab : openTab)(
      stage.browser,
      stage.scene.url,
    );
    const freighter = await installFreighter(page, passphrase);
    const received = await followViews(page);
    const posted: string[] = [];
    page.on('request', (request) => {
      const name = request.url().replace(/.*\//, '');
      // That a person has it before them is told of every page.
      if (request.method() === 'POST' && name !== 'opened') posted.push(name);
    });
    endClean({ close, oddities });
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    if (isCheaper) {
      await changeViews(page, (view) => (view.offer.hash === prepared.transactionHash ? cheaper(view) : view));
    }
    if (isFrozen) await page.clock.install({ time: Date.now() + stage.scene.clock.ahead });
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (isFrozen) await page.clock.pauseAt(Date.now() + stage.scene.clock.ahead + 5_000);
    /** As an assistant or another tab does it, once the transaction on screen has too little time left. */
    const renewElsewhere = async (secondsLeft = 25) => {
      await passTimeUntil(stage.scene, page, prepared.expiresAt, secondsLeft);
      return await stage.scene.desk.prepare('deploy', { id: prepared.id });
    };
    /** What is on screen while the wallet is open. */
    const seen: string[] = [];
    freighter.meanwhile = async () => void seen.push(await hashOnScreen(page));
    return { page, prepared, freighter, received, seen, posted, renewElsewhere };
  }
  const HASH_ON_SCREEN = `() => [...document.querySelectorAll('.transaction div')]
    .find((row) => row.querySelector('dt')?.textContent.startsWith('Transaction hash')).querySelector('.code').textContent`;
  const hashOnScreen = async (page: Page) => (await page.evaluate(`(${HASH_ON_SCREEN})()`)) as string;
  const hashOf = (xdr: string) => readTransaction(xdr, passphrase).hashHex;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const settled = (page: Page) => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
  const notice = (page: Page) => page.getByText('A newer transaction for the same request was prepared elsewhere');

  test('once its time is over, one press brings the newer one with the same terms: its hash, then the wallet', async () => {
    const { page, freighter, seen, renewElsewhere, posted } = await open();
    const renewed = await renewElsewhere();
    // A double click asks the wallet only once.
    await page.getByRole('button', { name: 'Sign with Freighter' }).dblclick({ delay: 20 });
    await settled(page);
    expect(freighter.given.map(hashOf)).toEqual([renewed.transactionHash]);
    expect(seen).toEqual([renewed.transactionHash]);
    expect(posted).toEqual(['renew', 'submit']);
  });

  test('once its time is over, a newer one that costs more is shown marked, and only the next press signs that', async () => {
    const { page, freighter, renewElsewhere, posted } = await open({ isCheaper: true });
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

  test('is not signed by a press that comes after its time, although nothing on screen says so yet', async () => {
    const { page, prepared, freighter, seen } = await open({ isFrozen: true });
    // The clock goes on and the page's timers do not, so it has not drawn yet that there is too little time.
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) - 10_000;
    await page.clock.setSystemTime(Date.parse(prepared.expiresAt) - 10_000);
    await press(page, 'Sign with Freighter');
    await page.getByText('Prepared again from the same request').waitFor();
    const renewed = await stage.scene.desk.status(prepared.id);
    expect(await hashOnScreen(page)).toBe(renewed.transactionHash);
    await page.clock.resume();
    await settled(page);
    expect(freighter.given.map(hashOf)).toEqual([renewed.transactionHash]);
    expect(seen).toEqual([renewed.transactionHash]);
  });

  test('is the newer one only once the press is answered, also when that comes after somebody else’s', async () => {
    const { page, prepared, freighter, received, seen, renewElsewhere } = await open();
    await passTimeUntil(stage.scene, page, prepared.expiresAt, 20);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/renew', async (route) => {
      await promise;
      await route.continue();
    });
    await press(page, 'Sign with Freighter');
    const renewed = await renewElsewhere(20);
    await received(renewed.transactionHash);
    expect(await hashOnScreen(page)).toBe(prepared.transactionHash);
    // While it is prepared, that it is prepared elsewhere as well is no news; presses do nothing.
    expect(await notice(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign with Freighter' }).click({ force: true });
    expect(freighter.asked).toEqual([]);
    resolve();
    await settled(page);
    expect(freighter.given.map(hashOf)).toEqual([renewed.transactionHash]);
    expect(seen).toEqual([renewed.transactionHash]);
  });

  test('is not renewed as another one by a hostile server: the wallet is never asked, nothing is sent', async () => {
    const { page, freighter, posted } = await open();
    const swapped = async (view: PageView): Promise<PageView> => {
      const { engagementId } = view.request as { readonly engagementId: string };
      // Somebody else's, so that it is not a newer version of the one on the page.
      const stranger = stage.scene.desk.for({ tenant: 'elsewhere', id: 'somebody' });
      const roles = { ...(deployInput()['roles'] as object), approver: platform.address };
      const { unsignedXdr } = await stranger.prepare('deploy', deployInput({ engagementId, roles }));
      return { ...view, offer: { ...view.offer, unsignedXdr: String(unsignedXdr) } };
    };
    await changeViews(page, swapped, ['renew']);
    stage.scene.clock.ahead += 200_000;
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Do not sign this' }).waitFor();
    expect(await page.locator('.status').textContent()).toContain('Approver');
    expect([freighter.asked, posted]).toEqual([[], ['renew']]);
  });

  test('keeps the keyboard where it was when its time ends under the button', async () => {
    const { page, prepared } = await open();
    await page.getByRole('button', { name: 'Sign with Freighter' }).focus();
    await passTimeUntil(stage.scene, page, prepared.expiresAt, 1);
    await page.getByText('The time of this transaction is over.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Sign with Freighter');
  });

  test('is the one that is downloaded or copied: never a transaction that is not on screen', async () => {
    const { page, renewElsewhere } = await open({ isCheaper: true });
    await page.getByText('Sign in another wallet').click();
    const { transactionHash } = await renewElsewhere();
    await notice(page).waitFor();
    const downloads: string[] = [];
    page.on('download', async (download) => downloads.push((await readFile(await download.path(), 'utf8')).trim()));
    await press(page, 'Download unsigned.xdr.txt');
    await page.getByText('Nothing is signed yet.').waitFor();
    expect(downloads).toEqual([]);
    await press(page, 'Download unsigned.xdr.txt');
    await expect.poll(() => downloads.map(hashOf)).toEqual([transactionHash]);
  });

  test.each(['before the press', 'at the same moment', 'right after the press', 'while the wallet shows it'])(
    'is on screen while the wallet has it, also when another tab renews it %s',
    async (moment) => {
      const { page, prepared, freighter, received, seen, renewElsewhere } = await open();
      const renewal = Promise.withResolvers<void>();
      const renew = () => renewElsewhere().then(({ transactionHash }) => received(transactionHash));
      freighter.meanwhile = async () => {
        if (moment === 'while the wallet shows it') renewal.resolve(renew());
        await renewal.promise;
        seen.push(await hashOnScreen(page));
      };
      await passTimeUntil(stage.scene, page, prepared.expiresAt, 31);
      if (moment === 'before the press') await renew().then(renewal.resolve);
      if (moment === 'at the same moment') renewal.resolve(renew());
      await press(page, 'Sign with Freighter');
      if (moment === 'right after the press') renewal.resolve(renew());
      await settled(page);
      expect(freighter.given.map(hashOf)).toEqual(seen);
      expect(seen.length).toBe(1);
      expect((await stage.scene.desk.status(prepared.id)).transactionHash).toBe(seen[0]);
      expect(await stage.scene.ledger.outcomeOf(seen[0] as string)).toMatchObject({ kind: 'settled' });
    },
  );
});
