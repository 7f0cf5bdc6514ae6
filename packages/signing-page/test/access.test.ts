/** Accessibility: axe-core finds nothing in any state, at a desktop and on a phone. */
import type { Prepared } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { DESKTOP, hasBrowser, openTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { openStage, passTimeUntil } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { cheaper } from './cheaper.ts';

const TYPE_THE_TOTAL = 'type the total exactly as it is shown';

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source);
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
    await title(page, /^Pay .* 1.?1\d\d(\.\d+)? USDC$/);
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
      await page.getByLabel(TYPE_THE_TOTAL).fill('5,000');
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

  test.each(Object.keys(states))('axe-core finds nothing, and nothing is cut off: %s', async (state) => {
    const { page, offer, input } = await open({ ...PHONE, colorScheme: 'dark' });
    await states[state]?.(page, offer, input);
    const looksRight = async () => {
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    };
    await looksRight();
    await page.setViewportSize(DESKTOP.viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await looksRight();
  });

  test('axe-core finds nothing under the colours of the real networks', async () => {
    const { page } = await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
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
});
