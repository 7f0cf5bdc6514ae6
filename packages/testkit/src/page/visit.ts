/** A person at a page of an escrow, with a wallet of their own; each press counts. */
import { NETWORKS, SANDBOX_NAMES } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import type { DemoAccountName } from '@countersign/escrow-service';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Wallet } from '../wallets/wallet.ts';
import { openLoneTab } from './browser.ts';
import { endClean } from './stage.ts';

const SIGNING_PAGE = /\/sign\/[0-9a-f]{32}$/;

export type Visit = Awaited<ReturnType<typeof openVisit>>;

type Install = (page: Page, network: string) => Promise<Pick<Wallet, 'account'>>;

/** @param walletName as its button has it */
export async function openVisit(
  browser: Browser,
  origin: string,
  account: DemoAccountName,
  walletName: string,
  install: Install,
) {
  const { page, oddities, close } = await openLoneTab(browser, origin, { ignoreHTTPSErrors: true });
  endClean({ close, oddities });
  Object.assign(await install(page, NETWORKS.sandbox.passphrase), { account });
  const address = sandboxKeypair(account).publicKey();
  const person = SANDBOX_NAMES.find((each) => each.address === address)?.name;
  let clicks = 0;
  const click = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    clicks += 1;
  };
  return {
    page,
    address,
    clicks: () => clicks,
    click,
    /** Says which wallet of the escrow is theirs. */
    choose: async () => {
      await page.getByRole('radio', { name: new RegExp(`^${person} `) }).click();
      clicks += 1;
    },
    /** A step that is folded away. */
    press: async (summary: string, name = summary) => {
      await page.locator('summary', { hasText: summary }).first().click();
      clicks += 1;
      await click(name);
    },
    /** Signs what the signing page shows, and waits until the ledger has it. */
    sign: async (settled: string) => {
      const refused = page.getByRole('alert');
      await expect.poll(async () => [page.url(), ...(await refused.allTextContents())].join(' ')).toMatch(SIGNING_PAGE);
      await click(`Sign with ${walletName}`);
      const heading = page.getByRole('heading', { level: 1 }).first();
      await expect.poll(async () => await heading.textContent()).toContain(settled);
    },
  };
}
