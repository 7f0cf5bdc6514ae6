/** A request that names an address made to be taken for one that the person trusts. */

import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { deployInput, provider } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('an address that looks like a known one', () => {
  const stage = openStage();

  test('can be named on the page once its marked characters are typed', async () => {
    const address = alikeTo(provider.address, 5, 4);
    const roles = { ...(deployInput()['roles'] as object), receiver: address };
    const { signUrl } = await stage.scene.desk.prepare('deploy', deployInput({ roles }));
    const { page, close } = await openLoneTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    await page.goto(signUrl as string);
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
