/** Accessibility of a page before anything is signed: axe-core finds nothing in any state, at a desktop and on a phone. */

import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, platform, provider } from '@countersign/testkit/page/scene';
import { barriers, passTimeUntil } from '@countersign/testkit/page/stage';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { openAccessStage, type States, showChanged, title } from './access-stage.ts';
import { cheaper } from './cheaper.ts';

const TYPE_THE_TOTAL = 'type the total exactly as it is shown';

describe.runIf(hasBrowser)('access before a signature', () => {
  const stage = openAccessStage();
  const { open, show } = stage;

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
      const receivers = [provider.address, worker.publicKey()];
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
