/** A transaction that was sent, and whose outcome is not known yet. */
import { hasBrowser } from '@countersign/testkit/page/browser';
import { openStage } from '@countersign/testkit/page/stage';
import { held } from '@countersign/testkit/service/faulty-service';
import { describe, expect, test } from 'vitest';
import { openOnRoad, press, settled, sign, title } from './signature-road.ts';

describe.runIf(hasBrowser)('an outcome that is not known yet', () => {
  const stage = openStage();

  test('a reload while it is sent shows that, then the outcome', async () => {
    const { page } = await openOnRoad(stage);
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.scene.road.faults.push(held(promise));
    await sign(page);
    await page.getByText('Sending…').waitFor();
    await page.reload();
    await title(page, 'Being sent');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    resolve();
    await settled(page);
    await page.reload();
    await settled(page);
  });

  test('unknown: nothing to sign, what happens next, and asking again tells', async () => {
    const { page, sent } = await openOnRoad(stage);
    stage.scene.road.faults.push('dies before it sends');
    await sign(page);
    await title(page, 'Sent, outcome not known yet');
    await page.reload();
    await title(page, 'Sent, outcome not known yet');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await page.getByText('I looked it up: it never settled').click();
    await page.getByText('when the ledger can no longer accept it').waitFor();
    await press(page, 'Ask again');
    await settled(page);
    expect(sent()).toBe(2);
  });

  test('asking again says what came of it, though the page saw it being sent meanwhile', async () => {
    const { page } = await openOnRoad(stage);
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.scene.road.faults.push('dies before it sends', held(promise, true));
    await sign(page);
    await title(page, 'Sent, outcome not known yet');
    await press(page, 'Ask again');
    await title(page, 'Being sent');
    resolve();
    await page.getByRole('button', { name: 'Still not known' }).waitFor();
  });

  test('asking again without an answer says so, and keeps the page as it is', async () => {
    const { page } = await openOnRoad(stage);
    stage.scene.road.faults.push('dies before it sends', 'dies before it sends');
    await sign(page);
    await title(page, 'Sent, outcome not known yet');
    await press(page, 'Ask again');
    await page.getByRole('button', { name: 'Still not known' }).waitFor();
    await page.route('**/ask-again', (route) => route.abort());
    await press(page, 'Ask again');
    await page.getByRole('alert').waitFor();
    await page.unroute('**/ask-again');
    await press(page, 'Ask again');
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
