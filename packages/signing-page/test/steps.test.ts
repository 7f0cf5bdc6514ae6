/** Steps and payments that others overtook, and several in a row: what a person reads is what they sign, and nothing else is sent. */
import { escrowStateOf, type StepRequests } from '@countersign/core/actions';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, signAndSend, take } from '@countersign/testkit/page/scene';
import { endClean, openStage, passTimeUntil, withoutFirstView } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sign, title } from './access-stage.ts';

type StateOfStep = NonNullable<ReturnType<typeof escrowStateOf>>;

describe.runIf(hasBrowser)('a step of an escrow’s life', () => {
  const stage = openStage();

  async function open({ signUrl }: { readonly signUrl?: string | undefined }) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    endClean({ close, oddities });
    await page.goto(String(signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  const textOf = async (page: Page, selector: string) => String(await page.locator(selector).textContent());

  test('refuses an approval of a report that was changed meanwhile, and marks the new one, also where it is long', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const report = (status: string, evidence: string) =>
      take(desk, 'provider', 'change-status', { escrow, milestone: 1, status, evidence });
    await report('done', 'The design, in three files');
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    const page = await open(prepared);
    const long = `${'The design, in many words. '.repeat(36)}Files:`;
    await report('done', `${long} a.pdf`);
    await sign(page);
    await page.getByText('Read what is new in it, then sign').waitFor();
    const alert = await textOf(page, '[role=alert]');
    expect(alert).toContain('It was “done” with the evidence “The design, in three files”; now it is “done” with');
    expect(await textOf(page, '.news')).toMatch(/What you do.*Files: a\.pdf.*before.*in three files/s);
    expect(await textOf(page, '.status')).toContain('Files: a.pdf');
    // Nothing is sent while it is marked, and a renewal marks the next change as well.
    await report('done', `${long} b.pdf`);
    await passTimeUntil(stage.scene, page, String((await desk.status(prepared.id)).expiresAt), 0);
    await sign(page);
    await page.locator('.news', { hasText: 'Files: b.pdf' }).waitFor();
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'prepared' });
    await sign(page);
    await title(page, 'The milestone is approved');
  });

  test('marks a change beyond what it shows of a long report', async () => {
    const { desk } = stage.scene;
    const { signUrl, expiresAt } = await desk.prepare('approve', { escrow: await fundedEscrow(desk), milestone: 1 });
    const { page, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    // Other programs report without our limit.
    let evidence = `${'x'.repeat(1_500)}a.pdf`;
    await withoutFirstView(page);
    await page.route(/\/(view|renew)$/, async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as { request: StepRequests['approve'] };
      const { kind, escrow } = escrowStateOf(view.request, NETWORKS.sandbox) as StateOfStep;
      const milestones = escrow.milestones.map((each) => ({ ...each, status: 'done', evidence }));
      const state = kind.encode({ ...escrow, milestones }).toXdr('base64');
      await route.fulfill({ response, json: { ...view, request: { ...view.request, state } } });
    });
    await page.goto(String(signUrl));
    await title(page, /Approve/);
    await passTimeUntil(stage.scene, page, expiresAt, 0);
    evidence = evidence.replace('a.pdf', 'b.pdf');
    await sign(page);
    await page.locator('.news', { hasText: /b\.pdf.*before.*a\.pdf/ }).waitFor();
  });

  test('does not send a payment that another payer has made meanwhile, and then asks about it', async () => {
    const { desk } = stage.scene;
    const deploy = await desk.prepare('deploy', deployInput());
    await signAndSend(desk, 'client', deploy);
    const page = await open(await desk.prepare('fund', { id: deploy.id }));
    await signAndSend(desk, 'platform', await desk.prepare('fund', { id: deploy.id, signer: platform.address }));
    await sign(page);
    await title(page, 'Stop and read this first');
    expect(await textOf(page, 'main')).toContain(
      'This payment is 5000 USDC more than the escrow needs: it holds 5000 of 5000 USDC.',
    );
    expect(await desk.get({ id: deploy.id })).toMatchObject({ held: '5000' });
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await page.locator('#amount').fill('5,000');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
  });

  test('leads through the pages of several milestones, one after the other, and the last one ends it', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const page = await open(await desk.prepareStep(['approve'], { escrow, milestones: [1, 2, 3] }));
    const several = page.locator('.several');
    const goOn = async (button: string) => {
      const before = page.url();
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL((url) => url.href !== before);
      await page.getByRole('button', { name: /^Sign as/ }).waitFor();
    };
    await several.getByText('1 of 3: milestone 1. Then milestones 2 and 3').waitFor();
    await sign(page);
    await title(page, 'The milestone is approved');
    await several.getByText('Done: milestone 1. 2 of 3: milestone 2. Then milestone 3').waitFor();
    // One button for it, and not another in the list.
    expect(await page.getByRole('button', { name: 'Approve milestone 2' }).count()).toBe(0);
    await goOn('Next: milestone 2');
    await several.getByText('Done: milestone 1. 2 of 3: milestone 2.').waitFor();
    await sign(page);
    await goOn('Next: milestone 3');
    await several.getByText('Done: milestones 1 and 2. 3 of 3: milestone 3.').waitFor();
    await sign(page);
    await several.getByText('Done: milestones 1–3. Nothing is left of this request.').waitFor();
    expect(await page.getByRole('button', { name: /^Next:/ }).count()).toBe(0);
    const { milestones } = await desk.get({ contractId: escrow });
    expect(milestones.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  });
});
