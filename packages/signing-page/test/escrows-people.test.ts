/** The address book on the page of the list: names with whole addresses, and a change that is confirmed by a person. */

import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { platform, provider } from '@countersign/testkit/page/scene';
import { isFocused, lookAgain, openListStage, tabTo, textOf } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

describe.runIf(hasBrowser)('the address book', () => {
  const stage = openListStage();
  const opened = async () => {
    const { page, ...rest } = await stage.open();
    await rest.show('?view=people');
    const entry = (name: string) => page.locator('.contacts > li', { hasText: name });
    const add = async (name: string, address: string) => {
      await page.getByRole('button', { name: 'Add a name' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Address', { exact: true }).fill(address);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    return { page, entry, add, ...rest };
  };

  test('names are added with the keyboard alone, with their whole address, who set them and when', async () => {
    const { page, entry } = await opened();
    await page.getByText('No names yet.').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Add a name' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page.getByLabel('Name', { exact: true }))).toBe(true);
    await page.keyboard.type('Ana Luísa');
    await page.keyboard.press('Tab');
    await page.keyboard.type(provider.address);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Ana Luísa is saved.').waitFor();
    const reply = await textOf(entry('Ana Luísa'));
    expect(reply).toContain(provider.address);
    expect(reply).toMatch(new RegExp(`Set .*${new Date().getFullYear()}.* on a page`));
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'Add a name' }))).toBe(true);
  });

  test('an invalid name or address is refused and stays to be corrected; a secret does not stay', async () => {
    const { page, add } = await opened();
    await add('USDC', 'G1');
    await page.getByRole('alert').getByText('name').first().waitFor();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('G1');
    await page.getByLabel('Address', { exact: true }).fill(Keypair.random().secret());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('looks like a secret').waitFor();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('');
  });

  test('another address for a name shows both, and is confirmed by the end of the new one', async () => {
    const { page, entry, add } = await opened();
    await add('Ana', provider.address);
    await entry('Ana').waitFor();
    await page.getByRole('button', { name: 'Change the address of Ana' }).click();
    await page.getByLabel('Address', { exact: true }).fill(platform.address);
    await page.getByRole('button', { name: 'Save' }).click();
    const heading = page.getByRole('heading', { name: 'Ana already has another address' });
    await heading.waitFor();
    expect(await isFocused(heading)).toBe(true);
    expect(await textOf(page.locator('.contact-form'))).toMatch(
      new RegExp(`Until now${provider.address}From now on${platform.address}`),
    );
    const typed = page.getByLabel('type the last 6 characters of the new address');
    await typed.fill(provider.address.slice(-6));
    await page.getByRole('button', { name: 'Replace the address' }).click();
    await page.getByRole('alert').getByText('Nothing was changed').waitFor();
    expect(await textOf(entry('Ana').locator('.code').first())).toBe(provider.address);
    await typed.fill(platform.address.slice(-6).toLowerCase());
    await page.getByRole('button', { name: 'Replace the address' }).click();
    await page.getByRole('status').getByText('Ana is saved.').waitFor();
    expect(await textOf(entry('Ana').locator('.code').first())).toBe(platform.address);
  });

  test('saves an address that looks like one in the book only when the person types what differs', async () => {
    const { page, entry, add } = await opened();
    const address = alikeTo(provider.address, 6, 4);
    await add('Ana', provider.address);
    await entry('Ana').waitFor();
    await add('Eve', address);
    const heading = page.getByRole('heading', { name: 'This address is new and looks like one that you know' });
    await heading.waitFor();
    const form = page.locator('.contact-form');
    expect(await textOf(form)).toContain(`New${address}Known: Ana${provider.address}`);
    expect((await form.locator('.code').first().locator('mark').allTextContents()).join('')).toBe(address.slice(6, -4));
    const typed = page.getByLabel('type the first 6 marked characters');
    await typed.fill(address.slice(-6));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Nothing was changed').waitFor();
    await typed.fill(address.slice(6, 12));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Eve is saved.').waitFor();
    expect(await textOf(entry('Eve').locator('.code').first())).toBe(address);
  });

  test('keeps an unfinished name when the session ends, and goes on in the next one', async () => {
    const { page, desk } = await opened();
    await page.getByRole('button', { name: 'Add a name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ana');
    await page.getByLabel('Address', { exact: true }).fill(provider.address);
    stage.scene.clock.ahead += 12 * 3_600_000;
    await page.getByRole('button', { name: 'Save' }).click();
    await lookAgain(page);
    await page.getByRole('heading', { name: 'This list was closed after a while' }).waitFor();
    const other = await page.context().newPage();
    await other.goto((await desk.openList()).url);
    await other.getByRole('navigation').waitFor();
    await lookAgain(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Ana is saved.').waitFor();
  });
});
