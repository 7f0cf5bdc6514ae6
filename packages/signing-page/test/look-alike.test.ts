/** A request that names an address made to be taken for one that the person trusts. */

import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { hasBrowser, openLoneTab, PHONE } from '@countersign/testkit/page/browser';
import { client, deployInput } from '@countersign/testkit/page/scene';
import { openStage, textOf } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('an address that looks like a known one', () => {
  const stage = openStage();

  test.each(['en', 'es'] as const)(
    'is shown above it, whole and with the part that differs marked, before anything can be signed (%s)',
    async (locale) => {
      const address = alikeTo(client.address, 19, 30);
      const roles = { ...(deployInput()['roles'] as object), receiver: address };
      const { signUrl, unsignedXdr } = await stage.scene.desk.prepare('deploy', deployInput({ roles }));
      expect(unsignedXdr).toBeUndefined();
      const { page, close, oddities } = await openLoneTab(stage.browser, stage.scene.url, { ...PHONE, locale });
      onTestFinished(async () => {
        await close();
        expect(oddities).toEqual([]);
      });
      await page.goto(signUrl as string);
      const box = page.locator('.look-alike').first();
      await box.waitFor();
      const codes = await box.locator('.code').allTextContents();
      expect(codes).toEqual([address, client.address]);
      for (const [at, code] of codes.entries()) {
        const marked = await box.locator('.code').nth(at).locator('mark').allTextContents();
        expect(marked.join('')).toBe(code.slice(19, 26));
      }
      expect(await textOf(box)).toContain(
        locale === 'en' ? `Known: client${client.address}` : 'Los 19 primeros y los 30 últimos',
      );
    },
  );
});
