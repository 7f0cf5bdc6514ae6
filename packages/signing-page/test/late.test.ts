/** People who arrive late, open the page twice, or come back: it is always up to date, and there is one escrow. */
import { hasBrowser, openLoneTab, openSecondTab, openTab, type Tab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import { endClean, openStage, passPageTime, passTimeUntil } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';

describe.runIf(hasBrowser)('late, twice, again', () => {
  const stage = openStage();

  async function open(openIt = openTab) {
    const tab = await openIt(stage.browser, stage.scene.url);
    endClean(tab);
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    const calls = stage.scene.road.asked.length;
    await show(tab, prepared.signUrl as string);
    return { tab, page: tab.page, prepared, callsSince: () => stage.scene.road.asked.slice(calls) };
  }
  async function show({ page }: Tab, address: string) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const sign = (page: Page) => page.getByRole('button', { name: 'Sign as demo account “client”' }).click();

  test('opening, reloading and waiting ask the service nothing', async () => {
    const { page, callsSince } = await open(openLoneTab);
    await page.clock.install();
    await page.reload();
    await title(page, DEAL);
    // Long enough for the page to look whether its server is still there.
    await passPageTime(page, 20_000);
    expect(callsSince()).toEqual([]);
  });

  test('an ended offer is prepared again when its page is opened, silently, and one press signs it', async () => {
    const { page, callsSince } = await open();
    stage.scene.clock.ahead += 200_000;
    await page.reload();
    await page.locator('.sum', { hasText: 'nothing to pay now' }).waitFor();
    await title(page, DEAL);
    expect(await page.locator('.changes').count()).toBe(0);
    expect(callsSince()).toEqual([DEPLOY]);
    await sign(page);
    await title(page, 'The escrow is deployed');
    expect(callsSince()).toEqual([DEPLOY, SEND]);
  });

  test('an ended offer is not prepared again while its page cannot be seen', async () => {
    const { tab, prepared, callsSince } = await open(openLoneTab);
    stage.scene.clock.ahead += 200_000;
    const second = await openSecondTab(tab, stage.scene.url);
    await second.page.addInitScript(`window.isHidden = true;
      Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') });`);
    const asked: string[] = [];
    second.page.on('request', (request) => void asked.push(request.url().replace(/.*\//, '')));
    await show(second, prepared.signUrl as string);
    // It follows changes once it has decided whether to prepare another one.
    await expect.poll(() => asked).toContain('events');
    expect(asked).not.toContain('renew');
    expect(callsSince()).toEqual([]);
    await second.page.evaluate(`window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))`);
    await second.page.locator('.sum', { hasText: 'nothing to pay now' }).waitFor();
    expect(callsSince()).toEqual([DEPLOY]);
  });

  test.each(['by events', 'by asking, where events are cut off'])(
    'a second tab learns what the first did, %s',
    async (way) => {
      const { tab, page, prepared, callsSince } = await open();
      const second = await openSecondTab(tab, stage.scene.url);
      const cut = way !== 'by events';
      if (cut) await second.page.route('**/events*', (route) => route.abort());
      await show(second, prepared.signUrl as string);
      await sign(page);
      await title(page, 'The escrow is deployed');
      await title(second.page, 'The escrow is deployed');
      expect(await second.page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
      expect(callsSince()).toEqual([SEND]);
      expect(second.oddities).toEqual([]);
    },
  );

  test('an unanswered request is reported until Countersign answers again', async () => {
    const { page, prepared } = await open();
    await passTimeUntil(stage.scene, page, prepared.expiresAt, 25);
    await page.route('**/renew', (route) => route.abort());
    await sign(page);
    await page.getByRole('alert').getByText('This page could not reach Countersign.').waitFor();
    await page.unroute('**/renew');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await title(page, DEAL);
  });

  test('when no one serves the page any more it says so, and keeps what it showed', async () => {
    const { page } = await open();
    const away = page.getByText('It keeps trying');
    expect(await away.isVisible()).toBe(false);
    await page.route('**/sign/*/*', (route) => route.abort());
    // A page that comes to the front again asks at once.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await away.waitFor();
    await title(page, DEAL);
    await page.unroute('**/sign/*/*');
    await away.waitFor({ state: 'hidden' });
  });
});
