/** Every answer of the pages of three escrows, from the first request to the last payment, for people and strangers. */
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { signAs } from '@countersign/testkit/mcp/request';
import { client, deployInput, platform, provider } from '@countersign/testkit/page/scene';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { deadUrl } from '@countersign/testkit/service/scripted-service';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import { NETWORKS, SANDBOX_ACCOUNTS } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Desk } from '../create-desk.ts';
import type { PartyStepInput } from '../model/escrow-page.ts';
import type { NextInput } from '../model/page-actions.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

afterEach(endClock);

type Name = 'client' | 'provider' | 'platform' | 'arbiter';
const arbiter = SANDBOX_ACCOUNTS[3].address;

async function openLife() {
  restartClock();
  const { sandbox } = await startTestSandbox({ now: () => Date.now() });
  const store = openSqliteStore(undefined, 'sandbox', () => Date.now());
  const parts = { store, policy: { ...policy, feeStop: 2_000 }, now: () => Date.now(), signUrl: String };
  const desk = createTestDesk({ ...parts, on: sandbox });
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const part = createPart();
  const noted = async <Answer>(title: string, call: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      const answer = await call;
      part.note(title, JSON.parse(JSON.stringify(answer ?? 'nothing')));
      return answer;
    } catch (error) {
      part.note(`${title}: refused`, { ...toCountersignError(error).toView() });
      return undefined;
    }
  };
  const sign = async (who: Name, { signUrl, unsignedXdr, transactionHash }: Prepared) => {
    passTime(5);
    const { status, message } = await desk
      .page(String(signUrl))
      .submit(signAs(who, String(unsignedXdr), transactionHash));
    part.note(`${who} signs: ${status}`, message);
    return String(signUrl);
  };
  const step = async (who: Name, name: StepName | 'fund', input: object) => {
    passTime(2);
    const prepared = await desk.prepare(name, input as never);
    const shown = desk.page(String(prepared.signUrl));
    const { judgement } = prepared;
    const { amount } = prepared.summary as { readonly amount?: string };
    if (prepared.status === 'to-confirm') await shown.confirm({ amount: String(amount), shown: judgement.key });
    return await sign(who, prepared.status === 'prepared' ? prepared : await desk.renew(prepared.id));
  };
  return { sandbox, desk, parts, part, noted, sign, step };
}

type Prepared = Awaited<ReturnType<Desk['renew']>>;
type Life = Awaited<ReturnType<typeof openLife>>;

/** What a page shows and prepares. @param wallets proven by the visitor; absent: the owner's own page */
async function nextFrom(
  { desk, part }: Life,
  page: string,
  who: string,
  wallets: readonly string[] | undefined,
  steps: readonly NextInput[],
) {
  const lines: string[] = [];
  for (const input of steps) {
    passTime(2);
    const on = wallets === undefined ? desk.page(page) : desk.page(page, 'a browser', 'en', wallets);
    const line = await on.prepareNext(input).then(
      async (next) => {
        const { action, request, summary } = await desk.page(next.page, 'a browser').view();
        return `page of ${action} by ${request.signer}, ${JSON.stringify(summary ?? {}).length > 2 ? 'to confirm' : 'to sign'}`;
      },
      (error: unknown) => textOf(error),
    );
    lines.push(`${JSON.stringify(input)}: ${line}`);
  }
  part.note(`next, for ${who}`, lines.join('\n'));
}

function textOf(error: unknown): string {
  const { code, message, remedy, retryAfterMs, fields } = toCountersignError(error);
  return [code, message, remedy, retryAfterMs, fields && JSON.stringify(fields)].filter(Boolean).join(' | ');
}

const record = (part: Part, name: string) => expect(part.text()).toMatchFileSnapshot(`recorded/${name}.txt`);

const EVERY: readonly NextInput[] = [
  { action: 'fund' },
  { action: 'fund', milestone: 1 },
  { action: 'change-status', milestone: 1 },
  { action: 'change-status', milestone: 1, evidence: 'https://example.org/1' },
  { action: 'change-status', milestone: 4 },
  { action: 'approve', milestone: 1 },
  { action: 'approve', milestone: 1, evidence: 'Files' },
  { action: 'approve' },
  { action: 'release', milestone: 1 },
  { action: 'release', milestone: 2 },
  { action: 'release' },
  { action: 'end' },
  { action: 'plan' },
  { action: 'trust' },
  { action: 'trust', address: provider.address },
];

const ONE = [{ description: 'Uno', amount: '10', receiver: platform.address }];
const AT_ENDS = EVERY.filter(({ action }) => ['fund', 'end', 'plan', 'trust'].includes(action));

