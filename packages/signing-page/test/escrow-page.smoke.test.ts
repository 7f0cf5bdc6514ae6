import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { fundedEscrow, take } from '@countersign/testkit/page/scene';
import { endClean, openStage, textOf } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';

describe.runIf(hasBrowser)('the page of an escrow', () => {
  const stage = openStage();

  test('shows a step that somebody took in the meantime', async () => {
    const { desk, url } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const { page, oddities, close } = await openTab(stage.browser, url);
    endClean({ close, oddities });
    await page.goto(`${url}/escrow/${escrow}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    await expect
      .poll(async () => {
        await page.evaluate('void dispatchEvent(new Event("focus"))');
        return await textOf(page.locator('main'));
      })
      .toContain('Approver (Ana) approves milestone 1.');
  });
});
