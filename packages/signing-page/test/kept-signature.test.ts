/**
 * A signature is never lost, and never sent twice: its tab keeps it until the desk has decided about it, its time is over,
 * or the person withdraws it. All that its delivery does is in `delivery.test.ts`; here are the browser, its tabs and a
 * road that fails.
 */
import { readFile } from 'node:fs/promises';
import { CountersignError } from '@countersign/core/errors';
import { hasBrowser, openLoneTab, openSecondTab, openTab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import { endClean, openStage, passPageTime, withoutFirstView } from '@countersign/testkit/page/stage';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sign, title } from './access-stage.ts';

const NOT_DELIVERED = 'Signed, not delivered yet';
type Answer = Parameters<Route['fulfill']>[0];
const BAD_GATEWAY: Answer = { status: 500, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
const unreachable = new CountersignError('SERVICE_UNREACHABLE', { message: 'It said SERVICE_UNREACHABLE.' });
const UNREACHABLE: Answer = { status: 503, json: { error: { ...unreachable.toView(), retryable: true } } };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const settled = (page: Page) => title(page, 'The escrow is deployed');
/** What the tab keeps: pairs of key and text. */
const kept = (page: Page) => page.evaluate('Object.entries(sessionStorage)') as Promise<[string, string][]>;

describe.runIf(hasBrowser)('a signature that is not delivered yet', () => {
  const stage = openStage();

  /** @param isFrozen stops the page's timers, so that only what a test does sets off another attempt; such a tab is alone */
  async function open(isFrozen = false) {
    const { url, desk, road: service } = stage.scene;
    const tab = await (isFrozen ? openLoneTab : openTab)(stage.browser, url);
    endClean(tab);
    const { page } = tab;
    /** What answers in the server's place, and each signed transaction that was delivered, whatever became of it. */
    const road: { fault?: Answer | undefined; readonly delivered: string[] } = { delivered: [] };
    await page.route('**/submit', async (route) => {
      road.delivered.push(route.request().postDataJSON().signedXdr);
      await (road.fault === undefined ? route.continue() : route.fulfill(road.fault));
    });
    if (isFrozen) await page.clock.install();
    const prepared = await desk.prepare('deploy', deployInput());
    const address = String(prepared.signUrl);
    await page.goto(address);
    await title(page, DEAL);
    if (isFrozen) await page.clock.pauseAt(Date.now() + 5_000);
    const sendings = () => service.asked.filter((path) => path === '/helper/send-transaction').length;
    const before = sendings();
    return { tab, page, road, prepared, address, sent: () => sendings() - before };
  }
  /** Signed, and the road answers in the server's place. */
  const openUndelivered = async (...how: Parameters<typeof open>) => {
    const opened = await open(...how);
    opened.road.fault = BAD_GATEWAY;
    await sign(opened.page);
    await title(opened.page, NOT_DELIVERED);
    return opened;
  };

  test('outlives a reload, also when another transaction was prepared in the meantime: the page shows the one that was signed', async () => {
    const { page, road, prepared, sent } = await openUndelivered();
    const [[key = '', text = ''] = []] = await kept(page);
    expect(key).toContain(prepared.transactionHash);
    expect(JSON.parse(text)).toMatchObject({ hash: prepared.transactionHash, signedXdr: road.delivered[0] });
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) - 20_000;
    const renewed = await stage.scene.desk.prepare('deploy', { id: prepared.id });
    await page.reload();
    await title(page, NOT_DELIVERED);
    const shown = String(await page.locator('.transaction').textContent());
    expect([shown.includes(prepared.transactionHash), shown.includes(renewed.transactionHash)]).toEqual([true, false]);
    road.fault = undefined;
    await settled(page);
    expect(await page.locator('.status .code').first().textContent()).toBe(prepared.contractId);
    expect([new Set(road.delivered).size, sent(), await kept(page)]).toEqual([1, 1, []]);
  });

  test('is delivered by a reload where the page itself could not be shown', async () => {
    const { page, road } = await openUndelivered();
    await withoutFirstView(page);
    await page.route('**/view', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await title(page, NOT_DELIVERED);
    await page.getByText('Another program answered instead of Countersign, with status 500.').waitFor();
    road.fault = undefined;
    await settled(page);
  });

  test('belongs to its tab and page: another tab and another page neither see nor deliver it', async () => {
    const { tab, page, road, address } = await openUndelivered(true);
    const second = await openSecondTab(tab, stage.scene.url);
    await second.page.goto(address);
    await title(second.page, DEAL);
    expect(await kept(second.page)).toEqual([]);
    const other = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(String(other.signUrl));
    await title(page, DEAL);
    const count = road.delivered.length;
    await passPageTime(page, 5_000);
    expect(road.delivered.length).toBe(count);
    road.fault = undefined;
    await page.goto(address);
    await settled(page);
    await settled(second.page);
  });

  test('can be taken away as a file or copied', async () => {
    const { page, road } = await openUndelivered();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const downloading = page.waitForEvent('download');
    await press(page, 'Download signed.xdr.txt');
    expect((await readFile(await (await downloading).path(), 'utf8')).trim()).toBe(road.delivered[0]);
    await press(page, 'Copy signed transaction');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(road.delivered[0]);
  });

  test('is forgotten when the person withdraws it', async () => {
    const { page, road, prepared } = await openUndelivered(true);
    await press(page, 'Do not send it');
    await title(page, DEAL);
    await page.getByText('This tab has forgotten your signature.').waitFor();
    expect(await kept(page)).toEqual([]);
    road.fault = undefined;
    const count = road.delivered.length;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.reload();
    await title(page, DEAL);
    await passPageTime(page, 5_000);
    expect(road.delivered.length).toBe(count);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['the browser is online again', (page) => page.evaluate(`dispatchEvent(new Event('online'))`)],
    ['the page is looked at again', (page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)],
    ['the person presses “Try now”', (page) => press(page, 'Try now')],
  ])('is delivered at once when %s', async (_, happen) => {
    const { page, road, sent } = await open(true);
    road.fault = UNREACHABLE;
    await sign(page);
    await page.getByText('It said SERVICE_UNREACHABLE.').waitFor();
    road.fault = undefined;
    // Less than the shortest pause.
    await passPageTime(page, 500);
    expect(road.delivered).toHaveLength(1);
    await happen(page);
    await settled(page);
    expect([road.delivered.length, sent()]).toEqual([2, 1]);
  });

  test('whose outcome is not known is asked for again, and is sent again by the desk alone', async () => {
    const { page, sent } = await open();
    stage.scene.road.faults.push('dies before it sends', 'dies before it sends');
    await sign(page);
    await title(page, 'Sent, outcome not known yet');
    await page.reload();
    await title(page, 'Sent, outcome not known yet');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await press(page, 'Ask again');
    await page.getByRole('button', { name: 'Still not known' }).waitFor();
    await page.route('**/ask-again', (route) => route.abort());
    await press(page, 'Ask again');
    await page.getByRole('alert').waitFor();
    await page.unroute('**/ask-again');
    await press(page, 'Ask again');
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(sent()).toBe(3);
  });
});