test('shows and prepares on the pages of an escrow what its ledger allows, until all is paid', async () => {
  const life = await openLife();
  const { desk, part, noted, sign, step, parts, sandbox } = life;
  const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-1' }));
  const page = String(deploy.signUrl);
  const shown = (title: string, of = page) => noted(title, desk.page(of, 'a browser').escrow());
  await shown('before it is signed');
  await nextFrom(life, page, 'anyone, before it is signed', [], AT_ENDS);
  await sign('client', deploy);
  const { contractId: escrow } = deploy;
  await shown('agreed');
  await nextFrom(life, page, 'anyone, when it is agreed', [], EVERY);
  await step('platform', 'update', { escrow, title: 'Website and shop', platformFee: '3' });
  await shown('with other terms');
  const inSpanish = desk.page(page, 'a browser', 'es');
  await noted('in Spanish', inSpanish.escrow());
  await noted('another person’s step, in Spanish', inSpanish.prepareNext({ action: 'approve', milestone: 1 }));
  const roles = { approver: platform.address, releaseSigner: platform.address };
  const blocked = await desk.prepare('update', { escrow, title: 'Otro', platformFee: '90', roles, milestones: ONE });
  const { summary, judgement, status } = await desk.page(String(blocked.signUrl), 'a browser', 'es').view();
  part.note('an update that is to be confirmed, in Spanish', { summary, judgement, status });
  const fund = await step('client', 'fund', { escrow, amount: '4000' });
  await shown('paid in part, on the page of the payment', fund);
  const report = await step('provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org/1' });
  await nextFrom(life, page, 'the owner, with a report', undefined, EVERY);
  await nextFrom(life, report, 'a stranger, on the provider’s page', [], EVERY);
  await nextFrom(life, report, 'the provider, on the provider’s page', [client.address, provider.address], EVERY);
  const approval = await step('client', 'approve', { escrow, milestone: 1 });
  await nextFrom(life, page, 'anyone, with an approval', [], EVERY);
  await step('client', 'release', { escrow, milestone: 1 });
  await shown('with a payment', approval);
  const dispute = await step('provider', 'dispute', { escrow, milestone: 2, signer: provider.address });
  await nextFrom(life, dispute, 'anyone, on a page of the provider', [], [{ action: 'end' }]);
  await nextFrom(life, page, 'anyone, on a page of the client', [], [{ action: 'end' }]);
  await step('client', 'dispute', { escrow, milestone: 3, signer: client.address });
  const shares = (amount: string) => [{ address: client.address, amount }];
  const decision = await step('arbiter', 'resolve', { escrow, milestone: 2, distributions: shares('2500') });
  await shown('in dispute', decision);
  await nextFrom(life, decision, 'anyone, on a page of the arbiter', [], [{ action: 'end' }]);
  await step('arbiter', 'resolve', { escrow, milestone: 3, distributions: shares('100') });
  await shown('with money left', decision);
  await nextFrom(life, page, 'anyone, with money left', [], EVERY);
  await step('arbiter', 'withdraw', { escrow, distributions: shares('200') });
  await shown('over', decision);
  await nextFrom(life, page, 'anyone, when it is over', [], AT_ENDS);

  const { passphrase } = NETWORKS.sandbox;
  const dead = createTestDesk({ ...parts, on: sandbox, ledger: openLedger([await deadUrl()], passphrase) });
  await noted('where the RPC does not answer', dead.page(page, 'a browser').escrow());
  const none = createTestDesk({ ...parts, on: sandbox, ledger: undefined });
  await noted('without an RPC', none.page(page, 'a browser').escrow());
  const others = createTestDesk({ ...parts, on: sandbox, network: { ...NETWORKS.sandbox, wasmHash: 'ab'.repeat(32) } });
  const title = async (of: string) => (await others.page(of, 'a browser').escrow())?.title ?? 'nothing';
  part.note('by a desk that pins other code, on the page of the deploy', await title(page));
  part.note('by a desk that pins other code, on the page of the payment', await title(fund));
  await record(part, 'pages-of-an-escrow');
});

test('prepares for a wallet by the escrow’s address what it can sign, and nothing else', async () => {
  const life = await openLife();
  const { desk, part, sign, step } = life;
  const input = { engagementId: 'ENG-2', kind: 'single', roles: { ...deployInput().roles } };
  const milestones = [
    { description: 'Draft', amount: '100' },
    { description: 'Final', amount: '200' },
  ];
  const deploy = await desk.prepare('deploy', deployInput({ ...input, milestones }));
  await sign('client', deploy);
  const { contractId: escrow } = deploy;
  const wanted = async (title: string) => {
    const lines: string[] = [];
    for (const [signer, wallets, each] of WANTED) {
      passTime(2);
      const visitor = desk.escrowPage('a browser', 'en', wallets);
      const line = await visitor.prepareForParty({ escrow, signer, ...each } as PartyStepInput).then(
        async ({ page }) => {
          const { action, request } = await desk.page(page, 'a browser').view();
          return `page of ${action} by ${request.signer}`;
        },
        (error: unknown) => textOf(error),
      );
      lines.push(`${signer}${wallets.length > 0 ? ', proven' : ''} ${JSON.stringify(each)}: ${line}`);
    }
    part.note(title, lines.join('\n'));
  };
  await wanted('agreed');
  await step('client', 'fund', { escrow, amount: '100' });
  await step('platform', 'fund', { escrow, amount: '200', signer: platform.address });
  await wanted('paid by two');
  await step('client', 'dispute', { escrow, signer: client.address });
  await wanted('in dispute');
  await record(part, 'steps-by-address');
});

const WANTED: readonly (readonly [signer: string, wallets: readonly string[], input: object])[] = [
  [client.address, [], { action: 'fund' }],
  [provider.address, [], { action: 'fund', amount: '7' }],
  [client.address, [], { action: 'fund', milestone: 1 }],
  [client.address, [], { action: 'approve', milestone: 1 }],
  [provider.address, [], { action: 'change-status', milestone: 1 }],
  [provider.address, [provider.address], { action: 'change-status', milestone: 1 }],
  [platform.address, [], { action: 'update', title: 'Other' }],
  [platform.address, [platform.address], { action: 'update', title: 'Other' }],
  [client.address, [], { action: 'end', milestone: 1 }],
  [client.address, [], { action: 'end' }],
  [platform.address, [], { action: 'end' }],
  [arbiter, [], { action: 'end' }],
  [arbiter, [], { action: 'end', refundTo: client.address }],
  [client.address, [], { action: 'end', refundTo: 'nobody' }],
  [client.address, [], { action: 'deploy' }],
];
