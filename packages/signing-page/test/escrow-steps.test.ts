/** Two people at a public address, each with a wallet and the escrow's address and nothing else. */
import { createServer } from 'node:http';
import { listenOnLoopback } from '@countersign/local-http/internal/listen-on-loopback';
import { serveSigningPage } from '@countersign/signing-page';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { client, deployInput, fundedEscrow, signAndSend, take } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { openVisit, type Visit } from '@countersign/testkit/page/visit';
import { describe, expect, onTestFinished, test } from 'vitest';

type Who = Parameters<typeof openVisit>[2];

describe.runIf(hasBrowser)('the steps of an escrow’s parties', () => {
  const stage = openStage();

  /** Another installation's page as its people reach it: everyone who opens it is a visitor. */
  async function servePublic(): Promise<string> {
    const { port, stop } = await listenOnLoopback(createServer(), 0);
    await stop();
    const publicUrl = `http://127.0.0.1:${port}`;
    const served = await serveSigningPage({ desk: stage.scene.desk, port, publicUrl });
    onTestFinished(() => served.close());
    return publicUrl;
  }

  /** With a wallet, the escrow's address and nothing else. */
  async function visit(account: Who, escrow: string) {
    const url = await servePublic();
    const visited = await openVisit(stage.browser, url, account, 'Freighter', installFreighter);
    await visited.page.goto(`${url}/escrow/${escrow}`);
    return visited;
  }

  test('lead from the report to the payout by the address alone', async () => {
    const escrow = await fundedEscrow(stage.scene.desk);
    const provider = await visit('provider', escrow);
    await provider.choose();
    await provider.page.getByLabel('Where the work can be seen').first().fill('https://example.org/harbour');
    await provider.click('Report milestone 1 as done');
    // A text for the others to read: the wallet signs in first, once for all that follows.
    await provider.click('Sign with Freighter');
    await provider.sign('The progress is reported');
    expect(provider.clicks()).toBe(4);

    const payer = await visit('client', escrow);
    await payer.choose();
    await payer.click('Approve milestone 1');
    await payer.sign('The milestone is approved');
    expect(payer.clicks()).toBe(3);
    // The next step follows from the page of the one before.
    await payer.click('Pay out milestone 1');
    await payer.sign('The money is paid out');
    expect(payer.clicks()).toBe(5);
    await payer.page.getByRole('link', { name: 'All of this escrow, and the steps of the others' }).click();
    await payer.page.waitForURL(`**/escrow/${escrow}`);
    // The tab still knows which wallet it was.
    await payer.page.getByText('The escrow does not wait for this wallet. It can also:').waitFor();
    expect(await stage.scene.desk.get({ contractId: escrow })).toMatchObject({ held: '3800' });
  });

  const ONE = { milestones: [{ description: 'All of it', amount: '100' }] };
  const unpaid = async () => {
    const { desk } = stage.scene;
    const deploy = await desk.prepare('deploy', deployInput(ONE));
    await signAndSend(desk, 'client', deploy);
    return deploy.contractId;
  };
  const disputed = async () => {
    const escrow = await fundedEscrow(stage.scene.desk, ONE);
    await take(stage.scene.desk, 'client', 'dispute', { escrow, milestone: 1, signer: client.address });
    return escrow;
  };
  /** Paid out, with 5 USDC left that somebody paid in on top. */
  const left = async () => {
    const { desk } = stage.scene;
    const escrow = await unpaid();
    const payment = { escrow, amount: '105', signer: client.address };
    const { id, judgement } = await desk.prepare('fund', payment);
    await desk.confirm(id, { amount: payment.amount, shown: judgement.key });
    await signAndSend(desk, 'client', await desk.prepare('fund', payment));
    await take(desk, 'client', 'approve', { escrow, milestone: 1 });
    await take(desk, 'client', 'release', { escrow, milestone: 1 });
    return escrow;
  };
  const HELD = { unpaid, disputed, left, funded: () => fundedEscrow(stage.scene.desk, ONE) };
  const share = async ({ page }: Visit, name: RegExp, amount: string) =>
    await page.getByRole('textbox', { name }).fill(amount);

  test.each<[string, number, keyof typeof HELD, Who, (visit: Visit) => Promise<unknown>, string]>([
    ['pay in', 3, 'unpaid', 'client', ({ click }) => click('Prepare the payment'), 'Ana paid'],
    [
      'dispute',
      4,
      'funded',
      'provider',
      ({ press }) => press('Open a dispute over milestone 1'),
      'The dispute is open',
    ],
    [
      'decide',
      3,
      'disputed',
      'arbiter',
      async (visit) => {
        await share(visit, /^Ben/, '60 %');
        await share(visit, /^Ana/, 'rest');
        await visit.click('Decide the dispute over milestone 1');
      },
      'The dispute is decided',
    ],
    [
      'withdraw',
      3,
      'left',
      'arbiter',
      async (visit) => {
        await share(visit, /^Ana/, 'rest');
        await visit.click('Withdraw what is left');
      },
      'What was left is withdrawn',
    ],
  ])('%s in %i clicks by the address alone', async (_, clicks, before, who, act, settled) => {
    const escrow = await HELD[before]();
    const visited = await visit(who, escrow);
    await visited.choose();
    await act(visited);
    await visited.sign(settled);
    expect(visited.clicks()).toBe(clicks);
  });

  test('cancel and refund in 4 clicks of each of the two who sign that', async () => {
    const escrow = await fundedEscrow(stage.scene.desk, ONE);
    for (const [who, settled] of [
      ['client', 'The dispute is open'],
      ['arbiter', 'The dispute is decided'],
    ] as const) {
      const visited = await visit(who, escrow);
      await visited.choose();
      await visited.press('Cancel and refund');
      await visited.sign(settled);
      expect([who, visited.clicks()]).toEqual([who, 4]);
    }
    expect(await stage.scene.desk.get({ contractId: escrow })).toMatchObject({ state: 'finished', held: '0' });
  });
});
