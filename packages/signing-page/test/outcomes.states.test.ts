/** Accessibility of a page once its transaction was signed, sent or replaced, and of a step's page. */

import type { Language } from '@countersign/core/words';
import { deskWordsOf } from '@countersign/core/words/all';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { passTimeUntil } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { openAccessStage, type States, showChanged, sign, title } from './access-stage.ts';

describe.runIf(hasBrowser)('access after a signature, and of a step', () => {
  const stage = openAccessStage();
  const changeStatus = async (
    page: Page,
    status: PageView['status']['status'],
    changes: Partial<PageView['status']>,
  ) => {
    const language = await page.evaluate<Language>('document.documentElement.lang');
    const { message } = deskWordsOf(language).statusWords(status, 'deploy');
    await showChanged(page, (view) => ({ ...view, status: { ...view.status, message, ...changes, status } }));
  };
  /** Their code is loaded once the transaction has settled. */
  const afterwards = async (page: Page) => {
    for (const part of ['.afterwards', '.life']) await page.locator(part).waitFor();
  };
  /** A payout of the first of three milestones. */
  async function showPayout(page: Page) {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    const prepared = await desk.prepare('release', { escrow, milestone: 1 });
    await page.goto(String(prepared.signUrl));
    await title(page, /gets 1.?1\d\d(\.\d+)? USDC \(.*\)\s.* stays in the escrow for milestones/);
    return { ...prepared, escrow };
  }

  const states: States = {
    superseded: async (page, _, input) => {
      const { id, summary, judgement } = await stage.scene.desk.prepare('deploy', { ...input, title: 'Another title' });
      await stage.scene.desk.confirm(id, { amount: summary.total, shown: judgement.key });
      await title(page, 'Replaced by a newer version');
    },
    taken: async (page) => {
      const differences = [{ field: 'contract code', asked: 'a'.repeat(64), found: 'b'.repeat(64) }];
      await changeStatus(page, 'taken', { by: 'ledger', ledger: 'rpc.example.org', differences });
      await title(page, 'Do not fund it: another contract is at its address');
    },
    accepted: async (page) => {
      await changeStatus(page, 'accepted', { by: 'service' });
      await title(page, 'The service says that it settled');
      await page.locator('.notify').waitFor();
    },
    'settled, and changed since': async (page) => {
      const changedSince = [{ field: 'roles.receiver', asked: platform.address, found: provider.address }];
      await changeStatus(page, 'settled', { by: 'ledger', changedSince });
      await title(page, 'The escrow is deployed');
      await page.locator('.notify').waitFor();
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
    settled: async (page) => {
      await sign(page);
      await title(page, 'The escrow is deployed');
      await afterwards(page);
    },
    rejected: async (page) => {
      await changeStatus(page, 'rejected', { by: 'ledger', ledger: 'rpc.example.org' });
      await title(page, 'It did not settle');
    },
    displaced: async (page, { id }) => {
      const { desk } = stage.scene;
      await signAndSend(desk, 'client', await desk.prepare('deploy', deployInput({ title: 'Logo' })));
      await desk.status(id);
      await title(page, 'Another transaction went first');
      await page.locator('.displaced dl').waitFor();
    },
    unknown: async (page) => {
      stage.scene.road.faults.push('dies before it sends');
      await sign(page);
      await title(page, 'Sent, outcome not known yet');
      await page.getByText('I looked it up').click();
    },
    'a step': async (page) => {
      await showPayout(page);
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
      await page.locator('.elsewhere ol').waitFor();
    },
    'a step to be confirmed': async (page, _, input) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk, { roles: { ...input.roles, platformAddress: input.signer } });
      await take(desk, 'client', 'dispute', { escrow, milestone: 3, signer: String(input.signer) });
      const distributions = [{ address: platform.address, amount: '999.5' }];
      const { signUrl } = await desk.prepare('resolve', { escrow, milestone: 3, distributions });
      await page.goto(String(signUrl));
      await title(page, 'Stop and read this first');
      await page.locator('#stop form').waitFor();
    },
    'a step that has settled': async (page) => {
      await showPayout(page);
      await sign(page);
      await title(page, 'The money is paid out');
      await afterwards(page);
    },
    'a step prepared again of an escrow that came further': async (page) => {
      const { id, escrow } = await showPayout(page);
      for (const step of ['approve', 'release'] as const) {
        await take(stage.scene.desk, 'client', step, { escrow, milestone: 2 });
      }
      await stage.scene.desk.status(id);
      await page.getByRole('button', { name: 'Prepare it again' }).last().click();
      await page.getByText('Read what is new in it').waitFor();
      await page.getByText('Preparing it again').waitFor({ state: 'detached' });
    },
    'a step that is no longer possible': async (page) => {
      const { escrow, expiresAt } = await showPayout(page);
      await take(stage.scene.desk, 'provider', 'dispute', { escrow, milestone: 1, signer: provider.address });
      await passTimeUntil(stage.scene, page, expiresAt, 0);
      await sign(page);
      await page.getByRole('alert').waitFor();
    },
  };

  stage.testStates(states);
});
