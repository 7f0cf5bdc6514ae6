/** A page on a road that can fail, with what its tests press and look for: for what becomes of a signature. */

import { openLoneTab, openTab, type Tab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import type { Stage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { sign, title } from './access-stage.ts';
import { startPageRoad } from './page-road.ts';

export { sign, title };

const SEND = '/helper/send-transaction';
export const NOT_DELIVERED = 'Signed, not delivered yet';
export const UNREACHABLE = { code: 'SERVICE_UNREACHABLE', retryable: true } as const;

export type Prepare = (tab: Tab) => Promise<unknown>;

/** @param isFrozen stops the page's timers, so that only what a test does sets off another attempt; such a tab is alone */
export async function openOnRoad({ browser, scene }: Stage, prepare?: Prepare, isFrozen = false) {
  const road = await startPageRoad(scene.url);
  const tab = await (isFrozen ? openLoneTab : openTab)(browser, road.url);
  onTestFinished(async () => {
    await tab.close();
    await road.down().catch(() => {});
    expect(tab.oddities).toEqual([]);
  });
  if (isFrozen) await tab.page.clock.install();
  await prepare?.(tab);
  const prepared = await scene.desk.prepare('deploy', deployInput());
  const address = (prepared.signUrl as string).replace(scene.url, road.url);
  await tab.page.goto(address);
  await title(tab.page, DEAL);
  if (isFrozen) await tab.page.clock.pauseAt(Date.now() + 5_000);
  const sendings = () => scene.road.asked.filter((path) => path === SEND).length;
  const before = sendings();
  return { tab, page: tab.page, road, prepared, address, sent: () => sendings() - before };
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const settled = (page: Page) => title(page, 'The escrow is deployed');
/** What the tab keeps: pairs of key and text. */
export const kept = (page: Page) => page.evaluate('Object.entries(sessionStorage)') as Promise<[string, string][]>;

/** Seconds until the next attempt, as the page says it. */
export async function wait(page: Page): Promise<number> {
  const words = await page.getByText(/^Trying again in \d+ s/).textContent();
  return Number(/\d+/.exec(String(words))?.[0]);
}
