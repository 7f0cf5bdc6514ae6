/** A signature is kept in its tab until the desk has decided about it, its time is over, or the person withdraws it. */

import { readFile } from 'node:fs/promises';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openSecondTab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import { openStage, passPageTime, withoutFirstView } from '@countersign/testkit/page/stage';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { loadAhead } from './load-ahead.ts';
import { kept, NOT_DELIVERED, openOnRoad, type Prepare, press, settled, sign, title } from './signature-road.ts';

describe.runIf(hasBrowser)('a signature that is not delivered yet', () => {
  const stage = openStage();
  const open = (prepare?: Prepare, isFrozen = false) => openOnRoad(stage, prepare, isFrozen);

  test('outlives a reload: the page goes on where it was, with the transaction that was signed', async () => {
    const { page, road, prepared, sent } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    const [[key = '', text = ''] = []] = await kept(page);
    expect(key).toContain(prepared.transactionHash);
    expect(key).toContain(new URL(page.url()).pathname.split('/').at(-1));
    expect(JSON.parse(text)).toMatchObject({ hash: prepared.transactionHash, signedXdr: road.delivered[0] });
    await page.reload();
    await title(page, NOT_DELIVERED);
    expect(String(await page.locator('.transaction').textContent())).toContain(prepared.transactionHash);
    road.faults = [];
    await settled(page);
    expect(new Set(road.delivered).size).toBe(1);
    expect(sent()).toBe(1);
    expect(await kept(page)).toEqual([]);
  });

  test('outlives a reload although another transaction was prepared meanwhile', async () => {
    const { page, road, prepared } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) - 20_000;
    const renewed = await stage.scene.desk.prepare('deploy', { id: prepared.id });
    expect(renewed.transactionHash).not.toBe(prepared.transactionHash);
    await page.reload();
    await title(page, NOT_DELIVERED);
    const shown = String(await page.locator('.transaction').textContent());
    expect(shown).toContain(prepared.transactionHash);
    expect(shown).not.toContain(renewed.transactionHash);
    road.faults = [];
    await settled(page);
    expect(await page.locator('.status .code').first().textContent()).toBe(prepared.contractId);
  });

  test('is delivered by a reload where the page itself could not be shown', async () => {
    const { page, road } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await withoutFirstView(page);
    await page.route('**/view', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await title(page, NOT_DELIVERED);
    await page.getByText('Another program answered instead of Countersign, with status 500.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    road.faults = [];
    await settled(page);
  });

  test('belongs to its tab and page: another tab and another page neither see nor deliver it', async () => {
    const { tab, page, road, address } = await open(undefined, true);
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
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
    expect(second.oddities).toEqual([]);
  });

  test('two tabs with a signature each make one escrow', async () => {
    const { tab, page, road, address, sent } = await open();
    const second = await openSecondTab(tab, road.url);
    await second.page.goto(address);
    await title(second.page, DEAL);
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

  test('is forgotten when the person withdraws it', async () => {
    const { page, road, prepared } = await open(undefined, true);
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
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

  test('is forgotten when it expires while the server does not answer; its outcome is shown when the server answers', async () => {
    const { page, road, prepared } = await open(undefined, true);
    await loadAhead(page);
    await road.down();
    await sign(page);
    await title(page, NOT_DELIVERED);
    const left = Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) + 5_000;
    await page.clock.fastForward(left);
    await title(page, 'Signed, not delivered in time');
    expect(await kept(page)).toEqual([]);
    expect(await page.getByRole('button').count()).toBe(0);
    stage.scene.clock.ahead += left;
    await road.up();
    await page.clock.runFor(5_000);
    await page.getByRole('alert').getByText('could not be delivered before it expired').waitFor();
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
    expect(road.delivered).toEqual([]);
  });

  test('whose escrow was discarded is forgotten, and that is said', async () => {
    const { page, road, prepared } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    await stage.scene.desk.discard(prepared.id);
    await title(page, 'Discarded');
    await page.getByRole('alert').getByText('Your signature was not delivered').waitFor();
    expect(await kept(page)).toEqual([]);
  });

  test('waits behind another transaction of the same escrow whose outcome is not known', async () => {
    const { page, road, prepared, sent } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) - 20_000;
    const { unsignedXdr = '' } = await stage.scene.desk.prepare('deploy', { id: prepared.id });
    const other = TransactionBuilder.fromXDR(unsignedXdr, NETWORKS.sandbox.passphrase);
    other.sign(sandboxKeypair('client'));
    stage.scene.road.faults.push('dies before it sends');
    await stage.scene.desk.submit({ signedXdr: other.toXDR(), id: prepared.id });
    road.faults = [];
    await title(page, 'Sent, outcome not known yet');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await press(page, 'Ask again');
    await settled(page);
    expect(sent()).toBe(2);
    expect((await stage.scene.desk.status(prepared.id)).transactionHash).not.toBe(prepared.transactionHash);
    expect(await kept(page)).toEqual([]);
  });
});
