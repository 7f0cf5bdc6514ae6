/** Several milestones of one request: each has its page, and each settled page leads on to the next. */
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { fundedEscrow } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

describe.runIf(hasBrowser)('several milestones of one request', () => {
  const stage = openStage();

  async function open(signUrl: unknown) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    endClean({ close, oddities });
    await page.goto(String(signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  const approvals = async (milestones: readonly number[]) => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    return { escrow, first: await desk.prepareStep(['approve'], { escrow, milestones }) };
  };
  const several = (page: Page) => page.locator('.several');
  const sign = (page: Page) => page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
  const goOn = async (page: Page, button: string) => {
    const before = page.url();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: /^Sign as/ }).waitFor();
  };

  test('the pages lead through them, one after the other, and the last one ends it', async () => {
    const { escrow, first } = await approvals([1, 2, 3]);
    const page = await open(first.signUrl);
    await several(page).getByText('1 of 3: milestone 1. Then milestones 2 and 3').waitFor();
    await sign(page);
    await page.getByRole('heading', { level: 1, name: 'The milestone is approved' }).waitFor();
    await several(page).getByText('Done: milestone 1. 2 of 3: milestone 2. Then milestone 3').waitFor();
    // One button for it, and not another in the list.
    expect(await page.getByRole('button', { name: 'Approve milestone 2' }).count()).toBe(0);
    await goOn(page, 'Next: milestone 2');
    await several(page).getByText('Done: milestone 1. 2 of 3: milestone 2.').waitFor();
    await sign(page);
    await goOn(page, 'Next: milestone 3');
    await several(page).getByText('Done: milestones 1 and 2. 3 of 3: milestone 3.').waitFor();
    await sign(page);
    await several(page).getByText('Done: milestones 1–3. Nothing is left of this request.').waitFor();
    expect(await page.getByRole('button', { name: /^Next:/ }).count()).toBe(0);
    const { milestones } = await stage.scene.desk.get({ contractId: escrow });
    expect(milestones.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  });

  test('prepares the next step before anyone presses, for an assistant that waits too', async () => {
    const { first } = await approvals([1, 2]);
    const page = await open(first.signUrl);
    const handles = (await stage.scene.desk.handles()).length;
    await sign(page);
    await page.getByRole('button', { name: 'Next: milestone 2' }).waitFor();
    await expect.poll(async () => (await stage.scene.desk.handles()).length).toBe(handles + 1);
    const current = await stage.scene.desk.lookUp({ id: first.id });
    await goOn(page, 'Next: milestone 2');
    expect(page.url()).toBe(current.signUrl);
  });
});
