/** What was signed is not lost: whatever happens between the wallet and the desk, it arrives once, or is said not to. */
import { readFile } from 'node:fs/promises';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasBrowser, launch, openSecondTab, openTab, type Tab } from './browser.ts';
import { installFreighter } from './freighter.ts';
import { startPageRoad } from './page-road.ts';
import { deployInput, openScene, type Scene } from './scene.ts';

const SEND = '/helper/send-transaction';
const NOT_DELIVERED = 'Signed, not delivered yet';
const UNREACHABLE = { code: 'SERVICE_UNREACHABLE', retryable: true };

describe.runIf(hasBrowser)('a signature on its way to the desk', () => {
  let browser: Browser;
  let scene: Scene;
  beforeAll(async () => {
    [browser, scene] = await Promise.all([launch(), openScene()]);
  });
  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  /**
   * @param prepare runs before the page is opened
   * @param isFrozen stops the page's timers, so that only what a test does sets off another attempt
   */
  async function open(prepare?: (tab: Tab) => Promise<unknown>, isFrozen = false) {
    const road = await startPageRoad(scene.url);
    const tab = await openTab(browser, road.url);
    onTestFinished(async () => {
      await tab.page.context().close();
      await road.down().catch(() => {});
      expect(tab.oddities).toEqual([]);
    });
    if (isFrozen) await tab.page.clock.install();
    await prepare?.(tab);
    const offer = await scene.desk.prepareDeploy(deployInput());
    const address = (offer.signUrl as string).replace(scene.url, road.url);
    await tab.page.goto(address);
    await title(tab.page, 'Read, then sign');
    if (isFrozen) await tab.page.clock.pauseAt(Date.now() + 5_000);
    const sendings = () => scene.road.asked.filter((path) => path === SEND).length;
    const before = sendings();
    return { tab, page: tab.page, road, offer, address, sent: () => sendings() - before };
  }
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const sign = (page: Page) => page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const settled = (page: Page) => title(page, 'The escrow is deployed');
  const kept = (page: Page) => page.evaluate('Object.entries(sessionStorage)') as Promise<[string, string][]>;
  const wait = async (page: Page) => {
    const words = await page.getByText(/^Trying again in \d+ s/).textContent();
    return Number(/\d+/.exec(String(words))?.[0]);
  };
  test('is delivered by itself when the server was restarted while the wallet was open', async () => {
    const { page, sent } = await open(async ({ page }) => {
      const freighter = await installFreighter(page, NETWORKS.sandbox.passphrase);
      freighter.meanwhile = () => scene.stopPage();
      // Other tests need it too, whatever becomes of this one.
      onTestFinished(() => scene.startPage().catch(() => {}));
    });
    await press(page, 'Sign with Freighter');
    await title(page, NOT_DELIVERED);
    await page.getByText('Your signature is kept in this tab').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await page.getByText(/Trying again in \d+ s/).waitFor();
    await scene.startPage();
    await settled(page);
    expect(sent()).toBe(1);
    expect(await page.getByText('Trying again').count()).toBe(0);
    expect(await kept(page)).toEqual([]);
  });

  test('waits longer after each failure, and never more than half a minute', async () => {
    const { page, road } = await open(undefined, true);
    road.faults = [502];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const waits: number[] = [];
    for (let count = 1; count <= 7; count += 1) {
      await expect.poll(() => road.delivered.length).toBe(count);
      await page.getByText(/^Trying again in/).waitFor();
      const seconds = await wait(page);
      waits.push(seconds);
      await page.clock.fastForward(seconds * 1_000);
    }
    for (const [count, most] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      expect(waits[count]).toBeLessThanOrEqual(most);
      expect(waits[count]).toBeGreaterThanOrEqual(Math.floor(most * 0.75));
    }
    road.faults = [];
    await press(page, 'Try now');
    await settled(page);
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['the browser is online again', (page) => page.evaluate(`dispatchEvent(new Event('online'))`)],
    ['the page is looked at again', (page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)],
    ['the person presses “Try now”', (page) => press(page, 'Try now')],
  ])('is delivered at once when %s', async (_, happen) => {
    const { page, road, sent } = await open(undefined, true);
    road.faults = [UNREACHABLE];
    await sign(page);
    await page.getByText(/^Trying again in/).waitFor();
    await page.getByText('It said SERVICE_UNREACHABLE.').waitFor();
    road.faults = [];
    await page.waitForTimeout(1_500);
    expect(road.delivered).toHaveLength(1);
    await happen(page);
    await settled(page);
    expect(road.delivered).toHaveLength(2);
    expect(sent()).toBe(1);
  });

  test('is delivered at once when the server answers the page again', async () => {
    const { page, road } = await open(undefined, true);
    await road.down();
    await sign(page);
    for (let count = 0; count < 5; count += 1) {
      await page.getByText(/^Trying again in/).waitFor();
      await page.clock.runFor((await wait(page)) * 1_000);
    }
    await page.getByText(/^Trying again in/).waitFor();
    expect(await wait(page)).toBeGreaterThan(20);
    await road.up();
    // By now the page looks for its server every two seconds.
    await page.clock.runFor(5_000);
    await settled(page);
  });

  test('is delivered when the device is online again, and the page says that it was offline', async () => {
    const { tab, page } = await open();
    await tab.page.context().setOffline(true);
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('This device is offline.').waitFor();
    await tab.page.context().setOffline(false);
    await settled(page);
  });

  test('is sent once when the desk got it and the answer was lost', async () => {
    const { page, road, sent } = await open();
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    road.faults = ['lose', 'lose'];
    await sign(page);
    await settled(page);
    expect(road.delivered.length).toBeGreaterThanOrEqual(1);
    expect(new Set(road.delivered).size).toBe(1);
    expect(sent()).toBe(1);
  });

  test('is sent once when it is delivered again while the desk is still sending it', async () => {
    const { page, road, sent } = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.road.faults.push({ until: promise });
    // No view tells the page that the desk has it, and the attempt is not answered.
    for (const path of ['events', 'view']) await page.route(`**/${path}`, (route) => route.abort());
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    road.faults = ['hang', undefined];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('Delivering it now…').waitFor();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await title(page, 'Being sent');
    await page.getByText('Delivered: Countersign has your signature').waitFor();
    for (const path of ['events', 'view']) await page.unroute(`**/${path}`);
    resolve();
    await settled(page);
    expect(road.delivered).toHaveLength(2);
    expect(sent()).toBe(1);
  });

  test('outlives a reload: the page goes on where it was, with the transaction that was signed', async () => {
    const { page, road, offer, sent } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const [[key = '', text = ''] = []] = await kept(page);
    expect(key).toContain(offer.transactionHash);
    expect(key).toContain(new URL(page.url()).pathname.split('/').at(-1));
    expect(JSON.parse(text)).toMatchObject({ hash: offer.transactionHash, signedXdr: road.delivered[0] });
    await page.reload();
    await title(page, NOT_DELIVERED);
    expect(String(await page.locator('.transaction').textContent())).toContain(offer.transactionHash);
    road.faults = [];
    await settled(page);
    expect(new Set(road.delivered).size).toBe(1);
    expect(sent()).toBe(1);
    expect(await kept(page)).toEqual([]);
  });

  test('outlives a reload although another transaction was prepared meanwhile', async () => {
    const { page, road, offer } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    scene.clock.ahead += Date.parse(offer.expiresAt) - (Date.now() + scene.clock.ahead) - 20_000;
    const renewed = await scene.desk.prepareDeploy({ id: offer.id });
    expect(renewed.transactionHash).not.toBe(offer.transactionHash);
    await page.reload();
    await title(page, NOT_DELIVERED);
    const shown = String(await page.locator('.transaction').textContent());
    expect(shown).toContain(offer.transactionHash);
    expect(shown).not.toContain(renewed.transactionHash);
    road.faults = [];
    await settled(page);
    expect(await page.locator('.status .code').first().textContent()).toBe(offer.contractId);
  });

  test('is delivered by a reload where the page itself could not be shown', async () => {
    const { page, road } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.route('**/view', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await title(page, NOT_DELIVERED);
    await page.getByText('Something else answered in Countersign’s place, with status 500.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    road.faults = [];
    await settled(page);
  });

  test('belongs to its tab and page: another tab and another page neither see nor deliver it', async () => {
    const { tab, page, road, address } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const second = await openSecondTab(tab, road.url);
    await second.page.goto(address);
    await title(second.page, 'Read, then sign');
    expect(await kept(second.page)).toEqual([]);
    const other = await scene.desk.prepareDeploy(deployInput());
    await page.goto((other.signUrl as string).replace(scene.url, road.url));
    await title(page, 'Read, then sign');
    const count = road.delivered.length;
    await page.waitForTimeout(2_500);
    expect(road.delivered.length).toBe(count);
    road.faults = [];
    await page.goto(address);
    await settled(page);
    await settled(second.page);
    expect(second.oddities).toEqual([]);
  });

  test('two tabs with a signature each make one escrow', async () => {
    const { tab, page, road, address, sent } = await open();
    const second = await openSecondTab(tab, road.url);
    await second.page.goto(address);
    await title(second.page, 'Read, then sign');
    road.faults = [500];
    await Promise.all([sign(page), sign(second.page)]);
    await Promise.all([title(page, NOT_DELIVERED), title(second.page, NOT_DELIVERED)]);
    road.faults = [];
    await Promise.all([settled(page), settled(second.page)]);
    expect(sent()).toBe(1);
    expect(await kept(second.page)).toEqual([]);
  });

  test('can be taken away as a file or copied while it is not delivered', async () => {
    const { page, road } = await open(async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const downloading = page.waitForEvent('download');
    await press(page, 'Download signed.xdr.txt');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('signed.xdr.txt');
    expect((await readFile(await download.path(), 'utf8')).trim()).toBe(road.delivered[0]);
    await press(page, 'Copy signed transaction');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(road.delivered[0]);
  });

  test('is forgotten when the person does not want it sent any more', async () => {
    const { page, road, offer } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await press(page, 'Do not send it');
    await title(page, 'Read, then sign');
    await page.getByText('This tab has forgotten your signature.').waitFor();
    expect(await kept(page)).toEqual([]);
    road.faults = [];
    const count = road.delivered.length;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.reload();
    await title(page, 'Read, then sign');
    await page.waitForTimeout(1_500);
    expect(road.delivered.length).toBe(count);
    expect((await scene.desk.status(offer.id)).status).toBe('prepared');
  });

  test('is kept in memory where the browser stores nothing, and the page says what a reload does', async () => {
    const { page, road } = await open(({ page }) =>
      page.addInitScript(`Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('denied'); } });`),
    );
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('reloading the page loses it').waitFor();
    road.faults = [];
    await settled(page);
  });

  test('that was pasted is kept as well, whatever it was wrapped in', async () => {
    const { page, road, offer } = await open();
    const transaction = TransactionBuilder.fromXDR(offer.unsignedXdr, NETWORKS.sandbox.passphrase);
    transaction.sign(sandboxKeypair('client'));
    await page.getByText('Sign in another wallet').click();
    await page.getByLabel('Paste the signed transaction here.').fill(`“${transaction.toXDR()}”\n`);
    road.faults = ['drop'];
    await press(page, 'Submit signed transaction');
    await title(page, NOT_DELIVERED);
    await page.reload();
    road.faults = [];
    await settled(page);
    expect(road.delivered.at(-1)).toBe(transaction.toXDR());
  });

  test.each<[string, Parameters<typeof change>[0], string]>([
    ['signed by another account', 'another', 'must be signed by'],
    ['changed', 'changed', 'It was not sent'],
  ])('that is refused is not delivered again: %s', async (_, how, words) => {
    const { page, road, offer } = await open();
    await page.getByText('Sign in another wallet').click();
    await page.getByLabel('Paste the signed transaction here.').fill(change(how, offer.unsignedXdr));
    await press(page, 'Submit signed transaction');
    await page.getByRole('alert').getByText(words).waitFor();
    await title(page, 'Read, then sign');
    expect(await kept(page)).toEqual([]);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.waitForTimeout(1_500);
    expect(road.delivered).toHaveLength(1);
    // The alert goes as soon as something newer is true.
    await sign(page);
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('that only the operator can help waits for the person, and says whom to tell', async () => {
    const { page, road } = await open();
    road.faults = [{ code: 'SERVICE_UNAUTHORIZED', retryable: false }];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('Tell the person who runs Countersign').waitFor();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.waitForTimeout(2_500);
    expect(road.delivered).toHaveLength(1);
    road.faults = [];
    await press(page, 'Try now');
    await settled(page);
  });

  test('that is delivered too late is said to be, with the way to go on', async () => {
    const { page, road, offer } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    scene.clock.ahead += Date.parse(offer.expiresAt) - (Date.now() + scene.clock.ahead) + 500;
    road.faults = [];
    await page.getByRole('alert').getByText('It was not sent').waitFor();
    await page.getByRole('alert').getByText('Prepare it again below').waitFor();
    expect(await kept(page)).toEqual([]);
    await press(page, 'Prepare it again');
    await sign(page);
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('whose time ends while nobody answers is forgotten; what became of it is said when somebody does', async () => {
    const { page, road, offer } = await open(undefined, true);
    await road.down();
    await sign(page);
    await title(page, NOT_DELIVERED);
    const left = Date.parse(offer.expiresAt) - (Date.now() + scene.clock.ahead) + 5_000;
    await page.clock.fastForward(left);
    await title(page, 'Signed, not delivered in time');
    expect(await kept(page)).toEqual([]);
    expect(await page.getByRole('button').count()).toBe(0);
    scene.clock.ahead += left;
    await road.up();
    await page.clock.runFor(5_000);
    await page.getByRole('alert').getByText('could not be delivered before its time ended').waitFor();
    await page.getByRole('button', { name: 'Prepare it again' }).waitFor();
    expect(road.delivered).toEqual([]);
  });

  test('whose escrow was discarded is forgotten, and that is said', async () => {
    const { page, road, offer } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await scene.desk.discard(offer.id);
    await title(page, 'There is nothing to sign here');
    await page.getByText('Your signature was not delivered').waitFor();
    expect(await kept(page)).toEqual([]);
  });

  test('that the ledger refuses after a newer transaction was prepared is not delivered again', async () => {
    const { page, road, offer, sent } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    scene.clock.ahead += Date.parse(offer.expiresAt) - (Date.now() + scene.clock.ahead) - 20_000;
    await scene.desk.prepareDeploy({ id: offer.id });
    scene.road.faults.push({ refuse: 'txBAD_SEQ' });
    road.faults = [];
    await page.getByRole('alert').getByText('A newer transaction is prepared already').waitFor();
    await page.waitForTimeout(2_500);
    expect(sent()).toBe(1);
    expect(await kept(page)).toEqual([]);
  });

  test('waits behind another transaction of the same escrow whose outcome is not known', async () => {
    const { page, road, offer, sent } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    scene.clock.ahead += Date.parse(offer.expiresAt) - (Date.now() + scene.clock.ahead) - 20_000;
    const { unsignedXdr } = await scene.desk.prepareDeploy({ id: offer.id });
    const other = TransactionBuilder.fromXDR(unsignedXdr, NETWORKS.sandbox.passphrase);
    other.sign(sandboxKeypair('client'));
    scene.road.faults.push('drop');
    await scene.desk.submit({ signedXdr: other.toXDR(), id: offer.id });
    road.faults = [];
    await title(page, 'Sent, and not yet known to be settled');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await press(page, 'Ask again');
    await settled(page);
    expect(sent()).toBe(2);
    expect((await scene.desk.status(offer.id)).transactionHash).not.toBe(offer.transactionHash);
    expect(await kept(page)).toEqual([]);
  });

  test('that the desk could not send on is delivered again, with growing pauses', async () => {
    const { page, road, sent } = await open();
    road.faults = [UNREACHABLE, UNREACHABLE, { code: 'RATE_LIMITED', retryable: true }, UNREACHABLE];
    await sign(page);
    await page.getByText('It said RATE_LIMITED.').waitFor();
    road.faults = [];
    await settled(page);
    expect(sent()).toBe(1);
  });

  test('is announced once, by one live region, and its seconds are not read out', async () => {
    const { page, road } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const regions = page.locator('[aria-live=polite], [role=status], [role=alert]');
    const speaking: string[] = [];
    for (const region of await regions.all()) {
      if ((await region.isVisible()) && String(await region.textContent()).includes('kept in this tab'))
        speaking.push(String(await region.getAttribute('aria-live')));
    }
    expect(speaking).toEqual(['polite']);
    expect(await page.locator('.undelivered [role=timer]').textContent()).toMatch(/in \d+ s/);
    expect(await page.evaluate('document.activeElement.textContent')).toBe(NOT_DELIVERED);
    expect(await page.locator('.connection').isVisible()).toBe(false);
  });
});

function change(how: 'another' | 'changed', unsignedXdr: string): string {
  const transaction = TransactionBuilder.fromXDR(unsignedXdr, NETWORKS.sandbox.passphrase);
  const signed =
    how === 'another' || 'innerTransaction' in transaction
      ? transaction
      : TransactionBuilder.cloneFrom(transaction, { fee: String(Number(transaction.fee) + 100) }).build();
  signed.sign(sandboxKeypair(how === 'another' ? 'provider' : 'client'));
  return signed.toXDR();
}
