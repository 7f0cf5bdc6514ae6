/** What the accessibility tests share: a page that is brought into a state, and what is looked at in it. */
import type { Prepared } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { DESKTOP, openTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { changeViews, endClean, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PageView } from '../src/page-view.ts';
import { shownPage, testLooks } from './looks.ts';

export type States = Readonly<Record<string, (page: Page, prepared: Prepared, input: DeployInput) => Promise<unknown>>>;

export const sign = (page: Page, who = 'client') =>
  page.getByRole('button', { name: `Sign as demo account “${who}”` }).click();
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

export async function showChanged(page: Page, change: (view: PageView) => PageView): Promise<void> {
  await changeViews(page, change);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export function openAccessStage() {
  const stage = openStage({ isShared: false });
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
    testLooks('sign', states, async (reach, { options, speak }) => {
      const { page, prepared, input } = await open(options);
      await reach(speak(page), prepared, input);
      return shownPage(page);
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
