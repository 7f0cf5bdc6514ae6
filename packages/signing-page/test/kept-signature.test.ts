/**
 * A signature is never lost, and never sent twice: its tab keeps it until the desk has decided about it, its time is over,
 * or the person withdraws it. All that its delivery does is in `delivery.test.ts`; here are the browser, its tabs and a
 * road that fails.
 */
import { readFile } from 'node:fs/promises';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openSecondTab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import { openStage, passPageTime, withoutFirstView } from '@countersign/testkit/page/stage';
import { held } from '@countersign/testkit/service/faulty-service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { loadAhead } from './load-ahead.ts';
import {
  kept,
  NOT_DELIVERED,
  openOnRoad,
  type Prepare,
  press,
  settled,
  sign,
  title,
  UNREACHABLE,
} from './signature-road.ts';

describe.runIf(hasBrowser)('a signature that is not delivered yet', () => {
  const stage = openStage();
  const open = (prepare?: Prepare, isFrozen = false) => openOnRoad(stage, prepare, isFrozen);
  /** Signed, and the road answers in the server's place. */
  const openUndelivered = async (...how: Parameters<typeof open>) => {
    const opened = await open(...how);
    opened.road.faults = [500];
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
    road.faults = [];
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
    road.faults = [];
    await settled(page);
  });

  test('belongs to its tab and page: another tab and another page neither see nor deliver it', async () => {
    const { tab, page, road, address } = await openUndelivered(undefined, true);
    const second = await openSecondTab(tab, road.url);
    await second.page.goto(address);
    await title(second.page, DEAL);
    expect(await kept(second.page)).toEqual([]);
    const other = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto((other.signUrl as string).replace(stage.scene.url, road.url));
    await title(page, DEAL);
    const count = road.delivered.length;
    await passPageTime(page, 5_000);
    expect(road.delivered.length).toBe(count);
    road.faults = [];
    await page.goto(address);
    await settled(page);
    await settled(second.page);
  });

  test('makes one escrow with the signature of another tab', async () => {
    const { tab, page, road, address, sent } = await open();
    const second = await openSecondTab(tab, road.url);
    await second.page.goto(address);
    await title(second.page, DEAL);
    road.faults = [500];
    await Promise.all([sign(page), sign(second.page)]);
    await Promise.all([title(page, NOT_DELIVERED), title(second.page, NOT_DELIVERED)]);
    road.faults = [];
    await Promise.all([settled(page), settled(second.page)]);
    expect([sent(), await kept(second.page)]).toEqual([1, []]);
  });

  test('can be taken away as a file or copied', async () => {
    const { page, road } = await openUndelivered(async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    const downloading = page.waitForEvent('download');
    await press(page, 'Download signed.xdr.txt');
    expect((await readFile(await (await downloading).path(), 'utf8')).trim()).toBe(road.delivered[0]);
    await press(page, 'Copy signed transaction');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(road.delivered[0]);
  });

  test('is forgotten when the person withdraws it', async () => {
    const { page, road, prepared } = await openUndelivered(undefined, true);
    await press(page, 'Do not send it');
    await title(page, DEAL);
    await page.getByText('This tab has forgotten your signature.').waitFor();
    expect(await kept(page)).toEqual([]);
    road.faults = [];
    const count = road.delivered.length;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.reload();
    await title(page, DEAL);
    await passPageTime(page, 5_000);
    expect(road.delivered.length).toBe(count);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
  });

  test('is kept as well when it was pasted with other characters around it', async () => {
    const { page, road, prepared } = await open();
    const signed = signWith(sandboxKeypair('client'), prepared.unsignedXdr);
    await page.getByText('Sign in another wallet').click();
    await page.getByLabel('Paste the signed transaction here.').fill(`“${signed}”\n`);
    road.faults = ['drop'];
    await press(page, 'Submit signed transaction');
    await title(page, NOT_DELIVERED);
    await page.reload();
    road.faults = [];
    await settled(page);
    expect(road.delivered.at(-1)).toBe(signed);
  });

  test('is refused where another account signed it, and not delivered again', async () => {
    const { page, road, prepared } = await open(undefined, true);
    await page.getByText('Sign in another wallet').click();
    const signed = signWith(sandboxKeypair('provider'), prepared.unsignedXdr);
    await page.getByLabel('Paste the signed transaction here.').fill(signed);
    await press(page, 'Submit signed transaction');
    await page.getByRole('alert').getByText('must be signed by').waitFor();
    expect(await kept(page)).toEqual([]);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await passPageTime(page, 5_000);
    expect(road.delivered).toHaveLength(1);
  });

  test('is forgotten when it expires while the server is away; its outcome is shown when the server answers', async () => {
    const { page, road, prepared } = await open(undefined, true);
    await loadAhead(page);
    await road.down();
    await sign(page);
    await title(page, NOT_DELIVERED);
    const left = Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) + 5_000;
    await page.clock.fastForward(left);
    await title(page, 'Signed, not delivered in time');
    expect(await kept(page)).toEqual([]);
    stage.scene.clock.ahead += left;
    await road.up();
    await page.clock.runFor(5_000);
    await page.getByRole('alert').getByText('could not be delivered before it expired').waitFor();
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
    expect(road.delivered).toEqual([]);
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['the browser is online again', (page) => page.evaluate(`dispatchEvent(new Event('online'))`)],
    ['the page is looked at again', (page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)],
    ['the person presses “Try now”', (page) => press(page, 'Try now')],
  ])('is delivered at once when %s', async (_, happen) => {
    const { page, road, sent } = await open(undefined, true);
    road.faults = [UNREACHABLE];
    await sign(page);
    await page.getByText('It said SERVICE_UNREACHABLE.').waitFor();
    road.faults = [];
    // Less than the shortest pause.
    await passPageTime(page, 500);
    expect(road.delivered).toHaveLength(1);
    await happen(page);
    await settled(page);
    expect([road.delivered.length, sent()]).toEqual([2, 1]);
  });

  test('is sent once when it is delivered again while the desk is still sending it', async () => {
    const { page, road, sent } = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.scene.road.faults.push(held(promise));
    // No view tells the page that the desk has it, and the attempt is not answered.
    for (const path of ['events', 'view']) await page.route(`**/${path}`, (route) => route.abort());
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    road.faults = ['hang', undefined];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('Delivering it now…').waitFor();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await title(page, 'Being sent');
    for (const path of ['events', 'view']) await page.unroute(`**/${path}`);
    resolve();
    await settled(page);
    expect([road.delivered.length, sent()]).toEqual([2, 1]);
  });

  test('whose outcome is not known is asked for again, and is sent once more by the desk alone', async () => {
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
