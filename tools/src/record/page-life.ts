/** One escrow on the signing page: the text of the page as a person reads it, in both languages. */

import type { Desk } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import type { DemoAccountName } from '@countersign/escrow-service';
import { openTestDesk } from '@countersign/testkit/discord/open-bot';
import { DESKTOP, launch } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { withResources } from '../command-line/resources.ts';
import { recordedSandbox } from './mcp-life.ts';

type Browser = Awaited<ReturnType<typeof launch>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

const LOCALES = ['en-US', 'es-419'] as const;

export const onPage = () =>
  withResources(async (resources) => {
    const part = createPart();
    // The page's server follows the ledger by timers, so only what it sends to the service has its place in the order.
    const sent: Part['sent'] = (request) => request.to === 'service' && part.sent(request);
    const { desk } = resources.use(await openTestDesk(await recordedSandbox({ sent }, resources)));
    const browser = resources.use(await launch());
    await life(desk, browser, part);
    return { 'life-on-page.txt': part.text() };
  });

async function life(desk: Desk, browser: Browser, part: Part): Promise<void> {
  const contexts = await Promise.all(
    LOCALES.map((locale) => browser.newContext({ ...DESKTOP, locale, timezoneId: 'UTC' })),
  );
  const noted = async (title: string, pages: readonly Page[]) => {
    const texts = await Promise.all(pages.map(readText));
    part.noteSent();
    for (const [at, text] of texts.entries()) part.note(`${title} (${LOCALES[at]})`, text);
  };
  /** In each language. @param addresses where each has its own, since a link to the list works once */
  const opened = async (title: string, ...addresses: readonly unknown[]): Promise<readonly Page[]> => {
    passTime(5);
    const pages = await Promise.all(
      contexts.map((context, at) => openPage(context, String(addresses[at] ?? addresses[0]))),
    );
    await noted(title, pages);
    return pages;
  };
  const closed = (pages: readonly Page[]) => Promise.all(pages.map((page) => page.close()));
  const signed = async (who: DemoAccountName, title: string, { signUrl, unsignedXdr }: Signable) => {
    part.note(`${title}, prepared`, { unsignedXdr });
    const pages = await opened(title, signUrl);
    await pages[0]
      ?.getByRole('button', { name: `Sign as demo account “${who}”` })
      .first()
      .click();
    for (const page of pages) await page.locator('ol.life').waitFor();
    await noted(`${title}, signed`, pages);
    await closed(pages);
  };
  const input = deployInput({ engagementId: 'ENG-1' });
  const deploy = await desk.prepare('deploy', input);
  await signed('client', 'deploy', deploy);
  const { contractId: escrow } = deploy;
  await signed('client', 'fund', await desk.prepare('fund', { id: deploy.id }));
  const step = async (who: DemoAccountName, name: StepName, input: object) =>
    await signed(who, name, await desk.prepare(name, { escrow, ...input }));
  await step('provider', 'change-status', { milestone: 1, status: 'done', evidence: 'https://example.com/site' });
  await step('client', 'approve', { milestone: 1 });
  await step('client', 'release', { milestone: 1 });
  await step('client', 'dispute', { milestone: 2, signer: input.signer });
  const distributions = [{ address: input.signer, amount: '2800.5' }];
  await step('arbiter', 'resolve', { milestone: 2, distributions });

  const blocked = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-2', platformFee: 90 }));
  await closed(await opened('a deploy with a blocking warning', blocked.signUrl));
  const late = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-3' }));
  const links = [await desk.openList(), await desk.openList()].map(({ url }) => url);
  await closed(await opened('the list', ...links));
  passTime(600);
  await closed(await opened('an expired deploy', late.signUrl));
  await closed(await opened('an unknown address', String(late.signUrl).replace(/.{32}$/, '0'.repeat(32))));
}

type Signable = { readonly signUrl?: string | undefined; readonly unsignedXdr?: string | undefined };

/** The requests of a page that are not answered yet. */
const pending = new WeakMap<Page, Set<unknown>>();

async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(100_000);
  const waiting = new Set<unknown>();
  pending.set(page, waiting);
  // Events keep coming as long as the page is open.
  page.on('request', (request) => void (/\/events\b/.test(request.url()) || waiting.add(request)));
  page.on('requestfinished', (request) => void waiting.delete(request));
  page.on('requestfailed', (request) => void waiting.delete(request));
  await page.clock.setFixedTime(Date.now());
  await page.goto(address);
  return page;
}

/** The page's text with everything unfolded, when nothing is requested any more and the text no longer changes. */
async function readText(page: Page): Promise<string> {
  await page.locator('h1').first().waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
  const read = async () =>
    String(
      await page.evaluate(`{
        for (const each of document.querySelectorAll('details')) each.open = true;
        document.title + '\\n' + document.body.innerText;
      }`),
    );
  for (let before = ''; ; ) {
    const text = await read();
    if (text === before && pending.get(page)?.size === 0) return text.replaceAll('\u202f', ' ');
    before = text;
    await page.waitForTimeout(300);
  }
}
