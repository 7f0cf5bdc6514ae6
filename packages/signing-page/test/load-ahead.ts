import type { Page } from 'playwright-core';

/** Lets the page load what signs as a demo account, as it does once a person moves the pointer. */
export async function loadAhead(page: Page): Promise<void> {
  const files = ['read-given', 'demo-account'].map((name) => page.waitForRequest(`**/${name}-*.js`));
  await page.mouse.move(9, 9);
  // Until what they import is there, too.
  for (const file of await Promise.all(files)) await page.evaluate(`import('${file.url()}').then(() => true)`);
}
