/** Each way to sign, from the open page to an escrow on the sandbox's ledger. */

import { readFile } from 'node:fs/promises';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput, provider } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

const { passphrase } = NETWORKS.sandbox;

describe.runIf(hasBrowser)('signing', () => {
  const stage = openStage();

  async function open(input = deployInput(), prepare?: (page: Page) => Promise<void>) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(async () => {
      await close();
    });
    await prepare?.(page);
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared, oddities };
  }

  const settled = (page: Page) => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
  const problem = async (page: Page) => {
    const alert = page.getByRole('alert');
    await alert.waitFor();
    return String(await alert.textContent());
  };

  test('as a demo account: one click, and the escrow is at the address that the page showed', async () => {
    const { page, prepared, oddities } = await open();
    const calls = stage.scene.road.asked.length;
    expect(String(await page.locator('.transaction').textContent())).not.toContain('undefined');
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await settled(page);
    expect(stage.scene.road.asked.slice(calls)).toEqual(['/helper/send-transaction']);
    expect(await page.locator('.status .code').first().textContent()).toBe(prepared.contractId);
    const status = await stage.scene.desk.status(prepared.id);
    expect(status).toMatchObject({ status: 'settled', contractId: prepared.contractId });
    const { balances } = await stage.scene.desk.balances({
      signer: prepared.summary.signer,
      addresses: [prepared.contractId],
    });
    expect(balances).toEqual([
      { address: prepared.contractId, balance: '0', by: 'ledger', needed: prepared.summary.total, asset: 'USDC' },
    ]);
    expect(oddities).toEqual([]);
  });

  test('shows in full what each milestone pays out, in the token, with the service’s share', async () => {
    const milestones = [
      { description: 'Design', amount: '100' },
      { description: 'Launch', amount: '50' },
    ];
    const { page } = await open(deployInput({ milestones }));
    const rows = await page.locator('.shares :is(tbody, tfoot) tr').all();
    expect(await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))).toEqual([
      ['1. Design', '100.00', '2.50', '0.30', '97.20'],
      ['2. Launch', '50.00', '1.25', '0.15', '48.60'],
      ['Total', '150.00', '3.75', '0.45', '145.80'],
    ]);
  });

  test('a signer without a demo account is offered only wallets', async () => {
    const signer = sandboxKeypair('issuer').publicKey();
    const { page } = await open(deployInput({ signer }));
    expect(await page.getByRole('button', { name: /demo account/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign with Freighter' }).waitFor();
  });

  describe('with Freighter', () => {
    test('asks it for the account and this network, and submits what it returns', async () => {
      const freighters: Awaited<ReturnType<typeof installFreighter>>[] = [];
      const { page, oddities } = await open(deployInput(), async (tab) => {
        freighters.push(await installFreighter(tab, passphrase));
      });
      // An impatient person is still asked only once.
      await page.getByRole('button', { name: 'Sign with Freighter' }).dblclick();
      await settled(page);
      expect(freighters[0]?.asked).toEqual(['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS', 'SUBMIT_TRANSACTION']);
      expect(oddities).toEqual([]);
    });

    test('reports after a moment that it is not installed, and the page goes on', async () => {
      const { page } = await open();
      await page.getByRole('button', { name: 'Sign with Freighter' }).click();
      expect(await problem(page)).toContain('Freighter does not answer in this browser');
      await page.getByRole('button', { name: /demo account/ }).click();
      await settled(page);
    });

    test.each([
      ['is locked, and stays so', { answer: 'locked' }, 'It was not unlocked.'],
      ['declines', { answer: 'decline' }, 'The user rejected this request.'],
      ['is on another network', { network: NETWORKS.testnet.passphrase }, 'The passphrase of the transaction'],
      [
        'signs with another account',
        { account: 'provider' },
        `Freighter signed with another account, ${provider.address}`,
      ],
    ] as const)('reports that it %s, sends nothing, and lets the person try again', async (_, state, answer) => {
      const { page, prepared, oddities } = await open(deployInput(), async (tab) => {
        Object.assign(await installFreighter(tab, passphrase), state);
      });
      const calls = stage.scene.road.asked.length;
      await page.getByRole('button', { name: 'Sign with Freighter' }).click();
      expect(await problem(page)).toContain(answer);
      expect(stage.scene.road.asked.length).toBe(calls);
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
      await page.getByRole('button', { name: /demo account/ }).click();
      await settled(page);
      expect(oddities).toEqual([]);
    });

    test('can be given up when it never answers', async () => {
      const { page } = await open(deployInput(), async (tab) => {
        (await installFreighter(tab, passphrase)).answer = 'nothing';
      });
      await page.getByRole('button', { name: 'Sign with Freighter' }).click();
      await page.getByText('Waiting for Freighter').waitFor();
      await page.getByRole('button', { name: 'Stop waiting' }).click();
      await page.getByRole('button', { name: /demo account/ }).click();
      await settled(page);
    });
  });

  describe('in another wallet', () => {
    test('the file goes out, the signed text comes back', async () => {
      const { page, prepared, oddities } = await open();
      await page.getByText('Sign in another wallet').click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('unsigned.xdr.txt');
      const unsigned = (await readFile(await download.path(), 'utf8')).trim();
      expect(unsigned).toBe(prepared.unsignedXdr);
      const signed = signWith(sandboxKeypair('client'), unsigned);
      await page.getByLabel('Paste the signed transaction here.').fill(`${signed}\n`);
      await page.getByRole('button', { name: 'Submit signed transaction' }).click();
      await settled(page);
      expect(oddities).toEqual([]);
    });

    test('wrong pasted text is refused by its own error, and stays visible', async () => {
      const { page, prepared } = await open();
      await page.getByText('Sign in another wallet').click();
      const paste = async (text: string) => {
        await page.getByLabel('Paste the signed transaction here.').fill(text);
        await page.getByRole('button', { name: 'Submit signed transaction' }).click();
        return await problem(page);
      };
      expect(await paste('')).toContain('Nothing was pasted yet');
      expect(await paste('hello')).toContain('not a Stellar transaction');
      expect(await paste(prepared.unsignedXdr as string)).toContain('the wallet has not signed it');
      expect(await page.getByLabel('Paste the signed transaction here.').inputValue()).toBe(prepared.unsignedXdr);
    });

    test.each([
      ['secret key', sandboxKeypair('client').secret()],
      ['recovery phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ])('a pasted %s leaves neither the browser nor a trace on the page', async (_, secret) => {
      const { page } = await open();
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.getByText('Sign in another wallet').click();
      await page.getByLabel('Paste the signed transaction here.').fill(secret);
      await page.getByRole('button', { name: 'Submit signed transaction' }).click();
      expect(await problem(page)).toContain('Treat it as leaked');
      expect(await page.getByLabel('Paste the signed transaction here.').inputValue()).toBe('');
      expect(await page.content()).not.toContain(secret);
      expect(posts).toEqual([]);
    });
  });
});
