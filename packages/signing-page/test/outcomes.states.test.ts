/** Accessibility of a page once its transaction was signed, sent or replaced, and of a step's page. */

import type { Language } from '@countersign/core/words';
import { deskWordsOf } from '@countersign/core/words/all';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser } from '@countersign/testkit/page/browser';
import {
  client,
  deployInput,
  fundedEscrow,
  platform,
  provider,
  signAndSend,
  take,
} from '@countersign/testkit/page/scene';
import { passTimeUntil } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import type { PageView } from '../src/page-view.ts';
import { openAccessStage, type States, showChanged, sign, title } from './access-stage.ts';

type Settling = Parameters<typeof signAndSend>[2] & { readonly signUrl?: string | undefined };

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

  /** The page of what has settled, with all that follows. */
  const showSettled = async (page: Page, prepared: Settling, who: 'client' | 'provider' = 'client') => {
    await signAndSend(stage.scene.desk, who, prepared);
    await page.goto(String(prepared.signUrl));
    await afterwards(page);
  };
  /** As it is on paper. */
  const onPaper = async (page: Page) => {
    await page.emulateMedia({ media: 'print' });
    await page.locator('.receipt').waitFor();
  };
  /** A deploy whose platform has changed the terms since. */
  const changed = async (page: Page) => {
    const { desk } = stage.scene;
    const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-CHANGED' }));
    await signAndSend(desk, 'client', deploy);
    const terms = { escrow: deploy.contractId, platformFee: '9', roles: { disputeResolver: platform.address } };
    const { id, summary, judgement } = await desk.prepare('update', terms);
    await desk.confirm(id, { amount: summary.amount, shown: judgement.key });
    await signAndSend(desk, 'platform', await desk.prepare('update', terms));
    await page.goto(String(deploy.signUrl));
    await afterwards(page);
  };
  const approved = async (page: Page, milestones: readonly number[], isReported = true) => {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk, { title: '<b>Harbour</b> “museum”' });
    if (isReported) await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
    const prepared = await desk.prepareStep(['approve'], { escrow, milestones });
    await showSettled(page, prepared as Settling);
    return { escrow, prepared };
  };

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
    'settled, and changed since, in a browser without notifications': async (page) => {
      await page.addInitScript('delete globalThis.Notification');
      const changedSince = [{ field: 'roles.receiver', asked: platform.address, found: provider.address }];
      await changeStatus(page, 'settled', { by: 'ledger', changedSince });
      await title(page, 'The escrow is deployed');
      await page.locator('.afterwards').waitFor();
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
      await page.locator('.notify').waitFor();
    },
    'a step': async (page) => {
      await showPayout(page);
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
      await page.locator('.elsewhere ol').waitFor();
    },
    'settled on a network that others share': async (page) => {
      await sign(page);
      await title(page, 'The escrow is deployed');
      await showChanged(page, (view) => ({ ...view, network: { ...view.network, name: 'testnet' } }));
      await page.locator('.look-up a').first().waitFor();
    },
    'settled, on paper': async (page) => {
      await sign(page);
      await afterwards(page);
      await onPaper(page);
    },
    'changed by the platform since': changed,
    'changed by the platform since, on paper': async (page) => {
      await changed(page);
      await onPaper(page);
    },
    'a payment that has settled': async (page) => {
      const { desk } = stage.scene;
      const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-PAID' }));
      await signAndSend(desk, 'client', deploy);
      await showSettled(page, await desk.prepare('fund', { id: deploy.id }));
    },
    'a part of a payment, on paper': async (page) => {
      const { desk } = stage.scene;
      const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-PAID' }));
      await signAndSend(desk, 'client', deploy);
      await showSettled(page, await desk.prepare('fund', { id: deploy.id, amount: '60.5' }));
      await onPaper(page);
    },
    'a trustline that was added': async (page) => {
      const { desk, rpcUrl } = stage.scene;
      const worker = await newcomer(rpcUrl, '5', Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9)));
      const { id, signUrl, unsignedXdr } = await desk.prepare('trust', { signer: worker.publicKey(), token: 'USDC' });
      await desk.submit({ id, signedXdr: signWith(worker, unsignedXdr) });
      await page.goto(String(signUrl));
      await title(page, 'The trustline was added');
      await page.locator('.afterwards').waitFor();
    },
    'an approval, and what can be sent to the next person': async (page) => {
      await approved(page, [1]);
    },
    'the first of several milestones, with a refund in its plan': async (page) => {
      await approved(page, [1, 2, 3], false);
      await page.locator('.several').waitFor();
      await page.locator('details.ending summary').click();
    },
    'several milestones, of which the next was declined': async (page) => {
      const { prepared } = await approved(page, [1, 2], false);
      const current = async () => (await stage.scene.desk.lookUp({ id: prepared.id })).id;
      for (let id = await current(); ; id = await current()) {
        if (id === prepared.id) continue;
        await stage.scene.desk.discard(id);
        break;
      }
      await page.reload();
      await page.getByText('Not done: milestone 2').waitFor();
    },
    'a payout, on paper': async (page) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk);
      await take(desk, 'client', 'approve', { escrow, milestone: 1 });
      await showSettled(page, await desk.prepare('release', { escrow, milestone: 1 }));
      await onPaper(page);
    },
    'a report, and the form of the next one': async (page, _, input) => {
      const { desk } = stage.scene;
      const roles = { ...input.roles, serviceProvider: client.address, approver: provider.address };
      const escrow = await fundedEscrow(desk, { roles });
      await take(desk, 'client', 'change-status', { escrow, milestone: 1 });
      const evidence = 'https://example.org/2';
      await showSettled(page, await desk.prepare('change-status', { escrow, milestone: 2, evidence }));
    },
    'a dispute that is open': async (page) => {
      const escrow = await fundedEscrow(stage.scene.desk);
      await showSettled(
        page,
        await stage.scene.desk.prepare('dispute', { escrow, milestone: 2, signer: client.address }),
      );
    },
    'a single release that is paid in': async (page) => {
      const { desk } = stage.scene;
      const deploy = await desk.prepare('deploy', deployInput({ kind: 'single', engagementId: 'ENG-SINGLE' }));
      await signAndSend(desk, 'client', deploy);
      await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
      await page.goto(String(deploy.signUrl));
      await afterwards(page);
    },
    'displaced by an earlier version of itself': async (page, prepared, input) => {
      const newer = await stage.scene.desk.prepare('deploy', { ...input, title: 'Website for the maritime museum' });
      await signAndSend(stage.scene.desk, 'client', prepared);
      await page.goto(String(newer.signUrl));
      await title(page, 'Another transaction went first');
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
