/** What the browser itself refuses: whatever the server sends, only the requested transaction can be signed. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { DEAL, deployInput, platform } from '@countersign/testkit/page/scene';
import { changeViews, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

describe.runIf(hasBrowser)('in the browser', () => {
  const stage = openStage();

  /** A page whose views are changed on their way: what a wrong or hostile server might send. */
  async function openChanged(change: (view: PageView) => Promise<PageView> | PageView, paths = ['view', 'renew']) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    const freighter = await installFreighter(page, NETWORKS.sandbox.passphrase);
    const posted: string[] = [];
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    page.on('request', (request) => {
      const name = request.url().replace(/.*\//, '');
      // Every page reports that a person has opened it.
      if (request.method() === 'POST' && name !== 'opened') posted.push(name);
    });
    await changeViews(page, change, paths);
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(prepared.signUrl as string);
    return { page, prepared, freighter, posted };
  }
  const refused = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: 'Do not sign this' }).waitFor();
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    expect(await page.locator('#pasted').isVisible()).toBe(false);
    return String(await page.locator('.status').textContent());
  };
  const transactionOf = async (changes: Readonly<Record<string, unknown>>, view: PageView): Promise<PageView> => {
    const { engagementId } = view.request as { readonly engagementId: string };
    // Somebody else's, so that it is not a newer version of the one on the page.
    const stranger = stage.scene.desk.for({ tenant: 'elsewhere', id: 'somebody' });
    const other = await stranger.prepare('deploy', deployInput({ engagementId, ...changes }));
    return { ...view, offer: { ...view.offer, unsignedXdr: other.unsignedXdr as string } };
  };

  test('another receiver: both addresses are shown in full, and there is no way to sign', async () => {
    const roles = { ...(deployInput()['roles'] as object), receiver: platform.address };
    const { page, prepared } = await openChanged((view) => transactionOf({ roles }, view));
    const text = await refused(page);
    expect(text).toContain('Milestone 1: receiver');
    expect(text).toContain(prepared.summary.roles.receiver);
    expect(text).toContain(platform.address);
  });

  test('an honest first offer and a swapped renewal: the wallet is never asked, nothing is sent', async () => {
    const roles = { ...(deployInput()['roles'] as object), approver: platform.address };
    const { page, freighter, posted } = await openChanged((view) => transactionOf({ roles }, view), ['renew']);
    await page.getByRole('heading', { name: DEAL }).waitFor();
    stage.scene.clock.ahead += 200_000;
    await page.reload();
    expect(await refused(page)).toContain('Approver');
    expect(freighter.asked).toEqual([]);
    expect(posted).toEqual(['renew']);
  });

  test('addresses are shown in full, and copying one gives the address', async () => {
    const { page, prepared } = await openChanged((view) => view, []);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const codes = await page.locator('.facts .code').allTextContents();
    const { summary } = prepared;
    expect(codes).toEqual(
      expect.arrayContaining([
        summary.signer,
        summary.contractId,
        summary.token.address,
        ...Object.values(summary.roles),
      ]),
    );
    await page.locator('.people .code').first().click();
    expect(await page.evaluate('getSelection().toString()')).toBe(summary.roles.approver);
  });
});
