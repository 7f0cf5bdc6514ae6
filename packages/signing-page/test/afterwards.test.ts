/** A page whose transaction has settled: its receipt on paper, notifications, and what its forms refuse. */
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { client, deployInput, fundedEscrow, signAndSend, take } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sign } from './access-stage.ts';

/** The roles of a client who also does the work. */
const ALONE = { approver: client.address, serviceProvider: client.address, release: client.address };

describe.runIf(hasBrowser)('a settled page', () => {
  const stage = openStage();
  const open = async (signUrl: unknown): Promise<Page> => {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    endClean({ close, oddities });
    await page.goto(String(signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const prepareDeploy = async (changes: object = {}) => {
    const roles = { ...(deployInput()['roles'] as object), ...ALONE };
    return await stage.scene.desk.prepare('deploy', deployInput({ roles, ...changes }));
  };

  test('prints a receipt of one page in black on white, with nothing to press', async () => {
    const long = 'A description that somebody made as long as they could. '.repeat(6);
    const page = await open(
      (
        await prepareDeploy({
          title: '</h1><img src=x onerror=alert(1)> '.repeat(2).trim(),
          milestones: Array.from({ length: 10 }, (_, at) => ({ description: `${at} ${long}`, amount: `${at + 1}.5` })),
        })
      ).signUrl,
    );
    await sign(page);
    await page.locator('ol.life').waitFor();
    await page.evaluate('window.print = () => { window.printed = true; }');
    await page.getByRole('button', { name: 'Print a receipt' }).click();
    expect(await page.evaluate('window.printed')).toBe(true);
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), format).toHaveLength(1);
    }
    const receipt = page.locator('.receipt');
    expect(await receipt.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await receipt.textContent()).toContain('</h1><img src=x onerror=alert(1)>');
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    expect(await styleOf('.receipt h1', 'color')).toBe('rgb(0, 0, 0)');
    expect(await styleOf(':root', 'backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await receipt.locator('button, a, input, img, [onclick]').count()).toBe(0);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('sends browser notifications only to a person who switched them on', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const page = await open((await desk.prepare('approve', { escrow, milestone: 1 })).signUrl);
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
    const switchOn = () => page.getByRole('button', { name: 'Tell me when something happens' }).click();
    await page.reload();
    await sign(page);
    await page.getByRole('button', { name: 'Pay out milestone 1' }).waitFor();
    expect(await page.evaluate('window.asked')).toBeUndefined();
    await switchOn();
    await page.getByText('Your browser tells you while this tab stays open.').waitFor();
    await hide(true);
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    await expect
      .poll(() => page.evaluate('window.told'))
      .toEqual([['Website for the harbour museum', 'Ben reports progress on milestone 2.']]);
    await hide(false);
    await page.getByRole('button', { name: 'Stop telling me' }).click();
    await page.evaluate("Notification.requestPermission = async () => 'denied'");
    await switchOn();
    await page.getByText('Your browser does not let this page tell you.').waitFor();
  });

  test('refuses a secret as evidence, which never leaves the page', async () => {
    const { desk } = stage.scene;
    const deploy = await prepareDeploy();
    await signAndSend(desk, 'client', deploy);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
    const page = await open(deploy.signUrl);
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
    const first = page.locator('ol.life > li', { hasText: 'Milestone 1' });
    await first
      .getByLabel('Evidence')
      .fill(`S${'A'.repeat(55)} SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4`);
    await first.getByRole('button', { name: 'Report milestone 1 as done' }).click();
    await first.getByRole('alert').getByText('looks like a secret').waitFor();
    expect(asked.filter((url) => !url.endsWith('/opened'))).toEqual([]);
  });
});
