/** Giving an address a name on the page, for the next time. */
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, provider } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

describe.runIf(hasBrowser)('a name for an address', () => {
  const stage = openStage();
  const inputFor = (receiver: string) =>
    deployInput({ roles: { ...(deployInput()['roles'] as object), serviceProvider: receiver, receiver } });

  async function open(receiver: string) {
    const tab = await openTab(stage.browser, stage.scene.url);
    endClean(tab);
    const prepared = await stage.scene.desk.prepare('deploy', inputFor(receiver));
    await tab.page.goto(prepared.signUrl as string);
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    return { page: tab.page, prepared };
  }

  test('is given on the page, stands next to the whole address, and can be used from then on', async () => {
    const address = Keypair.random().publicKey();
    const { page } = await open(address);
    await page.getByText('Give an address a name').click();
    expect(await page.getByLabel('Whose address?').inputValue()).toBe(address);
    const form = page.locator('.names');
    await page.getByLabel('Name', { exact: true }).fill('Client');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await form.getByRole('alert').getByText('is, or looks like, the name “client”').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Ana Luísa');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.locator('.people .name').first().waitFor();
    expect(await page.locator('.people .name').allTextContents()).toEqual([
      expect.stringMatching(/^Ana Luísa in your address book, set .* on the signing page$/),
    ]);
    expect(String(await page.locator('.people').textContent())).toContain(address);
    expect(await form.isVisible()).toBe(false);

    const next = await open('ana luísa');
    expect(next.prepared.summary.roles.receiver).toBe(address);
    expect(await next.page.locator('.people .name').allTextContents()).toEqual([
      expect.stringMatching(/^Ana Luísa, from your address book, set /),
    ]);
    expect(String(await next.page.locator('.status').textContent())).toContain('used for the first time: Ana Luísa');
  });

  test('is not asked for where every address has one, nor taken from another page', async () => {
    const { page, prepared } = await open(provider.address);
    expect(await page.locator('.names').isVisible()).toBe(false);
    const post = (origin: string | undefined) =>
      fetch(`${prepared.signUrl}/name`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
        body: JSON.stringify({ name: 'Eve', address: provider.address }),
      });
    expect((await post(undefined)).status).toBe(403);
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post(new URL(stage.scene.url).origin)).status).toBe(200);
  });
});
