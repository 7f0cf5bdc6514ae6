/** How a page gets its files, also while its server changes to another version. */
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage, withoutFirstView } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadAhead } from './load-ahead.ts';

describe.runIf(hasBrowser)('loading a page', () => {
  const stage = openStage();

  async function newTab() {
    const { signUrl } = await stage.scene.desk.prepare('deploy', deployInput());
    const { page, oddities, close } = await openLoneTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const count = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length;
    return { page, oddities, paths, count, url: String(signUrl), readable: page.locator('[data-readable]') };
  }

  test('makes at most four requests until the transaction can be read, and loads nothing that signs before a person is there', async () => {
    const { page, oddities, paths, url, readable } = await newTab();
    await page.goto(url);
    await readable.waitFor();
    await expect.poll(() => paths.some((path) => path.endsWith('/events'))).toBe(true);
    // A browser shows the page without its icon, and is followed by these two once it is readable.
    const needed = paths.filter((path) => !/\.svg$|\/(?:opened|events)$/.test(path));
    expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(4);
    await loadAhead(page);
    expect(oddities).toEqual([]);
  });

  test('takes at most 15 kB the second time', async () => {
    const { page, url, readable } = await newTab();
    await page.goto(url);
    await readable.waitFor();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      );
    });
    await page.goto(url);
    await readable.waitFor();
    await expect.poll(() => sizes.length).toBeGreaterThanOrEqual(5);
    expect((await Promise.all(sizes)).reduce((all, each) => all + each)).toBeLessThan(15_000);
  });

  test('asks for what it shows where the HTML has none of it, or something that is no view', async () => {
    const { page, count, url, readable } = await newTab();
    await withoutFirstView(page);
    await page.goto(url);
    await readable.waitFor();
    expect(count(/\/view$/)).toBe(1);
    await page.route(url, async (route) => {
      const body = (await (await route.fetch()).text()).replace(
        '</main>',
        '</main><script type="application/json" id="view">{</script>',
      );
      await route.fulfill({ body, contentType: 'text/html' });
    });
    await page.reload();
    await readable.waitFor();
    expect(count(/\/view$/)).toBe(2);
  });

  test('shows what changed since its HTML was made', async () => {
    const { desk } = stage.scene;
    const { id, signUrl } = await desk.prepare('deploy', deployInput());
    const { page } = await newTab();
    await page.route('**/events?shown=*', async (route) => {
      await desk.discard(id);
      await route.continue();
    });
    await page.goto(String(signUrl));
    await page.getByRole('heading', { level: 1, name: 'Discarded' }).waitFor();
  });

  test('loads again once when a file of it is missing, and shows the transaction', async () => {
    const { page, count, url, readable } = await newTab();
    const { pathname } = new URL(url);
    const times = () => count(new RegExp(`^${pathname}$`));
    // The second one asks whether the server is there.
    await page.route('**/assets/sign-*.js', async (route) => {
      await (times() < 3 ? route.fulfill({ status: 404, body: 'Not of this version' }) : route.continue());
    });
    await page.goto(url);
    await readable.waitFor();
    expect(times()).toBe(3);
  });

  test('says that its script does not run when a file stays missing, and does not load for ever', async () => {
    const { page, count, url } = await newTab();
    await page.route('**/assets/sign-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(url);
    await page.getByText('This page’s script does not run.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(count(/assets\/start\.js$/)).toBe(2);
  });
});
