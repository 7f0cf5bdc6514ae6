/** Wallets that know only the real networks, on a page of testnet: every state of each, in one page. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, launch, openLoneTab } from '@countersign/testkit/page/browser';
import { provider } from '@countersign/testkit/page/scene';
import { openTestnetScene, testnetInput } from '@countersign/testkit/page/testnet-scene';
import { installLobstr } from '@countersign/testkit/wallets/lobstr';
import { pageWithWallet } from '@countersign/testkit/wallets/page-with-wallet';
import { installRabet } from '@countersign/testkit/wallets/rabet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const { passphrase } = NETWORKS.testnet;

describe.runIf(hasBrowser)('a wallet with networks of its own', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function open<Wallet>(name: string, install: (page: Page) => Promise<Wallet>) {
    const scene = await openTestnetScene();
    const tab = await openLoneTab(browser, scene.url);
    onTestFinished(async () => {
      await tab.close();
      await scene.close();
    });
    const prepared = await scene.desk.prepare('deploy', testnetInput() as never);
    return { scene, prepared, ...(await pageWithWallet(tab, name, install, prepared.signUrl as string)) };
  }

  test('Rabet signs with the account that is selected in it', async () => {
    const { page, wallet, scene, prepared, oddities, refused, press, settled } = await open('Rabet', (tab) =>
      installRabet(tab, passphrase),
    );
    wallet.answer = 'locked';
    await refused('Rabet is locked, or has no account yet.');
    wallet.answer = 'decline';
    await refused('Rabet did not sign: it was declined there.');
    wallet.answer = 'sign';
    wallet.account = 'provider';
    await refused(`Rabet has a different account selected. It is ${provider.address}.`);
    wallet.account = 'client';
    wallet.answer = 'change';
    await refused('is not the one that was prepared and compared');
    await page.evaluate('window.kept = window.rabet; delete window.rabet');
    await refused('Rabet does not answer in this browser.');
    await page.evaluate('window.rabet = window.kept');
    expect(scene.sent).toEqual([]);
    wallet.answer = 'sign';
    await press();
    await settled();
    expect(wallet.given.at(-1)).toBe(prepared.unsignedXdr);
    expect(scene.sent).toHaveLength(1);
    expect(oddities).toEqual([]);
  });

  test('LOBSTR signs on the phone, for the network that the app is on', async () => {
    const { wallet, scene, prepared, oddities, refused, press, settled } = await open('LOBSTR', async (tab) => {
      await offerOnTestnet(tab);
      return await installLobstr(tab, passphrase);
    });
    wallet.isThere = false;
    await refused('LOBSTR does not answer in this browser.');
    wallet.isThere = true;
    wallet.answer = 'locked';
    await refused('LOBSTR is locked, or has no account yet.');
    wallet.answer = 'decline';
    await refused('LOBSTR did not sign: it was declined there.');
    wallet.answer = 'nothing';
    await refused('LOBSTR did not answer in time.');
    wallet.answer = 'sign';
    wallet.account = 'provider';
    await refused(`LOBSTR has a different account selected. It is ${provider.address}.`);
    wallet.account = 'client';
    // Its extension knows no networks.
    wallet.network = NETWORKS.public.passphrase;
    await refused('network');
    wallet.network = passphrase;
    wallet.answer = 'change';
    await refused('is not the one that was prepared and compared');
    expect(scene.sent).toEqual([]);
    wallet.asked.length = 0;
    wallet.answer = 'sign';
    await press();
    await settled();
    expect(wallet.asked).toEqual(['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS', 'SIGN']);
    expect(wallet.given.at(-1)).toBe(prepared.unsignedXdr);
    expect(oddities).toEqual([]);
  });
});

/** LOBSTR is only offered for the public network, on which no test runs. */
async function offerOnTestnet(page: Page): Promise<void> {
  await page.route('**/sign/assets/*.js', async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(name:"LOBSTR",kind:"extension",networks:)\["public"\]/,
        '$1["testnet"]',
      );
      await route.fulfill({ response, body });
    } catch {
      // A page closed meanwhile needs no answer; an open one fails without it.
    }
  });
}
