/** What a page shows once its transaction has settled: its receipt, the terms and the state. */

import { hasBrowser } from '@countersign/testkit/page/browser';
import { client, fundedEscrow, platform, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { showChanged, sign, title } from './access-stage.ts';
import { ALONE, openSettledStage } from './settled-stage.ts';

describe.runIf(hasBrowser)('the receipt and the state on a settled page', () => {
  const stage = openSettledStage();
  const { open, prepareDeploy } = stage;
  const viewOf = async (page: Page) => (await (await fetch(`${page.url()}/view`)).json()) as PageView;

  test('a receipt names the milestone even if later settings would not let it be signed', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    await signAndSend(desk, 'client', prepared);
    const page = await open(prepared.signUrl);
    await showChanged(page, (view) => ({ ...view, maxFee: '1' }));
    await title(page, 'The milestone is approved');
    expect(await page.locator('.receipt').textContent()).toContain('Milestone 1 was approved. No money moved.');
  });

  test('a receipt is one page, with the terms, the hash and the state, and nothing to press', async () => {
    const long = 'A description that somebody made as long as they could. '.repeat(6);
    const prepared = await prepareDeploy({
      roles: ALONE,
      title: '</h1><img src=x onerror=alert(1)> '.repeat(2).trim(),
      milestones: Array.from({ length: 10 }, (_, index) => ({
        description: `${index} ${long}`,
        amount: `${index + 1}.5`,
      })),
    });
    const page = await open(prepared.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    await page.evaluate('window.print = () => { window.printed = true; }');
    await page.getByRole('button', { name: 'Print a receipt' }).click();
    expect(await page.evaluate('window.printed')).toBe(true);
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), format).toHaveLength(1);
    }
    expect(await page.locator('.receipt').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const receipt = page.locator('.receipt');
    const text = String(await receipt.textContent());
    const { transactionHash } = await stage.scene.desk.status(prepared.id);
    const { asOf } = (await viewOf(page)).escrow as { readonly asOf: number };
    for (const part of [
      transactionHash,
      prepared.contractId,
      client.address,
      provider.address,
      '10.50 USDC',
      '60.00 USDC',
      'Sandbox: simulated, worth nothing',
      'The escrow was set up. No money moved.',
      'The ledger’s, asked at',
      'Waiting for money, it holds 0 USDC, as of',
      String(new Date(asOf).getFullYear()),
      '</h1><img src=x onerror=alert(1)>',
    ]) {
      expect(text).toContain(part);
    }
    expect(await receipt.isVisible()).toBe(true);
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    expect([await styleOf('.band', 'display'), await styleOf('.layout', 'display')]).toEqual(['none', 'none']);
    expect(await styleOf('.receipt h1', 'color')).toBe('rgb(0, 0, 0)');
    expect(await styleOf(':root', 'backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await receipt.locator('button, a, input, img, [onclick]').count()).toBe(0);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('page and receipt show the terms as they are now, and what they were when they were signed', async () => {
    const { desk } = stage.scene;
    const prepared = await prepareDeploy();
    const { disputeResolver: arbiter } = prepared.summary.roles;
    await signAndSend(desk, 'client', prepared);
    const roles = { disputeResolver: platform.address };
    const terms = { escrow: prepared.contractId, platformFee: '9', roles };
    const { id, summary, judgement } = await desk.prepare('update', terms);
    await desk.confirm(id, { amount: summary.amount, shown: judgement.key });
    await signAndSend(desk, 'platform', await desk.prepare('update', terms));
    const page = await open(prepared.signUrl);
    await page.getByText('Its terms were changed on the ledger after this was signed.').waitFor();
    await page.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    const changes = String(await page.locator('.status .differences').textContent());
    expect(changes).toContain(`when signed${arbiter}on the ledger now${platform.address}`);
    expect(changes).toContain('when signed2.5 %on the ledger now9 %');
    const facts = String(await page.locator('.facts').textContent());
    expect(facts).toContain('Platform (9\u00a0%)');
    expect(facts).not.toContain('Platform (2.5');
    // Only the arbiter who decides now.
    expect(await page.locator('.facts').getByText(arbiter).count()).toBe(0);
    expect(await page.locator('.facts').getByText(platform.address).count()).toBe(1);
    const receipt = String(await page.locator('.receipt').textContent());
    expect(receipt).toContain('The platform’s fee is 9 % of what is paid out.');
    expect(receipt).toContain(`what it was when it was signedDispute resolver${arbiter}`);
  });

  test('the state of the escrow is read only from the ledger, and seldom', async () => {
    const { desk, road } = stage.scene;
    const prepared = await prepareDeploy();
    const page = await open(prepared.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    const before = road.asked.length;
    const first = (await viewOf(page)).escrow;
    await page.reload();
    await page.locator('ol.life').waitFor();
    expect((await viewOf(page)).escrow).toEqual(first);
    expect(road.asked.length).toBe(before);
    expect(await desk.page(page.url().slice(-32)).escrow()).toMatchObject({ missing: '5000', state: 'working' });
  });
});
