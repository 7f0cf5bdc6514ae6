/** A page with a transaction of the demo client, before a person who has a wallet. */
import { expect, onTestFinished } from 'vitest';
import { openLoneTab, type Tab } from '../page/browser.ts';
import { deployInput } from '../page/scene.ts';
import type { Stage } from '../page/stage.ts';

export async function openWithWallet<Wallet>(stage: Stage, name: string, install: Install<Wallet>) {
  const tab = await openLoneTab(stage.browser, stage.scene.url);
  onTestFinished(() => tab.close());
  const prepared = await stage.scene.desk.prepare('deploy', deployInput());
  return { prepared, ...(await pageWithWallet(tab, name, install, prepared.signUrl as string)) };
}

type Install<Wallet> = (page: Tab['page']) => Promise<Wallet>;

export async function pageWithWallet<Wallet>(
  { page, oddities }: Tab,
  name: string,
  install: Install<Wallet>,
  address: string,
) {
  const wallet = await install(page);
  await page.goto(address);
  const press = async () => {
    const button = page.getByRole('button', { name: `Sign with ${name}`, includeHidden: true }).first();
    await button.waitFor({ state: 'attached' });
    if (!(await button.isVisible())) await page.getByText('More wallets').click();
    await button.click();
  };
  const textOf = (words: string) => expect.poll(() => page.getByRole('alert').textContent()).toContain(words);
  return {
    page,
    wallet,
    oddities,
    press,
    /** Presses the wallet's button, and waits until the page says that this is wrong. */
    refused: async (words: string) => {
      await press();
      await textOf(words);
    },
    said: textOf,
    settled: () => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor(),
  };
}
