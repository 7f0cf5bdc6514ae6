/** What the browser tests of a file share: one browser and one scene, from before the first test until after the last. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser.ts';
import { openScene, type Scene } from './scene.ts';

/** Opened within the `describe` that calls this; there from its first test on. */
export type Stage = { readonly browser: Browser; readonly scene: Scene };

export function openStage(): Stage {
  let opened: Partial<Stage> = {};
  beforeAll(async () => {
    const [browser, scene] = await Promise.all([launch(), openScene()]);
    opened = { browser, scene };
  });
  afterAll(async () => {
    await opened.browser?.close();
    await opened.scene?.close();
  });
  return {
    get browser() {
      return opened.browser as Browser;
    },
    get scene() {
      return opened.scene as Scene;
    },
  };
}

/** Lets time pass for the desk, the ledger and a page at once, until an offer has so many seconds left. */
export async function passTimeUntil(scene: Scene, page: Page, expiresAt: string, secondsLeft: number): Promise<void> {
  const ms = Date.parse(expiresAt) - (Date.now() + scene.clock.ahead) - secondsLeft * 1_000;
  scene.clock.ahead += ms;
  await page.evaluate(`Date.now = ((now) => () => now() + ${ms})(Date.now)`);
}
