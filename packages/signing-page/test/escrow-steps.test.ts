/** Two people at a public address, each with a wallet and the escrow's address and nothing else. */
import { createServer } from 'node:http';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { listenOnLoopback } from '@countersign/local-http/internal/listen-on-loopback';
import { serveSigningPage } from '@countersign/signing-page';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { fundedEscrow } from '@countersign/testkit/page/scene';
import { barriers, endClean, isTooWide, openStage, textOf } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

const STRANGER = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
const WALLET = { provider: /^Ben /, client: /^Ana / } as const;

describe.runIf(hasBrowser)('the steps of an escrow’s parties', () => {
  const stage = openStage();

  /** Another installation's page as its people reach it: everyone who opens it is a visitor. */
  async function servePublic(): Promise<string> {
    const { port, stop } = await listenOnLoopback(createServer(), 0);
    await stop();
    const publicUrl = `http://127.0.0.1:${port}`;
    const served = await serveSigningPage({ desk: stage.scene.desk, port, publicUrl });
    onTestFinished(() => served.close());
    return publicUrl;
  }

  async function visit(url: string, account: keyof typeof WALLET) {
    const { page, oddities, close } = await openLoneTab(stage.browser, url);
    endClean({ close, oddities });
    const wallet = await installFreighter(page, NETWORKS.sandbox.passphrase, account);
    let clicks = 0;
    const click = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().click();
      clicks += 1;
    };
    const choose = async () => {
      await page.getByRole('radio', { name: WALLET[account] }).click();
      clicks += 1;
    };
    /** Signs what is shown, and waits until the ledger has it. */
    const sign = async (settled: string) => {
      await page.waitForURL(/\/sign\/[0-9a-f]{32}$/);
      await click('Sign with Freighter');
      await page.getByRole('heading', { level: 1, name: settled }).waitFor();
    };
    return { page, wallet, click, choose, sign, clicked: () => clicks };
  }

  test('lead from the report to the payout by the address alone', async () => {
    const [url, escrow] = [await servePublic(), await fundedEscrow(stage.scene.desk)];
    const provider = await visit(url, 'provider');
    await provider.page.goto(`${url}/escrow/${escrow}`);
    await provider.choose();
    await provider.page.getByLabel('Where the work can be seen').first().fill('https://example.org/harbour');
    await provider.click('Report milestone 1 as done');
    // A text for the others to read: the wallet signs in first, once for all that follows.
    await provider.click('Sign with Freighter');
    await provider.sign('Progress is reported');
    expect(provider.clicked()).toBe(4);

    const client = await visit(url, 'client');
    await client.page.goto(`${url}/escrow/${escrow}`);
    await client.choose();
    await client.click('Approve milestone 1');
    await client.sign('The milestone is approved');
    // The next step follows from the page of the one before.
    await client.click('Pay out milestone 1');
    await client.page.waitForURL(/\/sign\/[0-9a-f]{32}$/);
    await client.sign('The money is paid out');
    expect(client.clicked()).toBe(5);
    await client.page.getByRole('link', { name: 'All of this escrow, and the steps of the others' }).click();
    await client.page.waitForURL(`${url}/escrow/${escrow}`);
    // The tab still knows which wallet it was.
    await client.page.getByText('The escrow does not wait for this wallet. It can also:').waitFor();
    expect(await stage.scene.desk.get({ contractId: escrow })).toMatchObject({ held: '3800' });
  });

  test('name the fields of each step, and what the server refuses', async () => {
    const escrow = await fundedEscrow(stage.scene.desk);
    const { page, oddities, close } = await openLoneTab(stage.browser, stage.scene.url, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    endClean({ close, oddities });
    await page.goto(`${stage.scene.url}/escrow/${escrow}`);
    await page.getByRole('radio', { name: /^Demo Platform / }).click();
    await page.getByText('Change the terms').first().click();
    await page.getByLabel('title').fill('Another title');
    await page.getByRole('button', { name: 'Change the terms' }).click();
    await page.getByRole('alert').waitFor();
    expect(await textOf(page.getByRole('alert'))).toContain('5000 USDC');
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('radio', { name: /^Ana / }).click();
    await page.getByText('Cancel and refund').first().click();
    await page.getByLabel('Who gets the money back (G…)').fill(sandboxKeypair('client').publicKey());
    await page.getByRole('button', { name: 'Cancel and refund' }).click();
    await page.waitForURL(/\/sign\/[0-9a-f]{32}$/);
    await page.getByRole('heading', { level: 1, name: /^Dispute milestone 1/ }).waitFor();
    // Someone without a role can pay in, and only while money is missing.
    await page.goto(`${stage.scene.url}/escrow/${escrow}`);
    await page.getByRole('radio', { name: 'Another wallet, which pays in' }).click();
    await page.getByLabel('Address of that wallet (G…)').fill(STRANGER);
    await page.getByText('There is nothing that this wallet can do here now.').waitFor();
  });
});
