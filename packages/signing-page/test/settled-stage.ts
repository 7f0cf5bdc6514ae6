/** What the tests of a page whose transaction has settled share. */

import { openTab } from '@countersign/testkit/page/browser';
import { client, deployInput } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';

/** The roles of a client who also does the work. */
export const ALONE = { approver: client.address, serviceProvider: client.address, release: client.address };

export function openSettledStage() {
  const stage = openStage();
  return {
    get scene() {
      return stage.scene;
    },
    open: async (signUrl: unknown, options?: BrowserContextOptions): Promise<Page> => {
      const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
      endClean({ close, oddities });
      await page.goto(String(signUrl));
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    /** @param changes of the deploy; its roles are added to those of the example */
    prepareDeploy: async (changes: Readonly<Record<string, unknown>> = {}) => {
      const input = deployInput();
      const roles = { ...(input['roles'] as object), ...(changes['roles'] as object) };
      return await stage.scene.desk.prepare('deploy', { ...input, ...changes, roles } as typeof input);
    },
  };
}
