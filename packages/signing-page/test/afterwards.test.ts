/** What the page is once it has settled: the escrow's life goes on from it, by the buttons of the one who signed. */
import { DESKTOP, hasBrowser, openTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { barriers, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

const client = String(deployInput().signer);
/** One who does, approves and pays out. */
const ALONE = { approver: client, serviceProvider: client, release: client };

describe.runIf(hasBrowser)('after it has settled', () => {
  const stage = openStage();

  async function open(signUrl: unknown) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    await page.goto(String(signUrl));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  const deployed = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const input = deployInput();
    const roles = { ...(input['roles'] as object), ...(changes['roles'] as object) };
    return await stage.scene.desk.prepare('deploy', { ...input, ...changes, roles } as typeof input);
  };
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const sign = (page: Page, who = 'client') =>
    page.getByRole('button', { name: `Sign as demo account “${who}”` }).click();
  const textOf = async (page: Page) => String(await page.locator('main').textContent());
  const goOn = async (page: Page, button: string) => {
    const before = page.url();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: /^Sign as/ }).waitFor();
  };
  const viewOf = async (page: Page) => (await (await fetch(`${page.url()}/view`)).json()) as PageView;
  const next = (page: Page, body: object, headers = {}) =>
    fetch(`${page.url()}/next`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stage.scene.url, ...headers },
      body: JSON.stringify(body),
    });

  test('another person’s turn shows who that is and a sentence to send them, but no button', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: '<b>Harbour</b> “museum”' });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const page = await open((await desk.prepare('approve', { escrow, milestone: 1 })).signUrl);
    await sign(page);
    await title(page, 'The milestone is approved');
    const second = page.locator('ol.life > li', { hasText: 'Milestone 2' });
    await second.getByText('The service provider says when the work is done.').waitFor();
    expect(await second.textContent()).toContain('provider');
    expect(await second.locator('code').first().textContent()).toBe(provider.address);
    expect(await second.locator('.words').textContent()).toBe(
      `It is your turn in the escrow “<b>Harbour</b> “museum””, milestone 2: please report the work when it is done. The escrow is ${escrow}, network: Sandbox: simulated, worth nothing.`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await second.getByRole('button', { name: 'Copy' }).click();
    await second.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('It is your turn');
    expect(await second.getByRole('button', { name: /^Report/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pay out milestone 1' }).count()).toBe(1);
  });

  test('the page prepares only its signer’s own steps, and only for its own escrow', async () => {
    const { desk } = stage.scene;
    const offer = await deployed();
    const page = await open(offer.signUrl);
    const codeOf = async (body: object) => {
      const reply = await next(page, body);
      const { error } = (await reply.json()) as {
        readonly error?: { readonly code: string; readonly message: string };
      };
      return `${reply.status} ${error?.code}`;
    };
    expect(await codeOf({ action: 'fund' })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    await sign(page);
    await page.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    // The provider's turn; nobody's turn; not a step of a page; a field that is not the browser's to say.
    expect(await codeOf({ action: 'change-status', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    expect(await codeOf({ action: 'release', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    expect(await codeOf({ action: 'fund', milestone: 1 })).toMatch(/^4\d\d STEP_NOT_POSSIBLE$/);
    for (const body of [
      { action: 'update' },
      { action: 'fund', amount: '1' },
      { action: 'fund', signer: provider.address },
      { action: 'fund', escrow: offer.contractId },
      { action: 'fund', evidence: 'a link' },
      { action: 'approve', milestone: 1.5 },
      {},
      [],
    ]) {
      expect(await codeOf(body), JSON.stringify(body)).toBe('400 INPUT_INVALID');
    }
    expect((await next(page, { action: 'fund' }, { Origin: 'http://evil.example' })).status).toBe(403);
    const guessed = page.url().replace(/.{32}$/, '0'.repeat(32));
    const unknown = await fetch(`${guessed}/next`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stage.scene.url },
      body: JSON.stringify({ action: 'fund' }),
    });
    expect(unknown.status).toBe(404);
    const reply = await next(page, { action: 'fund' });
    const { next: id, ...view } = (await reply.json()) as { readonly next: string };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(view)).not.toContain(id);
    expect(await desk.page(id).view()).toMatchObject({
      action: 'fund',
      request: { signer: client, escrow: offer.contractId, amount: '5000' },
    });
  });

  test('a secret is refused as evidence, and never leaves the page', async () => {
    const offer = await deployed({ roles: ALONE });
    const page = await open(offer.signUrl);
    await sign(page);
    await page.getByRole('button', { name: 'Prepare the payment' }).click();
    await page.waitForURL((url) => !String(offer.signUrl).endsWith(url.pathname));
    await sign(page);
    await title(page, 'The payment arrived');
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
    const first = page.locator('ol.life > li', { hasText: 'Milestone 1' });
    await first
      .getByLabel('Evidence')
      .fill(`S${'A'.repeat(55)} SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4`);
    await first.getByRole('button', { name: 'Report milestone 1 as done' }).click();
    await first.getByRole('alert').getByText('looks like a secret').waitFor();
    expect(asked).toEqual([]);
  });

  test('a receipt names the milestone even if later settings would not let it be signed', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const offer = await desk.prepare('approve', { escrow, milestone: 1 });
    await signAndSend(desk, 'client', offer);
    const { page, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    await page.route('**/events', (route) => route.abort());
    await page.route('**/view', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as PageView), maxFee: '1' } });
    });
    await page.goto(String(offer.signUrl));
    await title(page, 'The milestone is approved');
    expect(await page.locator('.receipt').textContent()).toContain('Milestone 1 was approved. No money moved.');
  });

  test('a receipt is one page, with the terms, the hash and the state, and nothing to press', async () => {
    const long = 'A description that somebody made as long as they could. '.repeat(6);
    const offer = await deployed({
      roles: ALONE,
      title: '</h1><img src=x onerror=alert(1)> '.repeat(2).trim(),
      milestones: Array.from({ length: 10 }, (_, index) => ({
        description: `${index} ${long}`,
        amount: `${index + 1}.5`,
      })),
    });
    const page = await open(offer.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    await page.evaluate('window.print = () => { window.printed = true; }');
    await page.getByRole('button', { name: 'Print a receipt' }).click();
    expect(await page.evaluate('window.printed')).toBe(true);
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), format).toHaveLength(1);
    }
    expect(await page.locator('.receipt').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const receipt = page.locator('.receipt');
    const text = String(await receipt.textContent());
    const { transactionHash } = await stage.scene.desk.status(offer.id);
    const { asOf } = (await viewOf(page)).escrow as { readonly asOf: number };
    for (const part of [
      transactionHash,
      offer.contractId,
      client,
      provider.address,
      '10.5 USDC',
      '60 USDC',
      'Sandbox: simulated, worth nothing',
      'The escrow was set up. No money moved.',
      'The ledger’s, asked at',
      'being worked on, it holds 0 USDC, as of',
      String(new Date(asOf).getFullYear()),
      '</h1><img src=x onerror=alert(1)>',
    ]) {
      expect(text).toContain(part);
    }
    expect(await receipt.isVisible()).toBe(true);
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    expect([await styleOf('.band', 'display'), await styleOf('.layout', 'display')]).toEqual(['none', 'none']);
    expect(await styleOf('.receipt h1', 'color')).toBe('rgb(0, 0, 0)');
    expect(await styleOf(':root', 'backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await receipt.locator('button, a, input, img, [onclick]').count()).toBe(0);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('page and receipt show the terms as they are now, and what they were when they were signed', async () => {
    const { desk } = stage.scene;
    const offer = await deployed();
    const { disputeResolver: arbiter } = offer.summary.roles;
    await signAndSend(desk, 'client', offer);
    const roles = { disputeResolver: platform.address };
    const terms = { escrow: offer.contractId, platformFee: '9', roles };
    const { id, summary, judgement } = await desk.prepare('update', terms);
    await desk.confirm(id, { amount: summary.amount, shown: judgement.key });
    await signAndSend(desk, 'platform', await desk.prepare('update', terms));
    const page = await open(offer.signUrl);
    await page.getByText('Its terms were changed on the ledger after this was signed.').waitFor();
    await page.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    const changes = String(await page.locator('.status .differences').textContent());
    expect(changes).toContain(`when signed${arbiter}on the ledger now${platform.address}`);
    expect(changes).toContain('when signed2.5 %on the ledger now9 %');
    const facts = String(await page.locator('.facts').textContent());
    expect(facts).toContain('Platform (9\u00a0%)');
    expect(facts).not.toContain('2.5');
    const receipt = String(await page.locator('.receipt').textContent());
    expect(receipt).toContain('The platform’s fee is 9 % of what is paid out.');
    expect(receipt).toContain(`what it was when it was signedDispute resolver${arbiter}`);
  });

  test('a single release is paid in, reported, approved and paid out at once by the buttons of its pages', async () => {
    const milestones = ['Design', 'Launch'].map((description, at) => ({ description, amount: `${at + 1}00` }));
    const { signUrl, contractId } = await deployed({ kind: 'single', roles: ALONE, milestones });
    const page = await open(signUrl);
    expect(await textOf(page)).toContain('291.6 USDC goes to provider, paid at once when all of it is approved');
    expect(await textOf(page)).toContain('Everything is paid out at once, when all milestones are approved.');
    const settle = async (name: string) => {
      await sign(page);
      await title(page, name);
    };
    await settle('The escrow is deployed');
    await goOn(page, 'Prepare the payment');
    await settle('The payment arrived');
    for (const number of [1, 2]) {
      await goOn(page, `Report milestone ${number} as done`);
      await settle('The progress is reported');
      await goOn(page, `Approve milestone ${number}`);
      await settle('The milestone is approved');
    }
    await goOn(page, 'Pay it out');
    expect(await textOf(page)).toMatch(/Receiver: provider\s*291\.6 USDC/);
    await settle('The money is paid out');
    await page.getByText('Everything is paid out. Nothing is left to do.').waitFor();
    expect(await stage.scene.desk.get({ contractId })).toMatchObject({ kind: 'single', state: 'finished', held: '0' });
  });

  test('a milestone added while there is money is signed on its page, and paid in on the page of the deploy', async () => {
    const [{ desk }, offer] = [stage.scene, await deployed()];
    await signAndSend(desk, 'client', offer);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: offer.id }));
    const escrow = offer.contractId;
    const terms = { escrow, addMilestones: [{ description: 'Handover', amount: '250' }] };
    const update = await open((await desk.prepare('update', terms)).signUrl);
    expect(await textOf(update)).toMatch(/Milestone 4\s*none\s*Handover, 250 USDC, to G/);
    expect(await textOf(update)).toContain('None. The escrow holds 5,000 USDC, before and after.');
    await sign(update, 'platform');
    await title(update, 'The terms are changed');
    await update.locator('ol.life > li', { hasText: 'Milestone 4: Handover · 250 USDC' }).waitFor();
    const page = await open(offer.signUrl);
    expect(await textOf(page)).toMatch(/Number of milestones\s*when signed\s*3\s*on the ledger now\s*4/);
    await goOn(page, 'Prepare the payment');
    expect(await textOf(page)).toContain('Provider gets up to 5,103 USDC, in 4 steps');
    await sign(page);
    await title(page, 'The payment arrived');
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: '5250', total: '5250' });
  });

  test('only a person who switched them on gets browser notifications', async () => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const offer = await desk.prepare('approve', { escrow, milestone: 1 });
    const { page, close } = await openTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    await page.context().grantPermissions(['notifications'], { origin: stage.scene.url });
    await page.addInitScript(`
      window.told = [];
      window.Notification = class extends Notification {
        constructor(title, options) { super(title, options); window.told.push([title, options.body]); }
        static requestPermission() { window.asked = (window.asked ?? 0) + 1; return super.requestPermission(); }
      };
      Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') });`);
    const hide = (isHidden: boolean) =>
      page.evaluate(`window.isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`);
    await page.goto(String(offer.signUrl));
    await sign(page);
    await page.getByRole('button', { name: 'Pay out milestone 1' }).waitFor();
    expect(await page.evaluate('window.asked')).toBeUndefined();
    await page.getByRole('button', { name: 'Tell me when something happens' }).click();
    await page.getByText('Your browser tells you while this tab stays open.').waitFor();
    await hide(true);
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    await expect
      .poll(() => page.evaluate('window.told'))
      .toEqual([['Website for the harbour museum', 'The service provider says when the work is done.']]);
    await hide(false);
    await page.getByRole('button', { name: 'Stop telling me' }).click();
    await page.getByRole('button', { name: 'Tell me when something happens' }).waitFor();
  });

  test('a browser that is not asked to stop being silent is believed', async () => {
    const offer = await deployed();
    const page = await open(offer.signUrl);
    await sign(page);
    await page.evaluate("Notification.requestPermission = async () => 'denied'");
    await page.getByRole('button', { name: 'Tell me when something happens' }).click();
    await page.getByText('Your browser does not let this page tell you.').waitFor();
  });

  test('it speaks Spanish to a Spanish browser', async () => {
    const offer = await deployed({ roles: ALONE });
    const { page, close } = await openTab(stage.browser, stage.scene.url, { locale: 'es-MX' });
    onTestFinished(close);
    await page.goto(String(offer.signUrl));
    await page.getByRole('button', { name: 'Firmar como la cuenta de prueba' }).click();
    await page.getByRole('button', { name: 'Preparar el pago' }).waitFor();
    expect(await page.locator('.afterwards').textContent()).not.toMatch(/undefined|escrow|milestone/i);
    expect(await page.locator('.receipt').textContent()).toContain('Red simulada: nada aquí tiene valor');
  });

  test('its state is read only from the ledger, and seldom', async () => {
    const { desk, road } = stage.scene;
    const offer = await deployed();
    const page = await open(offer.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    const before = road.asked.length;
    const first = (await viewOf(page)).escrow;
    await page.reload();
    await page.locator('ol.life').waitFor();
    expect((await viewOf(page)).escrow).toEqual(first);
    expect(road.asked.length).toBe(before);
    expect(await desk.page(page.url().slice(-32)).escrow()).toMatchObject({ missing: '5000', state: 'working' });
  });

  test('on a network that others share there are links away, plain ones; the sandbox has none', async () => {
    const offer = await deployed();
    const page = await open(offer.signUrl);
    await sign(page);
    await page.locator('ol.life').waitFor();
    expect(await page.locator('a[href^="http"]').count()).toBe(0);
    await page.route('**/events', (route) => route.abort());
    await page.route('**/view', async (route) => {
      const answer = await route.fetch();
      const view = (await answer.json()) as PageView;
      await route.fulfill({ response: answer, json: { ...view, network: { ...view.network, name: 'testnet' } } });
    });
    await page.reload();
    const links = page.locator('.look-up a');
    await links.first().waitFor();
    const { transactionHash } = await stage.scene.desk.status(offer.id);
    const shown = await links.evaluateAll((all) =>
      all.map((each) => [each.getAttribute('href'), each.getAttribute('rel')]),
    );
    expect(shown).toEqual(
      [
        `https://stellar.expert/explorer/testnet/tx/${transactionHash}`,
        `https://stellar.expert/explorer/testnet/contract/${offer.contractId}`,
        `https://viewer.trustlesswork.com/testnet/${offer.contractId}`,
      ].map((href) => [href, 'noreferrer noopener']),
    );
    await page.getByText('These links leave this page.').waitFor();
  });

  test.each<[string, BrowserContextOptions]>([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ])('axe-core finds nothing in it, and nothing is cut off: %s', async (_, options) => {
    const { desk } = stage.scene;
    const input = deployInput();
    const roles = { ...(input['roles'] as object), serviceProvider: client, approver: provider.address };
    const escrow = await fundedEscrow(desk, { roles });
    await take(desk, 'client', 'change-status', { escrow, milestone: 1 });
    const report = await desk.prepare('change-status', { escrow, milestone: 2, evidence: 'https://example.org/2' });
    const { page, close } = await openTab(stage.browser, stage.scene.url, options);
    onTestFinished(close);
    await page.goto(String(report.signUrl));
    await sign(page);
    // A button with a form, and another's turn with what can be sent to them.
    await page.getByRole('button', { name: 'Report milestone 3 as done' }).waitFor();
    await page.getByText('Send this to provider:').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});
