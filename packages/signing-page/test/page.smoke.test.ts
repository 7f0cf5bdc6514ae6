/** The page in a browser: a life that succeeds from the first page on. */
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';
import { sign, title } from './access-stage.ts';

const client = String(deployInput().signer);
/** One person who does, approves and pays out. */
const ALONE = { approver: client, serviceProvider: client, release: client };

describe.runIf(hasBrowser)('the page', () => {
  const stage = openStage();

  test('a whole life follows from the first page by its own buttons, each step in two actions', async () => {
    const roles = { ...(deployInput()['roles'] as object), ...ALONE };
    const milestones = [{ description: 'Logo', amount: '450' }];
    const prepared = await stage.scene.desk.prepare('deploy', deployInput({ roles, milestones }));
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    endClean({ close, oddities });
    await page.goto(String(prepared.signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const pages = new Set([page.url()]);
    let actions = 0;
    const settle = async (name: string) => {
      await sign(page);
      actions += 1;
      await title(page, name);
      expect(actions).toBeLessThanOrEqual(3);
      actions = 0;
    };
    const goOn = async (button: string) => {
      const before = page.url();
      await page.getByRole('button', { name: button }).click();
      actions += 1;
      await page.waitForURL((url) => url.href !== before);
      await page.getByRole('button', { name: /^Sign as/ }).waitFor();
      pages.add(page.url());
    };
    await settle('The escrow is deployed');
    await page.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    expect(await page.locator('ol.life > li').allInnerTexts()).toEqual([
      expect.stringContaining('The escrow is set up'),
      expect.stringContaining('Pay in 450 USDC'),
      expect.stringMatching(/^Later[\s\S]*Milestone 1: Logo · 450 USDC[\s\S]*reports progress on milestone 1/),
    ]);
    await goOn('Prepare the payment');
    await settle('Ana paid 450 USDC.');
    await page.getByLabel('Evidence, if you have any').fill('https://example.org/logo.svg');
    await goOn('Report milestone 1 as done');
    await settle('The progress is reported');
    await goOn('Approve milestone 1');
    await settle('The milestone is approved');
    await goOn('Pay out milestone 1');
    await settle('The money is paid out');
    await page.getByText('Everything is paid out. Nothing is left to do.').waitFor();
    expect(pages.size).toBe(5);
    expect(await stage.scene.desk.get({ contractId: prepared.contractId })).toMatchObject({
      state: 'finished',
      held: '0',
      milestones: [{ evidence: 'https://example.org/logo.svg', status: 'completed' }],
    });
    await page.goBack();
    await title(page, 'The milestone is approved');
  });
});
