/** A browser that asks for Spanish gets Spanish, from core as well as from the page. */
import { CountersignError } from '@countersign/core/errors';
import { spokenView } from '@countersign/core/words/problems';
import { DESKTOP, hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage, withoutFirstView } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

describe.runIf(hasBrowser)('in a browser that prefers Spanish', () => {
  const stage = openStage();

  async function openPage() {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, { ...DESKTOP, locale: 'es-419' });
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    await page.route('**/events*', (route) => route.abort());
    return page;
  }

  /** What the page shows if its server answers with an error. */
  async function textOf(error: CountersignError): Promise<string> {
    const page = await openPage();
    await withoutFirstView(page);
    await page.route('**/view', (route) => route.fulfill({ status: 409, json: { error: spokenView(error, 'es') } }));
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(prepared.signUrl as string);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    return String(await alert.textContent());
  }

  test('amounts use the decimal point of core’s sentences, and no comma that could be taken for one', async () => {
    const page = await openPage();
    const milestones = [{ description: 'Sitio', amount: '12345.5' }];
    const prepared = await stage.scene.desk.prepare('deploy', deployInput({ milestones }));
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1, name: '12\u202f345.50 USDC' }).waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\d,\d/);
  });

  test('a server error is shown in Spanish, and its details are kept', async () => {
    const reply = await textOf(new CountersignError('STORE_UNUSABLE', { message: 'The disk has 0 bytes left.' }));
    expect(reply).toContain('No se puede usar la carpeta de datos.');
    expect(reply).toContain('Texto original: “The disk has 0 bytes left.”');
    expect(reply).toContain('Avise a la persona que administra Countersign.');
  });
});
