/**
 * What every state of a page must pass: axe finds nothing, and nothing is cut off. Where `pnpm pictures --states` names a
 * folder, that is so at both widths, in both colour schemes and both languages, and a picture of each is put there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { PHONE } from '@countersign/testkit/page/browser';
import { barriers } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inSpanish } from './in-spanish.ts';

const FOLDER = process.env['COUNTERSIGN_PICTURES'];
type Look = { readonly width: number; readonly scheme: 'light' | 'dark' };
const ALL: readonly Look[] = [390, 1280].flatMap((width) => [
  { width, scheme: 'dark' as const },
  { width, scheme: 'light' as const },
]);
/** Of a test run: the two that have least in common. */
const LOOKS = FOLDER === undefined ? ALL.filter(({ width, scheme }) => (width === 390) === (scheme === 'dark')) : ALL;
const LANGUAGES = FOLDER === undefined ? (['en'] as const) : (['en', 'es'] as const);

export type Shown = {
  readonly document: Pick<Page, 'evaluate'>;
  readonly change: (look: Look) => Promise<unknown>;
  readonly picture: () => Promise<Uint8Array>;
};

export const shownPage = (page: Page): Shown => ({
  document: page,
  change: async ({ width, scheme: colorScheme }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  },
  picture: async () => {
    // What stays in view is otherwise drawn where the page was scrolled to.
    await page.evaluate('scrollTo(0, 0)');
    return await page.screenshot({ fullPage: true });
  },
});

/** How a state is opened: on a phone in the dark. `speak`: a page whose locators are sought in the reader's language. */
export type Opening = { readonly options: BrowserContextOptions; readonly speak: (page: Page) => Page };

/** @param name of what is shown, such as `sign` */
export function testLooks<State>(
  name: string,
  states: Readonly<Record<string, State>>,
  open: (state: State, opening: Opening) => Promise<Shown>,
): void {
  const all = Object.entries(states).flatMap(([state, reach]) =>
    LANGUAGES.map((language) => [state, language, reach] as const),
  );
  test.each(all)(`has no barriers and cuts nothing off: ${name}, %s, in %s`, async (state, language, reach) => {
    const shown = await open(reach, {
      options: {
        ...{ ...PHONE, deviceScaleFactor: 1, viewport: { width: 390, height: 844 } },
        colorScheme: 'dark',
        locale: language === 'en' ? 'en-GB' : 'es-MX',
        timezoneId: 'UTC',
      },
      speak: language === 'en' ? (page) => page : inSpanish,
    });
    for (const look of LOOKS) {
      await shown.change(look);
      if (FOLDER !== undefined) {
        const folder = `${FOLDER}/${name}/${state.replaceAll(/[^a-z0-9]+/gi, '-')}`;
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/${look.width}-${look.scheme}-${language}.png`, await shown.picture());
      }
      expect(await barriers(shown.document)).toEqual([]);
      expect(await shown.document.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  });
}
