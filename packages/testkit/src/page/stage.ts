/** What the browser tests of a file share: one browser and one scene, from before the first test until after the last. */
import type { Browser } from 'playwright-core';
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
