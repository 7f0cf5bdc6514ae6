/** The next steps that a page transactions and prepares once its transaction has settled. */

import { hasBrowser } from '@countersign/testkit/page/browser';
import { client, fundedEscrow, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sign, title } from './access-stage.ts';
import { ALONE, openSettledStage } from './settled-stage.ts';

describe.runIf(hasBrowser)('the next steps of a settled page', () => {
  const stage = openSettledStage();
  const { open, prepareDeploy } = stage;
  const textOf = async (page: Page) => String(await page.locator('main').textContent());
  const goOn = async (page: Page, button: string) => {
    const before = page.url();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: /^Sign as/ }).waitFor();
  };
  const next = (page: Page, body: object, headers = {}) =>
    fetch(`${page.url()}/next`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stage.scene.url, ...headers },
      body: JSON.stringify(body),
    });

  test('another person’s turn shows who that is and a sentence to send them, but no button', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: '<b>Harbour</b> “museum”' });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const page = await open((await desk.prepare('approve', { escrow, milestone: 1 })).signUrl);
    await sign(page);
    await title(page, 'The milestone is approved');
    const second = page.locator('ol.life > li', { hasText: 'Milestone 2' });
    await second.getByText('Ben reports progress on milestones 2 and 3.').waitFor();
    expect(await second.locator('code').first().textContent()).toBe(provider.address);
    expect(await second.locator('.words').textContent()).toBe(
      `It is your turn in the escrow “<b>Harbour</b> “museum””, milestone 2: please report the work when it is done. The escrow is ${escrow}, network: Sandbox: simulated, worth nothing.`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await second.getByRole('button', { name: 'Copy' }).click();
    await second.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('It is your turn');
    expect(await second.getByRole('button', { name: /^Report/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pay out milestone 1' }).count()).toBe(1);
  });

  test('the page prepares only its signer’s own steps, and only for its own escrow', async () => {
    const { desk } = stage.scene;
    const prepared = await prepareDeploy();
    const page = await open(prepared.signUrl);
    const codeOf = async (body: object) => {
      const reply = await next(page, body);
      const { error } = (await reply.json()) as {
        readonly error?: { readonly code: string; readonly message: string };
      };
      return `${reply.status} ${error?.code}`;
    };
    expect(await codeOf({ action: 'fund' })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    await sign(page);
    await page.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    // The provider's turn; no one's turn; not a step of a page; a field that is not the browser's to say.
    expect(await codeOf({ action: 'change-status', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    expect(await codeOf({ action: 'release', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    expect(await codeOf({ action: 'fund', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    for (const body of [
      { action: 'update' },
      { action: 'fund', amount: '1' },
      { action: 'fund', signer: provider.address },
      { action: 'fund', escrow: prepared.contractId },
      { action: 'fund', evidence: 'a link' },
      { action: 'approve', milestone: 1.5 },
      {},
      [],
    ]) {
      expect(await codeOf(body), JSON.stringify(body)).toBe('400 INPUT_INVALID');
    }
    expect((await next(page, { action: 'fund' }, { Origin: 'http://evil.example' })).status).toBe(403);
    const guessed = page.url().replace(/.{32}$/, '0'.repeat(32));
    const unknown = await fetch(`${guessed}/next`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stage.scene.url },
      body: JSON.stringify({ action: 'fund' }),
    });
    expect(unknown.status).toBe(404);
    const reply = await next(page, { action: 'fund' });
    const { next: id, ...view } = (await reply.json()) as { readonly next: string };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(view)).not.toContain(id);
    expect(await desk.page(id).view()).toMatchObject({
      action: 'fund',
      request: { signer: client.address, escrow: prepared.contractId, amount: '5000' },
    });
  });

  test('a secret is refused as evidence, and never leaves the page', async () => {
    const prepared = await prepareDeploy({ roles: ALONE });
    const page = await open(prepared.signUrl);
    await sign(page);
    await page.getByRole('button', { name: 'Prepare the payment' }).click();
    await page.waitForURL((url) => !String(prepared.signUrl).endsWith(url.pathname));
    await sign(page);
    await title(page, 'Ana paid 5,000 USDC.');
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
    const first = page.locator('ol.life > li', { hasText: 'Milestone 1' });
    await first
      .getByLabel('Evidence')
      .fill(`S${'A'.repeat(55)} SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4`);
    await first.getByRole('button', { name: 'Report milestone 1 as done' }).click();
    await first.getByRole('alert').getByText('looks like a secret').waitFor();
    expect(asked).toEqual([]);
  });

  test('a single release is paid in, reported, approved and paid out at once by the buttons of its pages', async () => {
    const milestones = ['Design', 'Launch'].map((description, at) => ({ description, amount: `${at + 1}00` }));
    const { signUrl, contractId } = await prepareDeploy({ kind: 'single', roles: ALONE, milestones });
    const page = await open(signUrl);
    expect(await textOf(page)).toContain('291.60 USDC goes to Ben, paid at once when all of it is approved');
    expect(await textOf(page)).toContain('Everything is paid out at once, when all milestones are approved.');
    const settle = async (name: string) => {
      await sign(page);
      await title(page, name);
    };
    await settle('The escrow is deployed');
    await goOn(page, 'Prepare the payment');
    await settle('Ana paid 300 USDC. Ana can start.');
    for (const number of [1, 2]) {
      await goOn(page, `Report milestone ${number} as done`);
      await settle('The progress is reported');
      await goOn(page, `Approve milestone ${number}`);
      await settle('The milestone is approved');
    }
    await goOn(page, 'Pay it out');
    expect(await textOf(page)).toMatch(/Receiver: Ben\s*291\.60 USDC/);
    await settle('The money is paid out');
    await page.getByText('Everything is paid out. Nothing is left to do.').waitFor();
    expect(await stage.scene.desk.get({ contractId })).toMatchObject({ kind: 'single', state: 'finished', held: '0' });
  });

  test('a milestone added while there is money is signed on its page, and paid in on the page of the deploy', async () => {
    const [{ desk }, prepared] = [stage.scene, await prepareDeploy()];
    await signAndSend(desk, 'client', prepared);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: prepared.id }));
    const escrow = prepared.contractId;
    const terms = { escrow, addMilestones: [{ description: 'Handover', amount: '250' }] };
    const update = await open((await desk.prepare('update', terms)).signUrl);
    expect(await textOf(update)).toMatch(/Milestone 4\s*none\s*Handover, 250 USDC, to G/);
    expect(await textOf(update)).toContain('None. The escrow holds 5,000 USDC, before and after.');
    await sign(update, 'platform');
    await title(update, 'The terms are changed');
    await update.locator('ol.life > li', { hasText: 'Milestone 4: Handover · 250 USDC' }).waitFor();
    const page = await open(prepared.signUrl);
    expect(await textOf(page)).toMatch(/Number of milestones\s*when signed\s*3\s*on the ledger now\s*4/);
    await page.getByRole('button', { name: 'Prepare the payment' }).click();
    await title(page, 'Stop and read this first');
    await page.getByLabel('type the total exactly as it is shown').fill('250');
    await page.getByRole('button', { name: 'I have read this, and want it all the same' }).click();
    await page.getByRole('button', { name: /^Sign as/ }).waitFor();
    expect(await textOf(page)).toContain('Ben gets up to 5,103 USDC, in 4 steps');
    await sign(page);
    await title(page, 'Ana paid 250 USDC.');
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: '5250', total: '5250' });
  });
});
