/** The page of a wallet's proof for everybody, in each state. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { shownPage, testLooks } from './looks.ts';

const [client] = SANDBOX_ACCOUNTS;

describe.runIf(hasBrowser)('the proof of a wallet for everybody', () => {
  const stage = openStage({ isShared: false });
  const prove = async (page: Page) => {
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
    await page.getByRole('heading', { name: 'This wallet is proven to be yours' }).waitFor();
  };
  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'to be signed': async () => {},
    'a signature that is refused': async (page) => {
      await page.locator('summary').last().click();
      await page.getByRole('textbox').fill('AAAA');
      await page.locator('form, details').last().getByRole('button').last().click();
      await page.getByRole('alert').waitFor();
    },
    proven: prove,
    'a link that is over': async (page) => {
      await prove(page);
      await page.reload();
      await page.getByRole('alert').waitFor();
    },
  };
  let people = 0;
  testLooks('prove', states, async (reach, { options, speak }) => {
    const { desk, url } = stage.scene;
    people += 1;
    const person = desk.for({ tenant: 'guild', id: `ada ${people}` });
    const proof = { address: client.address, person: 'Ada (ada_l)', place: 'Design team' };
    const link = (await person.askWalletProof(proof))?.url as string;
    const tab = await openLoneTab(stage.browser, url, options);
    endClean(tab);
    await tab.page.goto(link);
    await tab.page.locator('.text-to-sign').waitFor();
    await reach(speak(tab.page));
    return shownPage(tab.page);
  });
});
