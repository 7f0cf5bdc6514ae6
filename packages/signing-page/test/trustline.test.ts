/** The page of a trustline: what a person reads and signs, the outcome, and what it refuses to sign. */
import { NETWORKS } from '@countersign/core/network';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { changeViews, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const [usdc] = NETWORKS.sandbox.tokens;

describe.runIf(hasBrowser)('a trustline', () => {
  const stage = openStage();

  async function open(prepare?: (page: Page) => Promise<void>) {
    const { desk, url, rpcUrl } = stage.scene;
    const worker = await newcomer(rpcUrl);
    const prepared = await desk.prepare('trust', { signer: worker.publicKey(), token: 'USDC' });
    const { page, oddities, close } = await openTab(stage.browser, url);
    onTestFinished(close);
    await prepare?.(page);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared, worker, oddities };
  }
  const textOf = async (page: Page, selector: string) => String(await page.locator(selector).textContent());

  test('says whose account may hold which token, what it costs, and that the trustline was added', async () => {
    const { page, prepared, worker, oddities } = await open();
    expect(await textOf(page, '.status')).toContain('Decoded and compared with the request in your browser.');
    expect(await textOf(page, '.status')).toContain('No money moves');
    const shown = await textOf(page, '.facts');
    for (const part of [worker.publicKey(), 'USDC', usdc.issuer]) expect(shown).toContain(part);
    expect(await textOf(page, '.status')).toContain('0.50 XLM');
    for (const place of ['.status', '.facts']) {
      expect(await textOf(page, place)).not.toMatch(/undefined|deploys this escrow/);
    }
    const signedXdr = signWith(worker, prepared.unsignedXdr as string);
    await stage.scene.desk.submit({ id: prepared.id, signedXdr });
    await page.getByRole('heading', { name: 'The trustline was added' }).waitFor();
    expect(await textOf(page, '.status')).not.toMatch(/Fund|Escrow address/);
    expect(oddities).toEqual([]);
  });

  test('a transaction other than the requested trustline cannot be signed', async () => {
    const { page } = await open((tab) =>
      changeViews(tab, (view) => {
        const trustline = { ...view.request.trustline, address: `C${'A'.repeat(55)}` };
        return { ...view, request: { ...view.request, trustline } };
      }),
    );
    await page.getByRole('heading', { level: 1, name: 'Do not sign this' }).waitFor();
    expect(await textOf(page, '.status')).toContain('Asset');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
  });
});
