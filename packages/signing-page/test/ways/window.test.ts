/** Wallets in a window of their own, with the browser's popup blocker at work: every state of each, in one page. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { openStage } from '@countersign/testkit/page/stage';
import { installAlbedo } from '@countersign/testkit/wallets/albedo';
import { openWithWallet } from '@countersign/testkit/wallets/page-with-wallet';
import { installXBullWindow } from '@countersign/testkit/wallets/xbull';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

const { passphrase } = NETWORKS.sandbox;
const UNABLE = 'xBull did not sign: it was declined there, or the signer’s account is not in it';

const WALLETS = [
  {
    name: 'Albedo',
    install: installAlbedo,
    declined: 'Albedo did not sign: it was declined there.',
    network: 'It said: “Network is not supported.”',
    account: 'It said: “Requested account was not found.”',
    asked: 'tx 3',
  },
  {
    name: 'xBull',
    install: installXBullWindow,
    declined: UNABLE,
    network: UNABLE,
    account: UNABLE,
    asked: 'XBULL_SIGN',
  },
] as const;

/**
 * Presses when the browser no longer counts a press, as after a long wait: another window used it up. Anything that the
 * test asks of the page counts as a press too, so the page itself waits for the message.
 */
async function pressedTooLate(page: Page, name: string): Promise<string> {
  return await page.evaluate(`(async () => {
    open('about:blank').close();
    const buttons = [...document.querySelectorAll('button')];
    buttons.find((each) => each.textContent === 'Sign with ${name}').click();
    const said = () => document.querySelector('[role=alert]')?.textContent;
    for (const before = said(); said() === before || said() === undefined; ) await new Promise((go) => setTimeout(go, 50));
    return said();
  })()`);
}

describe.runIf(hasBrowser)('a wallet in a window', () => {
  const stage = openStage();

  test.each(WALLETS)('$name: says what is wrong in every state, and then signs', async (row) => {
    const {
      page,
      wallet,
      prepared,
      oddities,
      refused,
      said: textOf,
      press,
      settled,
    } = await openWithWallet(stage, row.name, (tab) => row.install(tab, passphrase));
    const calls = stage.scene.road.asked.length;
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
    wallet.answer = 'sign';
    wallet.closes = true;
    await refused(`The window of ${row.name} was closed before it signed.`);
    wallet.closes = false;
    // The window opens, and its wallet never gets ready.
    wallet.answer = 'locked';
    await page.evaluate('window.now = Date.now');
    await Promise.all([page.context().waitForEvent('page'), press()]);
    await page.evaluate('Date.now = () => window.now() + 31_000');
    await textOf(`${row.name} did not answer in time.`);
    await page.evaluate('Date.now = window.now');
    expect(await pressedTooLate(page, row.name)).toContain(`The browser blocked the window of ${row.name}.`);
    expect(stage.scene.road.asked.length).toBe(calls);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
    wallet.answer = 'sign';
    wallet.asked.length = 0;
    await press();
    await settled();
    expect(wallet.asked).toEqual([row.asked]);
    expect(wallet.given.at(-1)).toBe(prepared.unsignedXdr);
    // Every window was closed.
    expect(page.context().pages()).toHaveLength(1);
    expect(oddities).toEqual([]);
  });
});
