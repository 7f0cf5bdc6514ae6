/** What the stand-ins of wallets in a window of their own share: a page under the real address, served from here. */
import type { Page } from 'playwright-core';

/** What the window does: it tells its opener something, or goes. */
export type Act = { readonly tells: unknown } | 'close';

/**
 * @param host of the wallet, whose pages come from here from now on
 * @param answer to what the window's opener tells it, or to its opening (nothing, and the query of its address)
 */
export async function serveWindow(
  page: Page,
  host: string,
  answer: (message: unknown, query: string) => readonly Act[],
): Promise<void> {
  const name = `standInAt_${host.replaceAll('.', '_')}`;
  await page.context().exposeFunction(name, answer);
  await page.context().route(`https://${host}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>${host}</title><link rel="icon" href="data:,"><script>
        const act = async (message) => {
          for (const each of await window[${JSON.stringify(name)}](message, location.search)) {
            if (each === 'close') close();
            else opener.postMessage(each.tells, '*');
          }
        };
        addEventListener('message', ({ data }) => act(data));
        act(null);
      </script>`,
    }),
  );
}
