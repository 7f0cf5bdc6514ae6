/**
 * What every state of a page must pass: it reads as in the snapshot, axe finds nothing, and nothing is cut off. Where `pnpm pictures --states` names a
 * folder, that is so at both widths, in both colour schemes and both languages, and a picture of each is put there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { ownCommand } from '@countersign/core/platform/launch';
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

/** What is seen: a line for each block with its tag, its classes and its state, and in braces each inline part with a class. */
const SEEN = `(() => {
  const NOTED = ['href', 'role', 'aria-invalid', 'aria-expanded', 'aria-current'];
  const seen = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility() || node.matches('svg, script')) return '';
    const classes = [...node.classList].map((name) => '.' + name).join('');
    const notes = [
      ...NOTED.filter((name) => node.hasAttribute(name)).map((name) => name + '=' + node.getAttribute(name)),
      ...['open', 'disabled', 'checked'].filter((name) => node[name]),
      ...(node.matches('input:not([type=radio], [type=checkbox]), textarea') ? ['value=' + node.value] : []),
    ];
    const about = classes + notes.map((note) => '[' + note + ']').join('');
    const inner = node.matches('code, textarea') ? node.textContent : [...node.childNodes].map(seen).join('');
    const isInline = getComputedStyle(node).display.startsWith('inline') && !node.matches('button, input');
    if (isInline) return about === '' ? inner : '{' + about + ' ' + inner + '}';
    return '\\n' + node.tagName.toLowerCase() + about + ': ' + inner + '\\n';
  };
  return seen(document.body);
})()`;
/** What is made by chance, and moments. */
const CHANGING: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bC[A-Z2-7]{55}\b/g, '<contract>'],
  [/\b[0-9a-f]{32,}\b/g, '<hash>'],
  [/(?<=\bCode: )\w+/g, '<code>'],
  [/\bAAAA[A-Za-z0-9+/=]{60,}/g, '<XDR>'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}(?::\d{2})?\s[AP]M\b/g, '<time>'],
  [/\b(?:\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},) \d{4}\b/g, '<date>'],
  [/\b\d{1,2}:\d{2}(?::\d{2})?\s[AP]M\b/g, '<time>'],
  [/(?<=\b(?:within|which is in) )\d:\d\d\b/g, '<time>'],
  [/\bENG-2026-\d+\b/g, '<reference>'],
  // One closes every few seconds.
  [/(?<=\bledger )\d+/g, '<number>'],
  [/(?<=127\.0\.0\.1:)\d+/g, '<port>'],
];
const stable = (text: string) =>
  CHANGING.reduce(
    (all, [pattern, name]) => all.replaceAll(pattern, name),
    text
      .replaceAll(ownCommand(), '<command>')
      .replaceAll(/ *\n\s*/g, '\n')
      .trim(),
  );

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
    if (FOLDER === undefined) expect(stable(String(await shown.document.evaluate(SEEN)))).toMatchSnapshot();
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
