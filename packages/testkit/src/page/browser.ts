/** Debian's Chromium, and a page that notes whatever a clean page has none of. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

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

export async function launch(...flags: string[]): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM,
    // Windows open for a person's press alone, as they do for a person.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    // With it the tabs of a context load and compile the page once, which is half of what a test of it costs.
    args: [...CHROMIUM_FLAGS, '--process-per-site', ...flags],
  });
}

export type Tab = {
  readonly page: Page;
  /** Console errors, exceptions, violations of the page's policy, and requests to anybody else. */
  readonly oddities: string[];
  /** Closes it, and what was opened as the same person's second tab. */
  close(): Promise<void>;
};

/** The browser logs an error or a missing answer; a test that provokes one looks at the page instead. */
const ERROR_ANSWER =
  /^Failed to load resource: the server responded with a status of (4|5)\d\d|net::ERR_(FAILED|CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|INTERNET_DISCONNECTED)/;

const shared = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();
const opened = new WeakMap<BrowserContext, Page[]>();

/**
 * One of several tabs: what a tab stores is its own; the tabs share their context (clock, network, permissions).
 * @param origin the only place that the page may ask
 */
export async function openTab(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Tab> {
  const contexts = shared.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  shared.set(browser, contexts);
  const kind = JSON.stringify(options);
  const context = contexts.get(kind) ?? openSharedContext(browser, origin, options);
  contexts.set(kind, context);
  return await newTab(await context, origin, (one) => closeTabs(one));
}

/** A tab in a context of its own, which a test may change. */
export async function openLoneTab(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Tab> {
  return await newTab(await openContext(browser, options), origin, (context) => context.close());
}

export async function openSecondTab(first: Tab, origin: string): Promise<Tab> {
  return await newTab(first.page.context(), origin, async () => {});
}

/** Its first tab stays open, on a page without a script, and with it the process in which all are shown. */
async function openSharedContext(browser: Browser, origin: string, options: BrowserContextOptions) {
  const context = await openContext(browser, options);
  await (await context.newPage()).goto(`${origin}/nothing-here`);
  return context;
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // As long as a test may take: how long anything takes depends on what else the machine does.
  context.setDefaultTimeout(100_000);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return context;
}

async function newTab(context: BrowserContext, origin: string, end: (context: BrowserContext) => Promise<void>) {
  const page = await context.newPage();
  opened.set(context, [...(opened.get(context) ?? []), page]);
  const close = async () => {
    // An answer that a test changes may be on its way.
    for (const each of opened.get(context) ?? [])
      if (!each.isClosed()) await each.unrouteAll({ behavior: 'ignoreErrors' });
    await end(context);
  };
  return { page, oddities: watch(page, origin), close };
}

async function closeTabs(context: BrowserContext): Promise<void> {
  for (const page of opened.get(context) ?? []) await page.close();
  opened.set(context, []);
  await Promise.all([context.clearPermissions(), context.setOffline(false)]);
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
