/** Wallets whose extension puts an object into the page: every state of each, in one page from open to settled. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { provider } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { installHana } from '@countersign/testkit/wallets/hana';
import { installKlever } from '@countersign/testkit/wallets/klever';
import { openWithWallet } from '@countersign/testkit/wallets/page-with-wallet';
import { installXBullExtension } from '@countersign/testkit/wallets/xbull';
import { describe, expect, test } from 'vitest';

const { passphrase } = NETWORKS.sandbox;

const WALLETS = [
  {
    name: 'Hana',
    install: installHana,
    absent: 'hanaWallet',
    locked: 'It said: “Wallet is locked”',
    declined: 'Hana did not sign: it was declined there.',
    network: 'It said: “Network is not supported”',
    account: `It is signed by Ben (${provider.address})`,
    asked: ['getPublicKey', 'signTransaction'],
  },
  {
    name: 'Klever',
    install: installKlever,
    absent: 'kleverWallet',
    locked: 'It said: “The wallet is locked”',
    declined: 'Klever did not sign: it was declined there.',
    network: 'Klever is on a different network.',
    account: `Klever signed with another account, ${provider.address}`,
    asked: ['getAddress', 'getNetwork', 'signTransaction'],
  },
  {
    name: 'xBull',
    install: installXBullExtension,
    absent: undefined,
    locked: 'It said: “Wallet is locked”',
    declined: 'xBull did not sign: it was declined there.',
    network: 'It said: “Network passphrase is not the current one”',
    account: `It is signed by Ben (${provider.address})`,
    asked: ['getAddress', 'signTransaction'],
  },
] as const;

describe.runIf(hasBrowser)('a wallet in the page', () => {
  const stage = openStage();

  test.each(WALLETS)('$name: says what is wrong in every state, and then signs', async (row) => {
    const { page, wallet, prepared, oddities, refused, press, settled } = await openWithWallet(stage, row.name, (tab) =>
      row.install(tab, passphrase),
    );
    const calls = stage.scene.road.asked.length;
    wallet.answer = 'locked';
    await refused(row.locked);
    wallet.answer = 'decline';
    await refused(row.declined);
    wallet.answer = 'sign';
    wallet.network = NETWORKS.testnet.passphrase;
    await refused(row.network);
    wallet.network = passphrase;
    wallet.account = 'provider';
    await refused(row.account);
    wallet.account = 'client';
    wallet.answer = 'change';
    await refused('is not the one that was prepared and compared');
    wallet.answer = 'nothing';
    await press();
    await page.getByText(`Waiting for ${row.name}`).waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    if (row.absent !== undefined) {
      await page.evaluate(`window.kept = window.${row.absent}; delete window.${row.absent}`);
      await refused(`${row.name} does not answer in this browser.`);
      await page.evaluate(`window.${row.absent} = window.kept`);
    }
    expect(stage.scene.road.asked.length).toBe(calls);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
    wallet.asked.length = 0;
    wallet.answer = 'sign';
    await press();
    await settled();
    expect(wallet.asked).toEqual(row.asked);
    expect(wallet.given.at(-1)).toBe(prepared.unsignedXdr);
    expect(oddities).toEqual([]);
  });

  test('a wallet that is not installed is not offered', async () => {
    const { page, oddities } = await openWithWallet(stage, 'Freighter', async () => {});
    await page.getByRole('button', { name: 'Sign with Hana' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: /^Sign with (Hana|Klever|Rabet|LOBSTR)$/ }).count()).toBe(0);
    expect(oddities).toEqual([]);
  });
});
