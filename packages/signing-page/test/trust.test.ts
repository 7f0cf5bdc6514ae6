/** What the browser itself refuses: whatever the server sends, only the requested transaction can be signed. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { DEAL, deployInput, platform } from '@countersign/testkit/page/scene';
import { changeViews, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { cheaper } from './cheaper.ts';

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

  test.each<[string, (view: PageView) => PageView | Promise<PageView>, string]>([
    [
      'a larger amount',
      (view) => transactionOf({ milestones: [{ description: 'x', amount: '9000' }] }, view),
      'milestones',
    ],
    ['a higher platform fee', (view) => transactionOf({ platformFee: 19 }, view), '19 %'],
    ['a network fee above the limit', (view) => ({ ...view, maxFee: '1' }), 'Network fee'],
    [
      'another factory than pinned',
      (view) => ({ ...view, network: { ...view.network, factory: view.offer.contractId } }),
      'Factory',
    ],
    [
      'another passphrase for the network',
      (view) => ({ ...view, network: { ...view.network, passphrase: NETWORKS.public.passphrase } }),
      'Network passphrase',
    ],
    [
      'another escrow address than its own',
      (view) => ({ ...view, offer: { ...view.offer, contractId: view.network.factory as string } }),
      'Escrow address',
    ],
    [
      'no transaction at all',
      (view) => ({ ...view, offer: { ...view.offer, unsignedXdr: 'AAAA' } }),
      'not a Stellar transaction',
    ],
    ['nothing that can be read', (view) => ({ ...view, request: {} }) as unknown as PageView, 'a new escrow'],
  ])('%s', async (_, change, text) => {
    const { page } = await openChanged(change);
    expect(await refused(page)).toContain(text);
  });

  test('a sandbox that calls itself the public network is not believed', async () => {
    const { page } = await openChanged((view) => ({ ...view, network: { ...NETWORKS.public } }));
    await refused(page);
    expect(await page.locator('html').getAttribute('data-network')).toBe('public');
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

  test('a higher cost in a renewal is shown with the earlier one', async () => {
    const views: PageView[] = [];
    // The first view is of a cheaper transaction, as if the network’s fee had gone up since.
    const { page, freighter, posted } = await openChanged(
      (view) => {
        views.push(view);
        return views.length === 1 ? cheaper(view) : view;
      },
      ['view'],
    );
    await page.getByRole('heading', { name: DEAL }).waitFor();
    stage.scene.clock.ahead += 200_000;
    views.length = 0;
    await page.reload();
    await page.getByText('Read what is new in it, then sign').waitFor();
    expect(String(await page.locator('.changes').textContent())).toMatch(/Network fee[\d.]+ XLMbefore[\d.]+ XLM/);
    expect(freighter.asked).toEqual([]);
    expect(posted).toEqual(['renew']);
    await page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
    expect(posted).toEqual(['renew', 'submit']);
  });

  test('a stranger’s text is shown as text, never as markup or links', async () => {
    const nasty = '<img src=x onerror=alert(1)><b>Bold</b> [link](https://evil.example)';
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    const prepared = await stage.scene.desk.prepare(
      'deploy',
      deployInput({ title: nasty, description: nasty, milestones: [{ description: nasty, amount: '1' }] }),
    );
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('main img, main b, main a').count()).toBe(0);
    const text = String(await page.locator('main').textContent());
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(oddities).toEqual([]);
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
