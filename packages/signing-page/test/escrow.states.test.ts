/** The page of an escrow for everybody, in each state, and with the steps of each wallet. */
import { NETWORKS } from '@countersign/core/network';
import type { EscrowPageView } from '@countersign/signing-page/internal/page-view';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { client, deployInput, fundedEscrow, signAndSend, take } from '@countersign/testkit/page/scene';
import { changeViews, endClean, openStage, withoutFirstView } from '@countersign/testkit/page/stage';
import { Address } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { shownPage, testLooks } from './looks.ts';

/** Of an escrow with one milestone. */
const ONE = { milestones: [{ description: 'All of it', amount: '100' }] };

describe.runIf(hasBrowser)('the page of an escrow for everybody', () => {
  const stage = openStage({ isShared: false });

  async function unpaid(changes: object = {}): Promise<string> {
    const deploy = await stage.scene.desk.prepare('deploy', deployInput({ ...changes }));
    await signAndSend(stage.scene.desk, 'client', deploy);
    return deploy.contractId;
  }
  /** One milestone is paid out, one reported and one open. */
  async function atWork(): Promise<string> {
    const { desk } = stage.scene;
    const escrow = await fundedEscrow(desk);
    const evidence = 'https://example.org/harbour/design-v3.pdf';
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence });
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    await take(desk, 'provider', 'change-status', { escrow, milestone: 2, evidence: 'See https://evil.example' });
    return escrow;
  }
  async function disputed(changes: object = {}): Promise<string> {
    const escrow = await fundedEscrow(stage.scene.desk, { ...changes });
    await take(stage.scene.desk, 'client', 'dispute', { escrow, milestone: 1, signer: client.address });
    return escrow;
  }
  async function paidOut(amount: string): Promise<string> {
    const { desk } = stage.scene;
    const escrow = await unpaid(ONE);
    const payment = { escrow, amount, signer: client.address };
    const { id, judgement } = await desk.prepare('fund', payment);
    if (judgement.stops.length > 0) await desk.confirm(id, { amount, shown: judgement.key });
    await signAndSend(desk, 'client', await desk.prepare('fund', payment));
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    return escrow;
  }
  const show = async (page: Page, escrow: string) => {
    await page.goto(`${stage.scene.url}/escrow/${escrow}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const choose = async (page: Page, escrow: string, who: RegExp) => {
    await show(page, escrow);
    // Of the role, since a pattern is not translated.
    await page
      .locator('.act label')
      .filter({ has: page.locator('.name', { hasText: who }) })
      .getByRole('radio')
      .check();
    await page.locator('.act form').first().waitFor();
  };
  const unfold = async (page: Page) => {
    for (const summary of await page.locator('.act summary').all()) await summary.click();
  };

  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'nothing paid in': async (page) => show(page, await unpaid()),
    'at work, with its history': async (page) => {
      await show(page, await atWork());
      await page.getByRole('button', { name: 'Show what happened' }).click();
      await page.locator('.happened').waitFor();
      await page.getByText('Technical details').click();
    },
    'in dispute': async (page) => show(page, await disputed()),
    finished: async (page) => show(page, await paidOut('100')),
    'finished, with something left': async (page) => show(page, await paidOut('105')),
    archived: async (page) => {
      const escrow = await unpaid();
      const { origin } = new URL(stage.scene.rpcUrl);
      await fetch(`${origin}/archive?contract=${escrow}`, { method: 'POST' });
      await show(page, escrow);
    },
    'with code that is not pinned': async (page) => {
      await changeViews<EscrowPageView>(page, ({ network: { wasmHash: _, single: __, ...unpinned }, ...report }) => ({
        ...report,
        network: unpinned,
      }));
      await show(page, await unpaid());
    },
    'a token': async (page) => show(page, NETWORKS.sandbox.tokens[0].address),
    'no contract': async (page) => show(page, Address.contract(new Uint8Array(32).fill(9)).toString()),
    'what makes no sense': async (page) => {
      await changeViews<EscrowPageView>(page, (report) => ({ ...report, entries: report.entries.map(() => 'AAAA') }));
      await show(page, await unpaid());
    },
    'no answer': async (page) => {
      await withoutFirstView(page);
      await page.route('**/view', (route) => route.abort());
      await page.goto(`${stage.scene.url}/escrow/${await unpaid()}`);
      await page.getByRole('alert').waitFor();
    },
    'a payment': async (page) => choose(page, await unpaid(), /^Ana$/),
    'a report': async (page) => choose(page, await atWork(), /^Ben$/),
    'an approval, and all else that the payer can do': async (page) => {
      await choose(page, await atWork(), /^Ana$/);
      await unfold(page);
    },
    'nothing to do for a wallet': async (page) => {
      await show(page, await disputed(ONE));
      await page
        .locator('.act label')
        .filter({ has: page.locator('.name', { hasText: /^Ben$/ }) })
        .getByRole('radio')
        .check();
      await page.getByText('There is nothing that this wallet can do').waitFor();
    },
    'a decision': async (page) => choose(page, await disputed(), /^Cleo$/),
    'a decision that is refused': async (page) => {
      await choose(page, await disputed(), /^Cleo$/);
      await page.locator('.act form').first().getByRole('textbox').first().fill('1000000');
      await page.locator('.act form button').first().click();
      await page.getByRole('alert').waitFor();
    },
    'what is left, to withdraw': async (page) => choose(page, await paidOut('105'), /^Cleo$/),
    'a change of the terms that is refused': async (page) => {
      await choose(page, await unpaid(), /^Demo Platform$/);
      await unfold(page);
      await page.locator('.act form').last().getByRole('textbox').first().fill('');
      await page.locator('.act form button').last().click();
      await page.getByRole('alert').waitFor();
    },
    'another wallet': async (page) => {
      await show(page, await unpaid());
      await page.locator('.act').getByRole('radio').last().check();
      await page.locator('#act-wallet').fill('GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7');
      await page.locator('.act form').first().waitFor();
    },
  };

  testLooks('escrow', states, async (reach, { options, speak }) => {
    const tab = await openLoneTab(stage.browser, stage.scene.url, options);
    endClean(tab);
    await reach(speak(tab.page));
    return shownPage(tab.page);
  });
});
