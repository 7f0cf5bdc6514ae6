/** Two people on one link sign for one account one after the other; its signers are on the sandbox's ledger. */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { hasBrowser, openLoneTab, openTab } from '@countersign/testkit/page/browser';
import { type Freighter, installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput } from '@countersign/testkit/page/scene';
import { sharedAccount } from '@countersign/testkit/page/shared-account';
import { openStage, passTimeUntil } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const addressOf = (name: string) => sandboxKeypair(name).publicKey();
const client = addressOf('client');
const provider = addressOf('provider');

describe.runIf(hasBrowser)('an account that needs two of three signers', () => {
  const stage = openStage();

  async function prepared(needed = 2) {
    const key = await sharedAccount(stage.scene.rpcUrl, needed, 'client', 'provider');
    const signer = key.publicKey();
    const preparedRequest = await stage.scene.desk.prepare('deploy', deployInput({ signer }));
    return { signer, prepared: preparedRequest };
  }

  async function visit(signUrl: string | undefined, account?: string, options?: BrowserContextOptions) {
    const { page, oddities, close } =
      options === undefined
        ? await openTab(stage.browser, stage.scene.url)
        : await openLoneTab(stage.browser, stage.scene.url, options);
    onTestFinished(close);
    const wallet: { freighter?: Freighter } = {};
    if (account !== undefined) {
      wallet.freighter = await installFreighter(page, NETWORKS.sandbox.passphrase, account);
    }
    await page.goto(signUrl as string);
    await page.locator('.signers').waitFor();
    return { page, oddities, freighter: wallet.freighter as Freighter };
  }

  const progress = (page: Page) => page.locator('.signers [role=status]');
  const says = (page: Page, text: string) => progress(page).getByText(text).waitFor();
  const choose = (page: Page, address: string) =>
    page.locator('.signers li', { hasText: address }).getByRole('radio').check();
  const settled = (page: Page) => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();

  test('two people sign in their own tabs: each sees who is missing, and it is sent once', async () => {
    const { signer, prepared: preparedRequest } = await prepared();
    const ann = await visit(preparedRequest.signUrl);
    const bob = await visit(preparedRequest.signUrl, 'provider');
    await says(ann.page, '2 of these 3 must sign. Nobody has signed yet.');
    expect(await ann.page.locator('.signers code').allTextContents()).toEqual(
      expect.arrayContaining([signer, client, provider]),
    );
    const sends = () => stage.scene.road.asked.filter((path) => path === '/helper/send-transaction').length;
    const before = sends();
    await choose(ann.page, client);
    await ann.page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await says(ann.page, '2 of these 3 must sign. 1 has signed.');
    expect(await ann.page.locator('.has-signed').textContent()).toMatch(`${client}✓ Has signed`);
    const text = String(await ann.page.locator('.signers').textContent());
    expect(text).toMatch(/Send this link to the others.*switch the account in your wallet/);
    expect(text).toMatch(/must have signed by .*, which is in \d:\d\d\./);
    expect(sends()).toBe(before);
    // The other person's page updates by itself, and their wallet is asked to sign as them.
    await says(bob.page, '1 has signed.');
    await choose(bob.page, provider);
    await bob.page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await Promise.all([settled(ann.page), settled(bob.page)]);
    expect(sends()).toBe(before + 1);
    expect(await stage.scene.desk.status(preparedRequest.id)).toMatchObject({ status: 'settled', by: 'ledger' });
    expect([...ann.oddities, ...bob.oddities]).toEqual([]);
  });

  test('in the last seconds it is not renewed for the second signer; after it expires everybody signs again', async () => {
    const { prepared: preparedRequest } = await prepared();
    const { page } = await visit(preparedRequest.signUrl);
    await choose(page, client);
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await says(page, '1 has signed.');
    await passTimeUntil(stage.scene, page, preparedRequest.expiresAt, 15);
    const late = await visit(preparedRequest.signUrl);
    await says(late.page, '1 has signed.');
    expect((await stage.scene.desk.status(preparedRequest.id)).transactionHash).toBe(preparedRequest.transactionHash);
    await passTimeUntil(stage.scene, page, preparedRequest.expiresAt, -5);
    const over = await visit(preparedRequest.signUrl);
    await says(over.page, 'Nobody has signed yet.');
    const text = String(await over.page.locator('.signers').textContent());
    expect(text).toContain('was not sent in time. Everybody signs this new one.');
    expect(text).toContain(`${client}Signed before, and must sign again`);
    expect((await stage.scene.desk.status(preparedRequest.id)).transactionHash).not.toBe(
      preparedRequest.transactionHash,
    );
  });
});
