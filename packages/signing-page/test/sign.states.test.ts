/** Accessibility of a page before anything is signed: axe-core finds nothing in any state, at a desktop and on a phone. */

import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { newcomer, runOperations } from '@countersign/testkit/ledger/newcomer';
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
import { barriers, passTimeUntil } from '@countersign/testkit/page/stage';
import { Keypair, Operation } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openAccessStage, type States, showChanged, title } from './access-stage.ts';
import { cheaper } from './cheaper.ts';

const TYPE_THE_TOTAL = 'type the total exactly as it is shown';

describe.runIf(hasBrowser)('access before a signature', () => {
  const stage = openAccessStage();
  const { open, show } = stage;
  const key = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9));
  const showIt = async (page: Page, { signUrl }: { readonly signUrl?: string | undefined }) => {
    await page.goto(String(signUrl));
    await page.locator('main h1').waitFor();
  };
  /** An escrow that waits for its money. */
  const unpaid = async (changes: object = {}) => {
    const deploy = await stage.scene.desk.prepare('deploy', deployInput({ engagementId: 'ENG-UNPAID', ...changes }));
    await signAndSend(stage.scene.desk, 'client', deploy);
    return deploy;
  };
  /** Of an account for which Ana and Ben sign, too. */
  const shared = async (page: Page, needed: number) => {
    const { rpcUrl } = stage.scene;
    await newcomer(rpcUrl, '100', key);
    const signers = [client, provider].map(({ address }) =>
      Operation.setOptions({ signer: { ed25519PublicKey: address, weight: 1 } }),
    );
    const thresholds = Operation.setOptions({ lowThreshold: 1, medThreshold: needed, highThreshold: needed });
    await runOperations(rpcUrl, key, ...signers, thresholds);
    await show(page, deployInput({ signer: key.publicKey(), engagementId: 'ENG-SHARED' }));
    await page.locator('.signers').waitFor();
  };
  const posters = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ description: `Poster ${at + 1}`, amount: `${at + 1}` }));
  const agree = async (page: Page, typed: string) => {
    await page.locator('#amount').fill(typed);
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByText('This was confirmed').waitFor();
  };

  const states: States = {
    prepared: async (page) => {
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
      await page.locator('.elsewhere ol').waitFor();
    },
    'with an address to name, and a name that is taken': async (page, _, input) => {
      const receiver = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9)).publicKey();
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
    'a payee without a trustline, which is prepared': async (page, _, input) => {
      const { desk, rpcUrl } = stage.scene;
      const { receiver: __, ...roles } = input.roles;
      const worker = await newcomer(rpcUrl, '5', Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9)));
      const noAccount = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
      const receivers = [provider.address, worker.publicKey(), noAccount];
      const milestones = receivers.map((receiver) => ({ description: 'Poster', amount: '10', receiver }));
      const { signUrl } = await desk.prepare('deploy', { ...input, engagementId: 'ENG-PAYEES', roles, milestones });
      await page.goto(String(signUrl));
      await page.getByRole('button', { name: 'Prepare the trustline' }).click();
      await page.locator('.payees').getByRole('link').waitFor();
    },
    'prepared again': async (page, { expiresAt }) => {
      await passTimeUntil(stage.scene, page, expiresAt, 20);
      await page.getByText('Sign in another wallet').click();
      await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).click();
      await page.locator('.changes').waitFor();
      await page.locator('.paste-back').waitFor();
      await page.getByText('Preparing it again').waitFor({ state: 'detached' });
    },
    'prepared again elsewhere, and dearer': async (page, { id, expiresAt, transactionHash }) => {
      await showChanged(page, (view) => (view.offer.hash === transactionHash ? cheaper(view) : view));
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
      await page.getByText('This was confirmed').waitFor();
    },
    'with warnings': async (page) => {
      // Silent where an escrow between the same people has settled.
      const roles = { ...(deployInput()['roles'] as object), receiver: platform.address };
      await show(page, deployInput({ platformFee: 0.05, roles }));
      await page.locator('.look-twice').first().waitFor();
    },
    declined: async (page) => {
      await page.locator('#decline summary').click();
      await page.getByLabel('What is wrong?').fill('The amount is wrong');
      await page.getByRole('button', { name: 'End this offer' }).click();
      await title(page, 'Declined');
    },
    waiting: async (page) => {
      await page.getByRole('button', { name: 'Sign with Albedo' }).click();
      await page.getByText('Waiting for Albedo').waitFor();
    },
    'with a problem': async (page) => {
      await page.getByText('Sign in another wallet').click();
      await page.getByRole('button', { name: 'Submit signed transaction' }).click();
      await page.getByRole('alert').waitFor();
    },
    'with a newer version': async (page, _, input) => {
      await stage.scene.desk.prepare('deploy', { ...input, title: 'Another title' });
      await page.reload();
      await page.getByText('A newer version of this was prepared.').waitFor();
    },
    'not what was asked for': async (page) => {
      await showChanged(page, (view) => {
        if (view.action !== 'deploy') return view;
        const roles = { ...view.request.roles, receiver: platform.address };
        return { ...view, request: { ...view.request, roles } };
      });
      await title(page, 'Do not sign this');
    },
    'the ways to sign, opened from the bar of a phone': async (page) => {
      await show(page, deployInput({ signer: sandboxKeypair('issuer').publicKey(), engagementId: 'ENG-BAR' }));
      const open = () => page.locator('.bar').getByRole('button', { name: 'Choose how to sign' }).click();
      await open();
      await page.locator('.sheet').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.sheet').waitFor({ state: 'detached' });
      await open();
      await page.locator('.sheet').waitFor();
    },
    'an address that looks like a known one': (page) =>
      show(
        page,
        deployInput({ roles: { ...(deployInput()['roles'] as object), receiver: alikeTo(client.address, 19, 30) } }),
      ),
    'an address to name that looks like a known one': async (page) => {
      const receiver = alikeTo(provider.address, 5, 4);
      await show(page, deployInput({ roles: { ...(deployInput()['roles'] as object), receiver } }));
      await page.getByText('Give an address a name').click();
      await page.getByLabel('Name', { exact: true }).fill('Zoe');
      await page.getByRole('button', { name: 'Save the name' }).click();
      await page.locator('.names').getByRole('alert').waitFor();
    },
    'a name from the address book, which was given on a page': async (page, _, input) => {
      const receiver = key.publicKey();
      await show(page, { ...input, engagementId: 'ENG-NEW', roles: { ...input.roles, receiver } });
      await page.getByText('Give an address a name').click();
      await page.getByLabel('Name', { exact: true }).fill('Ana Luísa');
      await page.getByRole('button', { name: 'Save the name' }).click();
      await page.locator('.people .name').first().waitFor();
      await show(page, { ...input, engagementId: 'ENG-NAME', roles: { ...input.roles, receiver: 'ana luísa' } });
    },
    'a single release with many milestones': (page) =>
      show(page, deployInput({ kind: 'single', milestones: posters(30), description: 'Posters' })),
    'several signers, of whom one has signed': async (page) => {
      await shared(page, 2);
      await page.locator('.signers li', { hasText: client.address }).getByRole('radio').check();
      await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
      await page.locator('.has-signed').waitFor();
      await page.getByText('Sending').waitFor({ state: 'detached' });
    },
    'any one of several signers': (page) => shared(page, 1),
    'a payment': async (page) => {
      const { id } = await unpaid({ milestones: posters(22), description: 'Posters' });
      await showIt(page, await stage.scene.desk.prepare('fund', { id }));
      await page.locator('.shares').waitFor();
    },
    'a plain payment of a part': async (page) => {
      const { id } = await unpaid();
      await showIt(page, await stage.scene.desk.prepare('fund', { id, amount: '1', way: 'transfer' }));
    },
    'a payment of more than is needed': async (page) => {
      const { contractId: escrow } = await unpaid();
      await showIt(page, await stage.scene.desk.prepare('fund', { escrow, amount: '5001', signer: client.address }));
    },
    'a payment, confirmed, after the platform changed the terms': async (page) => {
      const { desk } = stage.scene;
      const { id, contractId: escrow } = await unpaid();
      const update = { escrow, platformFee: '15', roles: { disputeResolver: platform.address } };
      const change = await desk.prepare('update', update);
      await desk.confirm(change.id, { amount: change.summary.amount, shown: change.judgement.key });
      await signAndSend(desk, 'platform', await desk.prepare('update', update));
      await showIt(page, await desk.prepare('fund', { id }));
      await agree(page, '5000');
    },
    'a trustline': async (page) => {
      const worker = await newcomer(stage.scene.rpcUrl, '5', key);
      await showIt(page, await stage.scene.desk.prepare('trust', { signer: worker.publicKey(), token: 'USDC' }));
    },
    'an approval, with the report': async (page) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk);
      const evidence = 'Three files at https://files.example.org/a?x=1 and more';
      await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence });
      await showIt(page, await desk.prepareStep(['approve'], { escrow, milestones: [1, 2, 3] }));
    },
    'an approval without a report': async (page) =>
      showIt(
        page,
        await stage.scene.desk.prepare('approve', { escrow: await fundedEscrow(stage.scene.desk), milestone: 2 }),
      ),
    'a decision with two shares': async (page) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk);
      await take(desk, 'client', 'dispute', { escrow, milestone: 3, signer: client.address });
      const distributions = [
        { address: client.address, amount: '900' },
        { address: provider.address, amount: '99.5' },
      ];
      await showIt(page, await desk.prepare('resolve', { escrow, milestone: 3, distributions }));
    },
    'a dispute': async (page) => {
      const escrow = await fundedEscrow(stage.scene.desk);
      await showIt(page, await stage.scene.desk.prepare('dispute', { escrow, milestone: 2, signer: client.address }));
    },
    'an update that adds a milestone': async (page) => {
      const escrow = await fundedEscrow(stage.scene.desk);
      const addMilestones = [{ description: 'Handover', amount: '250' }];
      await showIt(page, await stage.scene.desk.prepare('update', { escrow, addMilestones }));
    },
    'an extension': async (page) => {
      const escrow = await fundedEscrow(stage.scene.desk);
      await showIt(page, await stage.scene.desk.prepare('extend', { escrow, signer: platform.address, days: 30 }));
    },
    'another transaction of the account waits': async (page) => {
      await stage.scene.desk.prepare('deploy', deployInput({ title: 'Logo', engagementId: 'ENG-LOGO' }));
      await page.reload();
      await page.getByText('Also waiting for a signature of this account').waitFor();
    },
    'nothing there': async (page) => {
      await page.goto(`${stage.scene.url}/sign/${'0'.repeat(32)}`);
      await title(page, 'There is nothing to sign here');
    },
  };

  stage.testStates(states);

  test('axe-core finds nothing under the colours of the real networks', async () => {
    const { page } = await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const network of ['testnet', 'public']) {
        await page.evaluate(`document.documentElement.dataset.network = '${network}'`);
        expect(await barriers(page)).toEqual([]);
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
