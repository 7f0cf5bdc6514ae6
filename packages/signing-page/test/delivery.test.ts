/** A signature is never lost: it reaches the desk once, or the page says that it did not. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { openStage, passPageTime } from '@countersign/testkit/page/stage';
import { held } from '@countersign/testkit/service/faulty-service';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
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
  wait,
} from './signature-road.ts';

describe.runIf(hasBrowser)('a signature on its way to the desk', () => {
  const stage = openStage();
  const open = (prepare?: Prepare, isFrozen = false) => openOnRoad(stage, prepare, isFrozen);

  test('is delivered by itself when the server was restarted while the wallet was open', async () => {
    const { page, sent } = await open(async ({ page }) => {
      const freighter = await installFreighter(page, NETWORKS.sandbox.passphrase);
      freighter.meanwhile = () => stage.scene.stopPage();
      // Other tests need it too, whatever becomes of this one.
      onTestFinished(() => stage.scene.startPage().catch(() => {}));
    });
    await press(page, 'Sign with Freighter');
    await title(page, NOT_DELIVERED);
    await page.getByText('Your signature is kept in this tab').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await page.getByText(/Trying again in \d+ s/).waitFor();
    await stage.scene.startPage();
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
    for (const [failures, most] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await expect.poll(() => road.delivered.length).toBe(failures + 1);
      let seconds = 0;
      // Until the answer is there, the page may still show the wait before.
      await expect
        .poll(async () => {
          await page.getByText(/^Trying again in/).waitFor();
          seconds = await wait(page);
          return seconds;
        })
        .toBeGreaterThanOrEqual(Math.floor(most * 0.75));
      expect(seconds).toBeLessThanOrEqual(most);
      await page.clock.fastForward(seconds * 1_000);
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
    // Less than the shortest pause.
    await passPageTime(page, 500);
    expect(road.delivered).toHaveLength(1);
    await happen(page);
    await settled(page);
    expect(road.delivered).toHaveLength(2);
    expect(sent()).toBe(1);
  });

  test('is delivered at once when the server answers the page again', async () => {
    const { page, road } = await open(undefined, true);
    await loadAhead(page);
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
    await loadAhead(page);
    await tab.page.context().setOffline(true);
    await sign(page);
    await title(page, NOT_DELIVERED);
    await page.getByText('This device is offline.').waitFor();
    await tab.page.context().setOffline(false);
    await settled(page);
  });

  test('is sent once when the desk got it and the answer was lost', async () => {
    const { page, road, sent } = await open();
    await page.route('**/events*', (route) => route.abort());
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
    await page.getByText('It is signed and being sent.').waitFor();
    for (const path of ['events', 'view']) await page.unroute(`**/${path}`);
    resolve();
    await settled(page);
    expect(road.delivered).toHaveLength(2);
    expect(sent()).toBe(1);
  });

  test('is delivered again with growing pauses when the desk could not send it on', async () => {
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
