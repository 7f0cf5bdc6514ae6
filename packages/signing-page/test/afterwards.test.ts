/** A page whose transaction has settled: links, notifications, Spanish and accessibility. */

import { DESKTOP, hasBrowser, PHONE } from '@countersign/testkit/page/browser';
import { client, deployInput, fundedEscrow, provider, take } from '@countersign/testkit/page/scene';
import { barriers } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { showChanged, sign } from './access-stage.ts';
import { ALONE, openSettledStage } from './settled-stage.ts';

describe.runIf(hasBrowser)('a settled page', () => {
  const stage = openSettledStage();
  const { open, prepareDeploy } = stage;

  test('on a network that others share there are links away, plain ones; the sandbox has none', async () => {
    const prepared = await prepareDeploy();
    const page = await open(prepared.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    expect(await page.locator('a[href^="http"]').count()).toBe(0);
    await showChanged(page, (view) => ({ ...view, network: { ...view.network, name: 'testnet' } }));
    const links = page.locator('.look-up a');
    await links.first().waitFor();
    const { transactionHash } = await stage.scene.desk.status(prepared.id);
    const shown = await links.evaluateAll((all) =>
      all.map((each) => [each.getAttribute('href'), each.getAttribute('rel')]),
    );
    expect(shown).toEqual(
      [
        `https://stellar.expert/explorer/testnet/tx/${transactionHash}`,
        `https://stellar.expert/explorer/testnet/contract/${prepared.contractId}`,
        `https://viewer.trustlesswork.com/testnet/${prepared.contractId}`,
      ].map((href) => [href, 'noreferrer noopener']),
    );
    await page.getByText('These links leave this page.').waitFor();
  });

  test('only a person who switched them on gets browser notifications', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    const page = await open(prepared.signUrl);
    await page.context().grantPermissions(['notifications'], { origin: stage.scene.url });
    await page.addInitScript(`
      window.told = [];
      window.Notification = class extends Notification {
        constructor(title, options) { super(title, options); window.told.push([title, options.body]); }
        static requestPermission() { window.asked = (window.asked ?? 0) + 1; return super.requestPermission(); }
      };
      Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') });`);
    const hide = (isHidden: boolean) =>
      page.evaluate(`window.isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`);
    await page.reload();
    await sign(page);
    await page.getByRole('button', { name: 'Pay out milestone 1' }).waitFor();
    expect(await page.evaluate('window.asked')).toBeUndefined();
    await page.getByRole('button', { name: 'Tell me when something happens' }).click();
    await page.getByText('Your browser tells you while this tab stays open.').waitFor();
    await hide(true);
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    await expect
      .poll(() => page.evaluate('window.told'))
      .toEqual([['Website for the harbour museum', 'Ben reports progress on milestone 2.']]);
    await hide(false);
    await page.getByRole('button', { name: 'Stop telling me' }).click();
    await page.getByRole('button', { name: 'Tell me when something happens' }).waitFor();
  });

  test('a browser that is not asked to stop being silent is believed', async () => {
    const prepared = await prepareDeploy();
    const page = await open(prepared.signUrl);
    await sign(page);
    await page.evaluate("Notification.requestPermission = async () => 'denied'");
    await page.getByRole('button', { name: 'Tell me when something happens' }).click();
    await page.getByText('Your browser does not let this page tell you.').waitFor();
  });

  test('a settled page speaks Spanish to a Spanish browser', async () => {
    const prepared = await prepareDeploy({ roles: ALONE });
    const page = await open(prepared.signUrl, { locale: 'es-MX' });
    await page.getByRole('button', { name: 'Firmar como la cuenta de prueba' }).click();
    await page.getByRole('button', { name: 'Preparar el pago' }).waitFor();
    expect(await page.locator('.afterwards').textContent()).not.toMatch(/undefined|escrow|milestone/i);
    expect(await page.locator('.receipt').textContent()).toContain('Red simulada: nada aquí tiene valor');
  });

  test.each<[string, BrowserContextOptions]>([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ])('axe-core finds nothing in it, and nothing is cut off: %s', async (_, options) => {
    const { desk } = stage.scene;
    const input = deployInput();
    const roles = { ...(input['roles'] as object), serviceProvider: client.address, approver: provider.address };
    const escrow = await fundedEscrow(desk, { roles });
    await take(desk, 'client', 'change-status', { escrow, milestone: 1 });
    const report = await desk.prepare('change-status', { escrow, milestone: 2, evidence: 'https://example.org/2' });
    const page = await open(report.signUrl, options);
    await sign(page);
    // A button with a form, and another's turn with what can be sent to them.
    await page.getByRole('button', { name: 'Report milestone 3 as done' }).waitFor();
    await page.getByText('Send this to Ben:').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});
