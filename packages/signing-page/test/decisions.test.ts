/** What a person decides on the page: to confirm what stops, to decline, and to name an address. */
import type { DeployInput } from '@countersign/core/escrow';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput, provider, signAndSend } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

/** Stops: the platform would take a quarter of each payment. */
const risky = () => deployInput({ platformFee: 25 });

describe.runIf(hasBrowser)('a person decides', () => {
  const stage = openStage();

  async function open(input: DeployInput = deployInput()) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    endClean({ close, oddities });
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared };
  }
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const type = (page: Page, amount: string) => page.getByLabel('type the total exactly as it is shown').fill(amount);

  test('nothing to sign is given, by the page or its server, until the total is typed as it is shown', async () => {
    const { page, prepared } = await open(risky());
    await title(page, 'Stop and read this first');
    expect(prepared.unsignedXdr).toBeUndefined();
    const view = (await (await fetch(`${prepared.signUrl}/view`)).json()) as PageView;
    expect(view.offer.unsignedXdr).toBeUndefined();
    expect(String(await page.locator('.stop').textContent())).toContain('The platform fee is 25 % of each payment');
    const nothingToSign = async () =>
      expect(await page.getByRole('button', { name: /^(Sign|Download|Copy transaction)/ }).count()).toBe(0);
    await nothingToSign();
    for (const wrong of ['', '500', '50,00', '25']) {
      await type(page, wrong);
      await press(page, 'I have read this, and want it all the same');
      await page.getByRole('alert').getByText('This is not what is shown').waitFor();
      await nothingToSign();
    }
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('to-confirm');

    await type(page, prepared.summary.total);
    await press(page, 'I have read this, and want it all the same');
    await title(page, DEAL);
    await press(page, 'Sign as demo account “client”');
    await title(page, 'The escrow is deployed');
  });

  test('a reason that came up since is shown, and confirmed as well', async () => {
    const input = deployInput();
    const first = await stage.scene.desk.prepare('deploy', input);
    const { page, prepared } = await open({ ...input, platformFee: 25 });
    await signAndSend(stage.scene.desk, 'client', first);
    const confirm = async () => {
      await type(page, prepared.summary.total);
      await press(page, 'I have read this, and want it all the same');
    };
    await confirm();
    await page.getByRole('alert').getByText('the reasons not to sign are no longer the same').waitFor();
    const stops = page.locator('.stop .stops li');
    expect(await stops.count()).toBe(2);
    expect(String(await stops.last().textContent())).toContain('Another version of this escrow exists already');
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await confirm();
    await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
  });

  test('a secret in the reason is refused and not kept', async () => {
    const { page, prepared } = await open();
    await page.locator('#decline summary').click();
    await page
      .getByLabel('What is wrong?')
      .fill('legal winner thank year wave sausage worth useful legal winner thank yellow');
    await press(page, 'End this offer');
    const alert = page.getByRole('alert').getByText(/secret|phrase/);
    await alert.first().waitFor();
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
  });

  test('names an address that looks like a known one only once its marked characters are typed', async () => {
    const address = alikeTo(provider.address, 5, 4);
    const roles = { ...(deployInput()['roles'] as object), receiver: address };
    const { page } = await open(deployInput({ roles }));
    await page.getByText('Give an address a name').click();
    const form = page.locator('.names');
    await page.getByLabel('Name', { exact: true }).fill('Zoe');
    expect(await form.locator('.code').allTextContents()).toEqual([address, provider.address]);
    const save = page.getByRole('button', { name: 'Save the name' });
    for (const typed of ['', provider.address.slice(5, 11)]) {
      await page.getByLabel('To confirm, type the first 6 marked characters').fill(typed);
      await save.click();
      await form.getByRole('alert').getByText('Nothing was changed').waitFor();
    }
    await page.getByLabel('To confirm, type the first 6 marked characters').fill(address.slice(5, 11));
    await save.click();
    await page.locator('.people .name', { hasText: 'Zoe' }).waitFor();
  });
});
