/** How a page gets its files, also while its server changes to another version. */
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

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

  test('asks for at most seven files until the transaction can be read', async () => {
    const { page, oddities, paths, url, readable } = await newTab();
    await page.goto(url);
    await readable.waitFor();
    const view = paths.findIndex((path) => path.endsWith('/view'));
    // A browser shows the page without its icon.
    const needed = paths.slice(0, view + 1).filter((path) => !path.endsWith('.svg'));
    expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(7);
    expect(oddities).toEqual([]);
  });

  test('lets a browser keep the files of a version, and compresses them', async () => {
    const { page, url, readable } = await newTab();
    const sent: (string | undefined)[][] = [];
    page.on('response', (reply) => {
      const { 'cache-control': kept, 'content-encoding': encoding } = reply.headers();
      if (/-[0-9a-f]{32}\.js$/.test(reply.url())) sent.push([kept, encoding]);
    });
    await page.goto(url);
    await readable.waitFor();
    expect(sent.length).toBeGreaterThanOrEqual(3);
    for (const each of sent) expect(each).toEqual(['public, max-age=31536000, immutable', 'br']);
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
