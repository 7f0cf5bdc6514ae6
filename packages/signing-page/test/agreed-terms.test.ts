/** The page of a payment, when the platform changed the terms since the payer agreed to them. */

import { hasBrowser } from '@countersign/testkit/page/browser';
import { platform, signAndSend } from '@countersign/testkit/page/scene';
import { describe, expect, test } from 'vitest';
import { sign } from './access-stage.ts';
import { openSettledStage } from './settled-stage.ts';

describe.runIf(hasBrowser)('the page of a payment', () => {
  const stage = openSettledStage();

  test('shows what the platform changed, before and after, and no green tick, also when the payer has confirmed it', async () => {
    const { desk } = stage.scene;
    const deploy = await stage.prepareDeploy();
    await signAndSend(desk, 'client', deploy);
    const escrow = deploy.contractId;
    const update = { escrow, platformFee: '15', roles: { disputeResolver: platform.address } };
    const { id, summary, judgement } = await desk.prepare('update', update);
    await desk.confirm(id, { amount: summary.amount, shown: judgement.key });
    await signAndSend(desk, 'platform', await desk.prepare('update', update));

    // The deploy's own page names the new arbiter alone.
    const made = await stage.open(deploy.signUrl);
    const people = made.locator('.people dl > div');
    await expect.poll(() => people.filter({ hasText: platform.address }).textContent()).toContain('decides a dispute');
    expect(await people.filter({ hasText: 'decides a dispute' }).count()).toBe(1);

    const payment = await desk.prepare('fund', { id: deploy.id });
    const page = await stage.open(payment.signUrl);
    const before = page.locator('.status');
    await before.getByText('The terms have changed since the signing wallet last agreed to them').waitFor();
    expect(await before.textContent()).toContain('platform fee: agreed 2.5 %, now 15 %');
    const tick = page.getByText('This is what was asked for.');
    expect(await tick.count()).toBe(0);
    await page.getByLabel('type the total exactly as it is shown').fill(payment.summary.amount);
    await page.getByRole('button', { name: 'I have read this, and want it all the same' }).click();
    await page.getByText('the escrow’s terms have changed. Compare them').waitFor();
    expect(await tick.count()).toBe(0);
    expect(await page.locator('.panel').textContent()).toContain('platform fee: agreed 2.5 %, now 15 %');
    await sign(page);
    await page.locator('ol.life').waitFor();
    // The signature was the payer's agreement.
    expect((await desk.prepare('approve', { escrow, milestone: 1 })).judgement.stops).toEqual([]);
  });
});
