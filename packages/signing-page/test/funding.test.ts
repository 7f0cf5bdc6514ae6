/** The page of a payment: what a person reads, signs and is told, and what it refuses to show as compared. */
import { signAs } from '@countersign/testkit/mcp/request';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, platform } from '@countersign/testkit/page/scene';
import { changeViews, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('a payment', () => {
  const stage = openStage();
  let count = 0;

  /** The page of a payment into an escrow of its own. */
  async function open(input: Record<string, unknown> = {}, prepare?: (page: Page) => Promise<void>) {
    const { desk, url } = stage.scene;
    count += 1;
    const deploy = await desk.prepare('deploy', deployInput({ engagementId: `funding-${count}` }));
    const signedXdr = signAs('client', deploy.unsignedXdr as string, deploy.transactionHash);
    await desk.submit({ signedXdr, id: deploy.id });
    const prepared = await desk.prepare('fund', { id: deploy.id, ...input });
    const { page, oddities, close } = await openTab(stage.browser, url);
    onTestFinished(close);
    await prepare?.(page);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared, deploy, oddities };
  }
  const textOf = async (page: Page, selector: string) => String(await page.locator(selector).textContent());

  test('the page says who pays how much to which escrow and what follows, and one click pays', async () => {
    const { page, prepared, deploy, oddities } = await open();
    const { total, title, signer } = deploy.summary;
    expect(await textOf(page, '.status')).toContain('Decoded and compared with the request in your browser.');
    expect(await textOf(page, '.status')).toContain(`holds ${total} of the ${total} USDC that it needs`);
    expect(await page.locator('.sentences p').allTextContents()).toEqual([
      'Ana pays 5,000 USDC now.',
      'Ben gets up to 4,860 USDC, in 3 steps, each after Ana approves and pays out. Fees: 140 USDC.',
      'It cannot be taken back; if there is a disagreement, Cleo decides. There is no deadline.',
      expect.stringContaining('only if its terms are still the same'),
    ]);
    expect(await textOf(page, '.card.milestones')).toContain(
      '1. Design approved by the museum1,200.0030.00003.60001,166.400',
    );
    expect(await textOf(page, '.card.milestones')).toContain('Ben gets');
    expect(await textOf(page, '.card.people')).toMatch(/Cleo: decides a dispute/);
    const shown = await textOf(page, 'main');
    for (const part of [title, '5,000 USDC', signer, deploy.contractId, 'only if its terms are still the same']) {
      expect(shown).toContain(part);
    }
    expect(await textOf(page, 'main')).not.toMatch(/undefined|deploys this escrow/);
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await page.getByRole('heading', { name: 'Ana paid 5,000 USDC. Ben can start.', exact: true }).waitFor();
    expect(await stage.scene.desk.status(prepared.id)).toMatchObject({
      status: 'settled',
      contractId: deploy.contractId,
    });
    expect(await stage.scene.desk.get({ id: deploy.id })).toMatchObject({ held: total });
    expect(oddities).toEqual([]);
  });

  test('a plain transfer says what it does not do', async () => {
    const { page } = await open({ way: 'transfer', amount: '1' });
    expect(await textOf(page, '.card.escrow')).toContain('This is a plain payment');
    expect(await textOf(page, '.status')).toContain('does not check');
  });

  test('a stop is confirmed by typing the amount of the payment', async () => {
    const { page, deploy } = await open({ amount: '1', way: 'transfer' });
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await page.getByRole('heading', { name: 'Ana paid 1 USDC.', exact: true }).waitFor();
    const again = await stage.scene.desk.prepare('fund', { id: deploy.id, amount: '1' });
    expect(again.status).toBe('to-confirm');
    await page.goto(again.signUrl as string);
    await page.getByRole('heading', { name: 'Stop and read this first' }).waitFor();
    await page.locator('#amount').fill('1');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByRole('heading', { name: /^Pay 1 USDC into escrow for/ }).waitFor();
  });

  test('a payment that another payer has made meanwhile is not sent, and the page then asks about it', async () => {
    const { page, deploy } = await open();
    const { desk } = stage.scene;
    const { total } = deploy.summary;
    const other = await desk.prepare('fund', { id: deploy.id, signer: platform.address });
    await desk.submit({ signedXdr: signAs('platform', other.unsignedXdr as string, other.transactionHash) });
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await page.getByRole('heading', { name: 'Stop and read this first' }).waitFor();
    expect(await textOf(page, 'main')).toContain(
      'This payment is 5000 USDC more than the escrow needs: it holds 5000 of 5000 USDC.',
    );
    expect(await desk.get({ id: deploy.id })).toMatchObject({ held: total });
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await page.locator('#amount').fill('5,000');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
  });

  test('a transaction other than the requested payment cannot be signed', async () => {
    const { page } = await open({}, (tab) =>
      changeViews(tab, (view) => ({ ...view, request: { ...view.request, amount: '999' } })),
    );
    await page.getByRole('heading', { level: 1, name: 'Do not sign this' }).waitFor();
    expect(await textOf(page, '.status')).toContain('amount');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
  });
});
