/** "Cancel and refund" on the page: the plan, and its next transaction for the one who signs it. */
import { hasBrowser, openTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput, signAndSend } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('an escrow with money in it', () => {
  const stage = openStage();

  test('is ended by its signer: the plan is read first, then each dispute on a page of its own', async () => {
    const { desk } = stage.scene;
    const deploy = await desk.prepare('deploy', deployInput({ milestones: [{ description: 'All', amount: '100' }] }));
    await signAndSend(desk, 'client', deploy);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, PHONE);
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    await page.goto(String(deploy.signUrl));
    const ending = page.locator('details.ending');
    await ending.getByText('Cancel and refund').click();
    await ending.getByText('Comes back: 97.2 USDC to whoever paid in; nothing stays in the escrow.').waitFor();
    await ending.getByText('Transaction 1 of 2: a dispute over milestone 1.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const before = page.url();
    await ending.getByRole('button', { name: 'Prepare 1 of 2' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await page.getByRole('heading', { level: 1, name: 'The dispute is open' }).waitFor();
    // What is left is the resolver's.
    await ending.getByText('Cancel and refund').click();
    await ending.getByText('Transaction 2 of 2').waitFor();
    expect(await ending.getByRole('button').count()).toBe(0);
    await signAndSend(desk, 'arbiter', (await desk.end({ escrow: deploy.contractId })).prepared as never);
    expect((await desk.get({ contractId: deploy.contractId })).held).toBe('0');
  });
});
