/** The page of an escrow in a real browser, for a reader of whom nothing is known. */
import { NETWORKS } from '@countersign/core/network';
import type { EscrowPageView } from '@countersign/signing-page/internal/page-view';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { client, fundedEscrow, take } from '@countersign/testkit/page/scene';
import { barriers, changeViews, endClean, isTooWide, openStage, textOf } from '@countersign/testkit/page/stage';
import { Address } from '@stellar/stellar-sdk/base';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';

const PHONE = { viewport: { width: 390, height: 844 } } as const;
const WIDE = { viewport: { width: 1280, height: 800 } } as const;
const EVIDENCE = 'https://example.org/harbour/design-v3.pdf';

describe.runIf(hasBrowser)('the page of an escrow', () => {
  const stage = openStage();

  async function open(address: string, options: BrowserContextOptions = WIDE) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    endClean({ close, oddities });
    await page.goto(`${stage.scene.url}/escrow/${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Reported and approved in part, so that it has every kind of row. */
  async function atWork() {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: EVIDENCE });
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 2, evidence: 'See https://evil.example' });
    return escrow;
  }

  test('shows what anyone with the address can see, in the third person', async () => {
    const escrow = await atWork();
    const page = await open(escrow);
    const main = await textOf(page.locator('main'));
    for (const part of [
      'Website for the harbour museum',
      'Release signer (Ana) pays out milestone 1.',
      'Approver (Ana) approves milestone 2.',
      'Service provider (Ben) reports progress on milestone 3.',
      'This escrow pays 5,000 USDC for 3 milestones, each on its own.',
      'It holds 5,000 USDC, enough for all that it has yet to pay.',
      'From each payout the platform gets 2.5 % and the escrow service 0.3 %; the receiver gets the rest.',
      'AnaApprover, Release signer',
      String(client.address),
      'Verified: this contract runs escrow code that Countersign pins for this network.',
      'Reported by 127.0.0.1 as of ledger',
      'It has been like this since ',
    ]) {
      expect(main).toContain(part);
    }
    expect(main).not.toMatch(/\b[Yy]ou\b|\b[Yy]our\b/);
    expect(await page.title()).toBe('An escrow · Countersign');
    expect(await textOf(page.locator('.band'))).toContain('Sandbox');
  });

  test('shows evidence as a link only where it is nothing else, and the link whole', async () => {
    const page = await open(await atWork());
    const links = page.locator('.evidence a');
    expect(await links.allTextContents()).toEqual([EVIDENCE]);
    expect(await links.first().getAttribute('rel')).toContain('noreferrer');
    expect(await textOf(page.locator('main'))).toContain('See https://evil.example');
  });

  test('asks for the history once a reader wants it', async () => {
    const escrow = await atWork();
    const page = await open(escrow);
    expect(await page.locator('.happened').count()).toBe(0);
    await page.getByRole('button', { name: 'Show what happened' }).click();
    await page.locator('.happened').waitFor();
    expect(await page.locator('.happened li > p:first-child').allTextContents()).toEqual([
      'Progress was reported on milestone 2',
      'Milestone 1 was approved',
      'Progress was reported on milestone 1',
      '5,000 USDC arrived',
      'The escrow was set up',
    ]);
  });

  test('shows a step that somebody took in the meantime', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const page = await open(escrow);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    await expect
      .poll(async () => {
        await page.evaluate('void dispatchEvent(new Event("focus"))');
        return await textOf(page.locator('main'));
      })
      .toContain('Approver (Ana) approves milestone 1.');
  });

  test('says first that an escrow with code that is not pinned was not checked', async () => {
    const escrow = await atWork();
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, WIDE);
    endClean({ close, oddities });
    await changeViews<EscrowPageView>(page, ({ network: { wasmHash: _, single: __, ...unpinned }, ...report }) => ({
      ...report,
      network: unpinned,
    }));
    await page.goto(`${stage.scene.url}/escrow/${escrow}`);
    await page.getByText('Countersign did not check who made this escrow').waitFor();
    expect(await textOf(page.locator('main'))).not.toContain('Verified');
    expect(await page.locator('h1 ~ .note').count()).toBe(1);
  });

  test('says of an address without an escrow what it is', async () => {
    const token = await open(NETWORKS.sandbox.tokens[0].address);
    await token.getByRole('heading', { level: 1, name: 'This is a token, not an escrow' }).waitFor();
    const nothing = await open(Address.contract(new Uint8Array(32).fill(9)).toString());
    await nothing.getByRole('heading', { level: 1, name: 'No contract at this address' }).waitFor();
    expect(await textOf(nothing.locator('main'))).toContain('127.0.0.1 reports that nothing exists at this address');
  });

  test.each([
    ['a phone', PHONE],
    ['a wide screen', WIDE],
    ['a dark phone in Spanish', { ...PHONE, locale: 'es-MX', colorScheme: 'dark' as const }],
  ])('has no barriers and fits on %s', async (name, options) => {
    const page = await open(await atWork(), options);
    await page.getByRole('button', { name: /^(?:Show what happened|Mostrar lo que pasó)$/ }).click();
    await page.locator('.happened').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    const folder = process.env['SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/escrow ${name}.png`, fullPage: true });
  });
});
