/** What the browser tests of a file share: one browser and one scene, from before the first test until after the last. */

import type { EscrowList, ListedEscrow } from '@countersign/signing-page/internal/escrows-view';
import type { PageView } from '@countersign/signing-page/internal/page-view';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { DESKTOP, launch, openLoneTab, type Tab } from './browser.ts';
import { openScene, type PageSetup } from './scene.ts';

/** Opened within the `describe` that calls this; there from its first test on. */
export type Stage = { readonly browser: Browser; readonly scene: PageSetup };

/** @param isShared each test sees what the tests before it prepared; else each has a scene of its own */
export function openStage({ isShared = true } = {}): Stage {
  let browser: Browser | undefined;
  let scene: PageSetup | undefined;
  beforeAll(async () => {
    browser = await launch();
    if (isShared) scene = await openScene();
  });
  beforeEach(async (test) => {
    if (isShared) return;
    scene = await openScene();
    test.onTestFinished(scene.close);
  });
  afterAll(async () => {
    await browser?.close();
    if (isShared) await scene?.close();
  });
  return {
    get browser() {
      return browser as Browser;
    },
    get scene() {
      return scene as PageSetup;
    },
  };
}

/** Closes a tab after the test, which fails if the page did anything odd. */
export function endClean({ close, oddities }: Pick<Tab, 'close' | 'oddities'>): void {
  onTestFinished(async () => {
    await close();
    expect(oddities).toEqual([]);
  });
}

/** Lets time pass for the desk, the ledger and a page at once, until a transaction has so many seconds left. */
export async function passTimeUntil(
  scene: PageSetup,
  page: Page,
  expiresAt: string,
  secondsLeft: number,
): Promise<void> {
  const ms = Date.parse(expiresAt) - (Date.now() + scene.clock.ahead) - secondsLeft * 1_000;
  scene.clock.ahead += ms;
  await page.evaluate(`Date.now = ((now) => () => now() + ${ms})(Date.now)`);
}

/** Lets time pass for a page with a paused clock, and waits until the requests that it sent meanwhile are answered. */
export async function passPageTime(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(`fetch(location.pathname + '/view')`);
}

/**
 * Notes the views that the server sends as events to the documents that a page loads from now on.
 * @returns waits until the page has received a view of the transaction with this hash
 */
export async function followViews(page: Page): Promise<(hash: string) => Promise<void>> {
  await page.addInitScript(`window.hashes = [];
    window.EventSource = class extends EventSource {
      constructor(address) {
        super(address);
        this.addEventListener('view', ({ data }) => window.hashes.push(JSON.parse(data).offer.hash));
      }
    };`);
  return (hash) => expect.poll(() => page.evaluate('window.hashes')).toContain(hash);
}

/** What the tests of the list share: a person of their own with a browser of their own, and how its parts are found. */
export function openListStage({ isShared = true } = {}) {
  const stage = openStage({ isShared });
  let people = 0;
  return {
    get scene() {
      return stage.scene;
    },
    /** No test sees what another one prepared. `show`: opens the list with a link of its own. */
    open: async (options: BrowserContextOptions = {}, speak = (page: Page) => page) => {
      people += 1;
      const desk = stage.scene.desk.for({ tenant: 'list', id: `person-${people}` });
      const tab = await openLoneTab(stage.browser, stage.scene.url, { ...DESKTOP, ...options });
      endClean(tab);
      const page = speak(tab.page);
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

export const lookAgain = (page: Page): Promise<unknown> => page.evaluate('void dispatchEvent(new Event("focus"))');

export const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement);

export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error('The keyboard does not get there.');
}

export const isTooWide = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** What axe-core finds wrong on the page, or in a frame, as it is now: a line for each element. */
export async function barriers(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run().then((result) => result.violations)')) as Violation[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

export async function changeAnswers<Answer>(
  page: Page,
  address: string,
  change: (answer: Answer) => unknown,
): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: await change((await answer.json()) as Answer) });
  });
}

export const changeList = (page: Page, change: (escrow: ListedEscrow) => ListedEscrow): Promise<void> =>
  changeAnswers<EscrowList>(page, '**/escrows/list?*', (list) => ({ ...list, escrows: list.escrows.map(change) }));

/** From its next load on the page asks for all that it shows. */
export const withoutFirstView = (page: Page): Promise<void> => page.setExtraHTTPHeaders({ 'Sec-Purpose': 'prefetch' });

/** From its next load on, what the page is answered at these paths is changed, and nothing else reaches it. */
export async function changeViews<View = PageView>(page: Page, change: (view: View) => unknown, paths = ['view']) {
  await withoutFirstView(page);
  await page.route('**/events', (route) => route.abort());
  for (const path of paths) await changeAnswers(page, `**/${path}`, change);
}
