import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { fundedEscrow, take } from '@countersign/testkit/page/scene';
import { endClean, openStage, textOf } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';

const WIDE = { viewport: { width: 1280, height: 800 } } as const;
const EVIDENCE = 'https://example.org/harbour/design-v3.pdf';

describe.runIf(hasBrowser)('the page of an escrow', () => {
  const stage = openStage();

  async function open(address: string, options: BrowserContextOptions = WIDE) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    endClean({ close, oddities });
    await page.goto(`${stage.scene.url}/escrow/${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Reported and approved in part, so that it has every kind of row. */
  async function atWork() {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: EVIDENCE });
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 2, evidence: 'See https://evil.example' });
    return escrow;
  }

  test('shows evidence as a link only where it is nothing else, and the link whole', async () => {
    const page = await open(await atWork());
    const links = page.locator('.evidence a');
    expect(await links.allTextContents()).toEqual([EVIDENCE]);
    expect(await links.first().getAttribute('rel')).toContain('noreferrer');
    expect(await textOf(page.locator('main'))).toContain('See https://evil.example');
  });

  test('asks for the history once a reader wants it', async () => {
    const escrow = await atWork();
    const page = await open(escrow);
    expect(await page.locator('.happened').count()).toBe(0);
    await page.getByRole('button', { name: 'Show what happened' }).click();
    await page.locator('.happened').waitFor();
    expect(await page.locator('.happened li > p:first-child').allTextContents()).toEqual([
      'Progress was reported on milestone 2',
      'Milestone 1 was approved',
      'Progress was reported on milestone 1',
      '5,000 USDC arrived',
      'The escrow was set up',
    ]);
  });

  test('shows a step that somebody took in the meantime', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const page = await open(escrow);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    await expect
      .poll(async () => {
        await page.evaluate('void dispatchEvent(new Event("focus"))');
        return await textOf(page.locator('main'));
      })
      .toContain('Approver (Ana) approves milestone 1.');
  });
});
