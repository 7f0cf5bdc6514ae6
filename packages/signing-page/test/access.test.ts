/** Accessibility: axe-core finds nothing in any state, a keyboard or a phone is enough, and nothing jumps. */

import type { Prepared } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { DESKTOP, hasBrowser, openTab, PHONE } from '@countersign/testkit/page/browser';
import { fundedEscrow, signAndSend, take } from '@countersign/testkit/page/life';
import { deployInput, platform, provider } from '@countersign/testkit/page/scene';
import { openStage, passTimeUntil } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { cheaper } from './cheaper.ts';

const TYPE_THE_TOTAL = 'type the total exactly as it is shown';

/** Whether the focused element is under what stays on screen. */
const COVERED = `(() => {
  const { activeElement: focused } = document;
  if (focused === document.body || focused.closest('.bar, .skip')) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  const bar = document.querySelector('.bar')?.getBoundingClientRect().top ?? innerHeight;
  return bottom > bar || top < document.getElementById('band').getBoundingClientRect().bottom;
})()`;

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run().then((result) => result.violations)')) as Violation[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe.runIf(hasBrowser)('access', () => {
  const stage = openStage();

  async function open(options: BrowserContextOptions = DESKTOP) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    onTestFinished(async () => {
      await close();
      expect(oddities).toEqual([]);
    });
    const input = deployInput();
    return { page, input, offer: await show(page, input) };
  }
  async function show(page: Page, input: DeployInput) {
    const offer = await stage.scene.desk.prepare('deploy', input);
    await page.goto(offer.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return offer;
  }
  /** The views that the page gets from now on. */
  async function changeViews(page: Page, change: (view: PageView) => PageView) {
    await page.route('**/events', (route) => route.abort());
    await page.route('**/view', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: change((await answer.json()) as PageView) });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  const changeStatus = (page: Page, changes: Partial<PageView['status']>) =>
    changeViews(page, (view) => ({ ...view, status: { ...view.status, ...changes } }));
  /** A payout of the first of three milestones. */
  async function showPayout(page: Page) {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    const offer = await desk.prepare('release', { escrow, milestone: 1 });
    await page.goto(String(offer.signUrl));
    await title(page, /1.?200 USDC/);
    return { ...offer, escrow };
  }
  const sign = (page: Page) => page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

  const states: Readonly<Record<string, (page: Page, offer: Prepared, input: DeployInput) => Promise<void>>> = {
    prepared: async (page) => {
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
    },
    'with an address to name, and a name that is taken': async (page, _, input) => {
      const receiver = Keypair.random().publicKey();
      const other = {
        ...input,
        engagementId: 'ENG-NAMED',
        roles: { ...input.roles, serviceProvider: receiver, receiver },
      };
      const { signUrl } = await stage.scene.desk.prepare('deploy', other);
      await page.goto(String(signUrl));
      await page.getByText('Give an address a name').click();
      await page.getByLabel('Name', { exact: true }).fill('Client');
      await page.getByRole('button', { name: 'Save the name' }).click();
      await page.locator('.names').getByRole('alert').waitFor();
    },
    'prepared again': async (page, { expiresAt }) => {
      await passTimeUntil(stage.scene, page, expiresAt, 20);
      await page.getByText('Sign in another wallet').click();
      await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).click();
      await page.locator('.changes').waitFor();
    },
    'prepared again elsewhere, and dearer': async (page, { id, expiresAt, transactionHash }) => {
      await changeViews(page, (view) => (view.offer.hash === transactionHash ? cheaper(view) : view));
      await passTimeUntil(stage.scene, page, expiresAt, 20);
      await stage.scene.desk.prepare('deploy', { id });
      await page.getByText('was prepared elsewhere').waitFor();
    },
    'its time over': async (page, { expiresAt }) => {
      await passTimeUntil(stage.scene, page, expiresAt, 0);
      await page.getByText('The time of this transaction is over').waitFor();
    },
    'to be confirmed, and the wrong amount typed': async (page) => {
      await show(page, deployInput({ platformFee: 25 }));
      await page.getByLabel(TYPE_THE_TOTAL).fill('1');
      await page.getByRole('button', { name: 'I have read this' }).click();
      await page.getByRole('alert').waitFor();
    },
    confirmed: async (page) => {
      await show(page, deployInput({ platformFee: 25 }));
      await page.getByLabel(TYPE_THE_TOTAL).fill('5000');
      await page.getByRole('button', { name: 'I have read this' }).click();
      await page.getByText('You confirmed this').waitFor();
    },
    'with warnings': async (page) => {
      // Silent where an escrow between the same people has settled.
      const roles = { ...(deployInput()['roles'] as object), receiver: platform.address };
      await show(page, deployInput({ platformFee: 0.05, roles }));
      await page.locator('.look-twice').first().waitFor();
    },
    declined: async (page) => {
      await page.getByText('Don’t sign: this is not what I want').click();
      await page.getByLabel('What is wrong?').fill('The amount is wrong');
      await page.getByRole('button', { name: 'End this offer' }).click();
      await title(page, 'Declined');
    },
    superseded: async (page, _, input) => {
      const { id, summary, judgement } = await stage.scene.desk.prepare('deploy', { ...input, title: 'Another title' });
      await stage.scene.desk.confirm(id, { amount: summary.total, shown: judgement.key });
      await title(page, 'Replaced by a newer version');
    },
    taken: async (page) => {
      const differences = [{ field: 'contract code', asked: 'a'.repeat(64), found: 'b'.repeat(64) }];
      await changeStatus(page, { status: 'taken', by: 'ledger', ledger: 'rpc.example.org', differences });
      await title(page, 'Do not fund this');
    },
    accepted: async (page) => {
      await changeStatus(page, { status: 'accepted', by: 'service' });
      await title(page, 'The service says that it settled');
    },
    'settled, and changed since': async (page) => {
      const changedSince = [{ field: 'roles.receiver', asked: platform.address, found: provider.address }];
      await changeStatus(page, { status: 'settled', by: 'ledger', changedSince });
      await title(page, 'The escrow is deployed');
    },
    'not delivered yet': async (page) => {
      await page.route('**/submit', (route) => route.abort());
      await sign(page);
      await page.getByText('Trying again in').waitFor();
    },
    'not delivered, and waiting for the operator': async (page) => {
      const error = { code: 'READ_ONLY', message: 'It is read-only.', remedy: '', retryable: false };
      await page.route('**/submit', (route) => route.fulfill({ status: 400, json: { error } }));
      await sign(page);
      await page.getByText('only when you press the button').waitFor();
    },
    'being delivered slowly, and not stored': async (page) => {
      await page.evaluate(`Storage.prototype.setItem = () => { throw new Error('full'); }`);
      await page.route('**/submit', () => {});
      await sign(page);
      await page.getByText('Delivering it now').waitFor();
    },
    'not delivered in time': async (page) => {
      for (const path of ['view', 'events', 'submit']) await page.route(`**/sign/*/${path}`, (route) => route.abort());
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await sign(page);
      await page.getByText('Trying again in').waitFor();
      await page.evaluate('Date.now = ((now) => () => now() + 300_000)(Date.now)');
      await title(page, 'Signed, not delivered in time');
    },
    waiting: async (page) => {
      await page.getByRole('button', { name: 'Sign with Freighter' }).click();
      await page.getByText('Waiting for Freighter').waitFor();
    },
    'with a problem': async (page) => {
      await page.getByText('Sign in another wallet').click();
      await page.getByRole('button', { name: 'Submit signed transaction' }).click();
      await page.getByRole('alert').waitFor();
    },
    settled: async (page) => {
      await sign(page);
      await title(page, 'The escrow is deployed');
    },
    rejected: async (page) => {
      await changeStatus(page, { status: 'rejected', by: 'ledger', ledger: 'rpc.example.org' });
      await title(page, 'It did not settle');
    },
    displaced: async (page, { id }) => {
      const { desk } = stage.scene;
      await signAndSend(desk, 'client', await desk.prepare('deploy', deployInput({ title: 'Logo' })));
      await desk.status(id);
      await title(page, 'Another transaction went first');
    },
    'with a newer version': async (page, _, input) => {
      await stage.scene.desk.prepare('deploy', { ...input, title: 'Another title' });
      await page.reload();
      await page.getByText('A newer version of this was prepared.').waitFor();
    },
    unknown: async (page) => {
      stage.scene.road.faults.push('drop');
      await sign(page);
      await title(page, 'Sent, outcome not known yet');
      await page.getByText('I looked it up').click();
    },
    'not what was asked for': async (page) => {
      await changeViews(page, (view) => {
        if (view.action !== 'deploy') return view;
        const roles = { ...view.request.roles, receiver: platform.address };
        return { ...view, request: { ...view.request, roles } };
      });
      await title(page, 'Do not sign this');
    },
    'a step': async (page) => {
      await showPayout(page);
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
    },
    'a step to be confirmed': async (page, _, input) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk, { roles: { ...input.roles, platformAddress: input.signer } });
      await take(desk, 'client', 'dispute', { escrow, milestone: 3, signer: String(input.signer) });
      const distributions = [{ address: platform.address, amount: '999.5' }];
      const { signUrl } = await desk.prepare('resolve', { escrow, milestone: 3, distributions });
      await page.goto(String(signUrl));
      await title(page, 'Stop and read this first');
    },
    'a step that has settled': async (page) => {
      await showPayout(page);
      await sign(page);
      await title(page, 'The money is paid out');
    },
    'a step prepared again of an escrow that came further': async (page) => {
      const { id, escrow } = await showPayout(page);
      for (const step of ['approve', 'release'] as const) {
        await take(stage.scene.desk, 'client', step, { escrow, milestone: 2 });
      }
      await stage.scene.desk.status(id);
      await page.getByRole('button', { name: 'Prepare it again' }).click();
      await page.getByText('Read what is new in it').waitFor();
    },
    'a step that is no longer possible': async (page) => {
      const { escrow, expiresAt } = await showPayout(page);
      await take(stage.scene.desk, 'provider', 'dispute', { escrow, milestone: 1, signer: provider.address });
      await passTimeUntil(stage.scene, page, expiresAt, 0);
      await sign(page);
      await page.getByRole('alert').waitFor();
    },
    'nothing there': async (page) => {
      await page.goto(`${stage.scene.url}/sign/${'0'.repeat(32)}`);
      await title(page, 'There is nothing to sign here');
    },
  };

  describe.each([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const)('%s', (_, options) => {
    test.each(Object.keys(states))('axe-core finds nothing, and nothing is cut off: %s', async (state) => {
      const { page, offer, input } = await open(options);
      await states[state]?.(page, offer, input);
      expect(await violations(page)).toEqual([]);
      const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wider).toBeLessThanOrEqual(0);
    });
  });

  test('axe-core finds nothing under the colours of the real networks', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open({ ...DESKTOP, colorScheme });
      for (const network of ['testnet', 'public']) {
        await page.evaluate(`document.documentElement.dataset.network = '${network}'`);
        expect(await violations(page)).toEqual([]);
      }
    }
  });

  test('each network is told apart by its shape as well as by its words, and stays in view', async () => {
    const { page } = await open();
    const shapes = new Set<unknown>();
    for (const network of ['sandbox', 'testnet', 'public']) {
      const style = `getComputedStyle(document.querySelector('.network-name'))`;
      // At once: the page names its own network again whenever it is drawn.
      const look = `document.documentElement.dataset.network = '${network}'; ${style}.borderStyle + ${style}.backgroundColor`;
      shapes.add(await page.evaluate(look));
    }
    expect(shapes.size).toBe(3);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect(await page.getByText('simulated, worth nothing').boundingBox()).toMatchObject({ y: expect.closeTo(12, -1) });
  });

  test.each([
    [320, 568],
    [390, 844],
    [640, 400],
    [768, 1024],
    [1000, 700],
    [1280, 800],
    [1920, 1080],
  ])('the main button is in view at %i by %i, and leaves room to read', async (width, height) => {
    const { page } = await open({ viewport: { width, height } });
    const isWide = width >= 1_000;
    const button = isWide ? page.locator('.ways .primary') : page.locator('.bar .primary');
    const box = await button.boundingBox();
    const top = box?.y ?? Number.NaN;
    expect(top).toBeGreaterThan(0);
    expect(top + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(height);
    expect(await page.evaluate('scrollY')).toBe(0);
    if (isWide) return;
    const room = `document.querySelector('.bar').getBoundingClientRect().top - document.getElementById('band').getBoundingClientRect().bottom`;
    expect(await page.evaluate(room)).toBeGreaterThan(height * 0.7);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    // What has the focus never stands under the bar or the band.
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(COVERED)).toBe(false);
    }
  });

  test('on a phone, from the link to the outcome in two presses', async () => {
    const { page } = await open(PHONE);
    await page.locator('.bar').getByRole('button', { name: 'Sign', exact: true }).click();
    await title(page, 'The escrow is deployed');
    expect(await page.locator('.bar').count()).toBe(0);
  });

  test('on a phone, where there is a choice, the bar leads to the ways to sign', async () => {
    const { page } = await open(PHONE);
    const signer = sandboxKeypair('issuer').publicKey();
    const { signUrl } = await stage.scene.desk.prepare('deploy', deployInput({ signer }));
    await page.goto(String(signUrl));
    await page.locator('.bar').getByRole('button', { name: 'Choose how to sign' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('sign');
    const box = await page.getByRole('button', { name: 'Sign with Freighter' }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(PHONE.viewport.height - 120);
  });

  test('a keyboard is enough, from the top of the page to the outcome', async () => {
    const { page } = await open();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to signing');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Sign as demo account “client”');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    const wallets = ['Sign with Freighter', 'Sign with xBull', 'More wallets'];
    for (const expected of [...wallets, 'Sign in another wallet']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).waitFor();
    const elsewhere = [
      /^Download unsigned.xdr.txt$/,
      /^Copy transaction$/,
      /^Open in a wallet app/,
      /^Sign in Stellar Lab/,
      /^Sign on Albedo’s site/,
      /^Sign on your phone$/,
      /^$/,
      /^Submit signed transaction$/,
    ];
    for (const expected of elsewhere) {
      await page.keyboard.press('Tab');
      expect(await focused()).toMatch(expected);
    }
    const steps = wallets.length + 1 + elsewhere.length;
    for (let back = 0; back < steps; back += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await title(page, 'The escrow is deployed');
    expect(await focused()).toBe('The escrow is deployed');
  });

  test.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('nothing jumps while it loads, waits and says what is wrong: %s', async (_, options) => {
    const { page, offer } = await open(options);
    await page.addInitScript(`window.jumps = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.jumps += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(offer.signUrl as string);
    await page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await page.getByText('Waiting for Freighter').waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.jumps')).toBeLessThan(0.01);
  });

  test('a person who prefers reduced motion sees none', async () => {
    const { page } = await open({ ...DESKTOP, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await page.getByText('Waiting for Freighter').waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });

  test('everything that is pressed on a phone is large enough', async () => {
    const { page } = await open(PHONE);
    await page.getByText('Sign in another wallet').click();
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
  });
});
