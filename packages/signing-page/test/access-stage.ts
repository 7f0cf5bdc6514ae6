/** What the accessibility tests share: a page that is brought into a state, and what is looked at in it. */
import type { Prepared } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { DESKTOP, openTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { barriers, changeViews, endClean, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

export type States = Readonly<Record<string, (page: Page, prepared: Prepared, input: DeployInput) => Promise<void>>>;

export const sign = (page: Page, who = 'client') =>
  page.getByRole('button', { name: `Sign as demo account “${who}”` }).click();
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

export async function showChanged(page: Page, change: (view: PageView) => PageView): Promise<void> {
  await changeViews(page, change);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export function openAccessStage() {
  const stage = openStage();
  async function show(page: Page, input: DeployInput) {
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return prepared;
  }
  async function open(options: BrowserContextOptions = DESKTOP) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    endClean({ close, oddities });
    const input = deployInput();
    return { page, input, prepared: await show(page, input) };
  }
  const testStates = (states: States) =>
    test.each(Object.entries(states))('has no barriers and cuts nothing off: %s', async (_, reach) => {
      const { page, prepared, input } = await open({ ...PHONE, colorScheme: 'dark' });
      await reach(page, prepared, input);
      const looksRight = async () => {
        expect(await barriers(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      };
      await looksRight();
      await page.setViewportSize(DESKTOP.viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await looksRight();
    });
  return {
    get scene() {
      return stage.scene;
    },
    open,
    show,
    testStates,
  };
}
