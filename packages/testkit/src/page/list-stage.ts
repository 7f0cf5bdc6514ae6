/** What the tests of the list share: a person of their own with a browser of their own, and how its parts are found. */
import type { EscrowList, ListedEscrow } from '@countersign/signing-page/internal/escrows-view';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { DESKTOP, openLoneTab } from './browser.ts';
import { openStage } from './stage.ts';

export function openListStage() {
  const stage = openStage();
  let people = 0;
  return {
    get scene() {
      return stage.scene;
    },
    /** No test sees what another one prepared. `show`: opens the list with a link of its own. */
    open: async (options: BrowserContextOptions = {}) => {
      people += 1;
      const desk = stage.scene.desk.for({ tenant: 'list', id: `person-${people}` });
      const { page, oddities, close } = await openLoneTab(stage.browser, stage.scene.url, { ...DESKTOP, ...options });
      onTestFinished(async () => {
        await close();
        expect(oddities).toEqual([]);
      });
      const show = async (query = '') => {
        const { url } = await desk.openList();
        await page.goto(url.replace('/#', `/${query}#`));
        await page.getByRole('navigation').waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
      };
      return { page, desk, show };
    },
  };
}

export const group = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
export const row = (page: Page, title: string): Locator =>
  page.locator('.row', { has: page.getByRole('link', { name: title, exact: true }) });
export const details = (page: Page): Locator => page.locator('section.details');
export const textOf = async (place: Locator): Promise<string> => String(await place.textContent());

/** As when the person comes back to the tab. */
export const lookAgain = (page: Page): Promise<unknown> => page.evaluate('void dispatchEvent(new Event("focus"))');

export const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement);

/** With the keyboard alone. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error('The keyboard does not get there.');
}

export const isTooWide = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** What the list is told from now on. */
export async function changeList(page: Page, change: (escrow: ListedEscrow) => ListedEscrow): Promise<void> {
  await page.route('**/escrows/list?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as EscrowList;
    await route.fulfill({ response: answer, json: { ...list, escrows: list.escrows.map(change) } });
  });
}
