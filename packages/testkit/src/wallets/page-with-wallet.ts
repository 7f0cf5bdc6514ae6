/** A page with a transaction of the demo client, before a person who has a wallet. */

import { expect, onTestFinished } from 'vitest';
import { openLoneTab, type Tab } from '../page/browser.ts';
import { deployInput } from '../page/scene.ts';
import type { Stage } from '../page/stage.ts';

export async function openWithWallet<Wallet>(
  stage: Stage,
  name: string,
  install: (page: Tab['page']) => Promise<Wallet>,
) {
  const tab = await openLoneTab(stage.browser, stage.scene.url);
  onTestFinished(() => tab.close());
  const { page, oddities } = tab;
  const wallet = await install(page);
  const offer = await stage.scene.desk.prepare('deploy', deployInput());
  await page.goto(offer.signUrl as string);
  const press = () => page.getByRole('button', { name: `Sign with ${name}` }).click();
  const said = (words: string) =>
    expect.poll(() => page.getByRole('alert').textContent(), { timeout: 15_000 }).toContain(words);
  return {
    page,
    wallet,
    offer,
    oddities,
    press,
    /** Presses the wallet's button, and gives what the page then says is wrong. */
    refused: async (words: string) => {
      await press();
      await said(words);
    },
    said,
    settled: () => page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor(),
  };
}
