/** Debian's Chromium, and a page that notes whatever a clean page has none of. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const CHROMIUM = '/usr/bin/chromium';

/** Where there is no browser what needs one is left out, and says so; never in CI. */
export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) {
  const missing = `There is no ${CHROMIUM} here`;
  if (process.env['CI']) throw new Error(`${missing}: install Debian's package chromium.`);
  process.stderr.write(`${missing}, so what needs a browser is left out.\n`);
}

export const DESKTOP = { viewport: { width: 1100, height: 900 } } as const satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions;

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

export async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS],
  });
}

export type Tab = {
  readonly page: Page;
  /** Console errors, exceptions, violations of the page's policy, and requests to anybody else. */
  readonly oddities: string[];
};

/** The browser logs an error or a missing answer; a test that provokes one looks at the page instead. */
const ERROR_ANSWER =
  /^Failed to load resource: the server responded with a status of (4|5)\d\d|net::ERR_(FAILED|CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|INTERNET_DISCONNECTED)/;

/** @param origin the only place that the page may ask */
export async function openTab(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Tab> {
  const context = await browser.newContext(options);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  const page = await context.newPage();
  return { page, oddities: watch(page, origin) };
}

/** A second tab of the same person. */
export async function openSecondTab(first: Tab, origin: string): Promise<Tab> {
  const page = await first.page.context().newPage();
  return { page, oddities: watch(page, origin) };
}

function watch(page: Page, origin: string): string[] {
  const oddities: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !ERROR_ANSWER.test(text)) oddities.push(text);
  });
  page.on('pageerror', (error) => oddities.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('blob:')) oddities.push(request.url());
  });
  return oddities;
}
