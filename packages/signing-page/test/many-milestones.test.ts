/** What a person signs is never shortened: as many milestones as fit, whole, on a phone and on a wide screen. */
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, signAndSend } from '@countersign/testkit/page/scene';
import { endClean, isTooWide, openStage } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';

const posters = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ description: `Poster ${at + 1}`, amount: `${at + 1}` }));

describe.runIf(hasBrowser)('many milestones', () => {
  const stage = openStage();

  async function open(input: ReturnType<typeof deployInput>, width: number) {
    const viewport = { width, height: 800 };
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, { viewport });
    endClean({ close, oddities });
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await page.goto(prepared.signUrl as string);
    await page.locator('.shares').waitFor();
    return { page, prepared };
  }

  test.each([
    ['multi', 22, 320],
    ['multi', 22, 1280],
    ['single', 30, 320],
  ] as const)('a deploy of a %s release with %i is shown whole at a width of %i', async (kind, count, width) => {
    const milestones = posters(count);
    const { page } = await open(
      deployInput({ kind, milestones, description: 'Posters', engagementId: `${kind}-${width}` }),
      width,
    );
    expect(await page.locator('.shares tbody .what').allTextContents()).toEqual(
      milestones.map(({ description }, at) => `${at + 1}. ${description}`),
    );
    // What is paid at once has no amounts of its own to fill a phone with.
    expect(await page.locator('.shares tbody td:visible').count()).toBe(kind === 'single' ? 0 : 4 * count);
    expect(await isTooWide(page)).toBe(false);
  });

  test('shows the payout of each, in the payment too, and afterwards how far each is', async () => {
    const milestones = posters(22);
    const { page, prepared } = await open(
      deployInput({ milestones, description: 'Posters', engagementId: 'paid' }),
      320,
    );
    expect(await page.locator('.shares tbody td:nth-child(2)').allTextContents()).toEqual(
      milestones.map(({ amount }) => `${amount}.00`),
    );
    const { desk } = stage.scene;
    await signAndSend(desk, 'client', await desk.renew(prepared.id));
    const payment = await desk.prepare('fund', { escrow: prepared.contractId, signer: prepared.summary.signer });
    await page.goto(payment.signUrl as string);
    await page.locator('.shares').waitFor();
    expect(await page.locator('.shares tbody .what').count()).toBe(22);
    expect(await isTooWide(page)).toBe(false);
    await signAndSend(desk, 'client', payment);
    await page.goto(prepared.signUrl as string);
    await page.locator('ol.life').waitFor();
    expect(await page.locator('ol.life > li').count()).toBe(2 + 22);
    expect(await isTooWide(page)).toBe(false);
  });
});
