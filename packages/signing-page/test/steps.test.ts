/** The page of each step in an escrow's life: what a person reads and signs, the outcome, and who is next. */
import { escrowStateOf, type StepInput, type StepRequests } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, provider, take } from '@countersign/testkit/page/scene';
import { openStage, passTimeUntil, withoutFirstView } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const client = String(deployInput().signer);
type StateOfStep = NonNullable<ReturnType<typeof escrowStateOf>>;
const TITLE = 'Website for the harbour museum';

describe.runIf(hasBrowser)('a step of an escrow’s life', () => {
  const stage = openStage();

  async function open(step: StepName, input: StepInput) {
    const prepared = await stage.scene.desk.prepare(step, input);
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    await page.goto(String(prepared.signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared };
  }
  const textOf = async (page: Page, selector: string) => String(await page.locator(selector).textContent());
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const sign = (page: Page, who: string) => page.getByRole('button', { name: `Sign as demo account “${who}”` }).click();
  /** Each row as the texts of its cells. */
  const rows = async (page: Page, name: string) => {
    const found = await page.getByRole('table', { name }).getByRole('row').all();
    return await Promise.all(
      found.map(async (row) => (await row.locator('th, td').allTextContents()).map((text) => text.trim())),
    );
  };
  const released = async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'The design, in three files' });
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    return escrow;
  };

  test('a payout says who is paid what to the last unit, what is left, and after one click who is next', async () => {
    const escrow = await released();
    const { page } = await open('release', { escrow, milestone: 1 });
    await title(
      page,
      /^Ben gets 1,166\.40 USDC \(1,200 less fees\)\s3,800 USDC stays in the escrow for milestones 2 and 3$/,
    );
    expect(await textOf(page, '.status')).toContain(
      'Release signer: pay out milestone 1 of 3, “Design approved by the museum”',
    );
    expect(await textOf(page, '.status')).toContain('It cannot be taken back.');
    expect(await textOf(page, '.status')).toContain('Decoded and compared with the request in your browser.');
    for (const part of ['Ana: releases the money', client, 'demo account “client”']) {
      expect(await textOf(page, '.people')).toContain(part);
    }
    expect(await textOf(page, '.line')).toContain(TITLE);
    expect(await textOf(page, '.transaction')).toContain(escrow);
    expect(await rows(page, 'As the ledger had the escrow')).toEqual([
      ['Now', 'After'],
      ['Milestone 1'],
      ['Approved', 'Paid out'],
      ['In the escrow'],
      ['5,000 USDC', '3,800 USDC'],
    ]);
    expect(await rows(page, 'Out of the escrow, to the last unit')).toEqual([
      ['To', 'Amount'],
      ['The service’s fee account', '3.60 USDC'],
      ['Platform, its fee: Demo Platform', '30.00 USDC'],
      ['Receiver: Ben', '1,166.40 USDC'],
      ['Paid out in all, fees included', '1,200.00 USDC'],
      ['Left in the escrow', '3,800.00 USDC'],
    ]);
    expect(await page.locator('.card.next').isVisible()).toBe(true);
    await sign(page, 'client');
    await title(page, 'The money is paid out');
    const now = page.locator('.life > li', { hasText: 'Milestone 2' });
    await now.getByText('Ben reports progress on milestones 2 and 3.').waitFor();
    const reply = await textOf(page, '.status');
    expect(reply).toContain(provider.address);
    expect(reply).toContain(escrow);
    expect(await page.locator('.card.next').isVisible()).toBe(false);
    expect(await stage.scene.desk.get({ contractId: escrow })).toMatchObject({ held: '3800' });
    expect(await textOf(page, 'main')).not.toContain('undefined');
  });

  test('an approval says that no money moves, and names who is next as in the address book', async () => {
    const { desk } = stage.scene;
    const serviceProvider = Keypair.random().publicKey();
    const roles = { ...(deployInput()['roles'] as object), serviceProvider };
    const escrow = await fundedEscrow(desk, { roles });
    const { id } = await desk.get({ contractId: escrow });
    const { signUrl } = await desk.status(String(id));
    await desk.page(String(signUrl).slice(-32)).nameAddress({ name: 'Ana Luísa', address: serviceProvider });
    const { page, prepared } = await open('approve', { escrow, milestone: 2 });
    expect(await textOf(page, '.status')).toContain('The service provider reported no progress of milestone 2.');
    expect(await page.locator('.report').count()).toBe(0);
    expect(await textOf(page, '.status')).toContain('It pays nobody: the release signer (Ana) pays out');
    expect(await page.getByText('Decline', { exact: true }).count()).toBe(1);
    expect(await textOf(page, '.card.money')).toContain('None. The escrow holds 5,000 USDC, before and after.');
    expect(await textOf(page, '.status')).toContain('It cannot be taken back.');
    const next = await textOf(page, '.card.next');
    expect(next).toContain('Ana Luísa reports progress on milestones 1 and 3.');
    expect(next).toContain('Ana pays out milestone 2.');
    await sign(page, 'client');
    await title(page, 'The milestone is approved');
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled', action: 'approve' });
  });

  test('a decision that pays a stranger is confirmed by typing what is paid; other receivers have their roles next to them', async () => {
    const { desk } = stage.scene;
    const roles = { ...(deployInput()['roles'] as object), platformAddress: client };
    const escrow = await fundedEscrow(desk, { roles });
    await take(desk, 'client', 'dispute', { escrow, milestone: 3, signer: client });
    const shares = (stranger: string) => [
      { address: client, amount: '900' },
      { address: stranger, amount: '99.5' },
    ];
    const { page } = await open('resolve', { escrow, milestone: 3, distributions: shares(platform.address) });
    await title(page, 'Stop and read this first');
    expect(await textOf(page, '.status')).toContain('who has no role in this escrow');
    const money = await textOf(page, '.card.money');
    expect(money).toContain('Approver, Platform, Release signer');
    expect(money).toContain('Nobody with a role in this escrow');
    await page.getByLabel('type the total exactly').fill('999.5');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await title(
      page,
      /^Ana gets 874\.80 USDC \(900 less fees\)\sDemo Platform gets 96\.714 USDC \(99\.50 less fees\)\s[\d,.]+ USDC stays in the escrow for milestones 1 and 2$/,
    );
    expect(await textOf(page, '.sign')).toContain('This was confirmed');
    await sign(page, 'arbiter');
    await title(page, 'The dispute is decided');
  });

  test('a step renewed after the escrow has changed shows what is new before it is signed', async () => {
    const { desk } = stage.scene;
    const escrow = await released();
    const { page, prepared } = await open('approve', { escrow, milestone: 2 });
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    await passTimeUntil(stage.scene, page, prepared.expiresAt, 0);
    await sign(page, 'client');
    await page.getByText('Read what is new in it, then sign').waitFor();
    const news = await textOf(page, '.news');
    expect(news).toContain('Money that moves');
    expect(news).toContain('left: 3,800 USDC');
    await sign(page, 'client');
    await title(page, 'The milestone is approved');
  });

  test('refuses an approval of a report that was changed meanwhile, and marks the new one, also where it is long', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const report = (status: string, evidence: string) =>
      take(desk, 'provider', 'change-status', { escrow, milestone: 1, status, evidence });
    await report('done', 'The design, in three files');
    const { page, prepared } = await open('approve', { escrow, milestone: 1 });
    const long = `${'The design, in many words. '.repeat(36)}Files:`;
    await report('done', `${long} a.pdf`);
    await sign(page, 'client');
    await page.getByText('Read what is new in it, then sign').waitFor();
    const alert = await textOf(page, '[role=alert]');
    expect(alert).toContain('It was “done” with the evidence “The design, in three files”; now it is “done” with');
    expect(await textOf(page, '.news')).toMatch(/What you do.*Files: a\.pdf.*before.*in three files/s);
    expect(await textOf(page, '.status')).toContain('Files: a.pdf');
    // Nothing is sent while it is marked, and a renewal marks the next change as well.
    await report('done', `${long} b.pdf`);
    await passTimeUntil(stage.scene, page, String((await desk.status(prepared.id)).expiresAt), 0);
    await sign(page, 'client');
    await page.locator('.news', { hasText: 'Files: b.pdf' }).waitFor();
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'prepared' });
    await sign(page, 'client');
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
    await sign(page, 'client');
    await page.locator('.news', { hasText: /b\.pdf.*before.*a\.pdf/ }).waitFor();
  });

  test('an outdated step cannot be renewed, and the page says why', async () => {
    const { desk } = stage.scene;
    const escrow = await released();
    const { page, prepared } = await open('release', { escrow, milestone: 1 });
    await take(desk, 'client', 'dispute', { escrow, milestone: 1, signer: client });
    await passTimeUntil(stage.scene, page, prepared.expiresAt, 0);
    await sign(page, 'client');
    await title(page, 'Another transaction went first');
    await page.getByRole('button', { name: /again/i }).first().click();
    // In one look: the page may draw itself again at any time.
    await page.getByRole('alert').getByText('Milestone 1 is in dispute, so it cannot be paid out.').waitFor();
  });
});
