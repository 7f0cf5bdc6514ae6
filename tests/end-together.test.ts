/** "Cancel and refund" at the desk: who signs what, and what the ledger then moved. */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { deployInput, fundedEscrow, openScene, signAndSend, take } from '@countersign/testkit/page/scene';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const scene = await openScene();
afterAll(() => scene.close());

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS;
const feeAddress = NETWORKS.sandbox.feeAddress as string;
const token = NETWORKS.sandbox.tokens[0].address;
const units = (tokens: number) => BigInt(Math.round(tokens * 1e7));

/** What the ledger shows to have left it since that ledger: the sum for each recipient. */
async function paidSince(escrow: string, ledger: number): Promise<Record<string, bigint>> {
  const transfers = (await scene.ledger.transfersFrom({ token, from: escrow }, ledger)) ?? [];
  const paid = new Map<string, bigint>();
  for (const { to, amount } of transfers) paid.set(to, (paid.get(to) ?? 0n) + amount);
  return Object.fromEntries(paid);
}
const ledgerNow = async () => (await scene.ledger.historyOf())?.latestLedger ?? 0;

test('returns what is not paid out to who paid it in, less the fees, as one plan of ordinary steps', async () => {
  const { desk } = scene;
  const deploy = await desk.prepare('deploy', deployInput());
  const { contractId: escrow } = deploy;
  await signAndSend(desk, 'client', deploy);
  expect((await desk.end({ escrow: deploy.id, signer: 'client' })).plan).toMatchObject({ now: 'no-money', of: 0 });
  // The first two of three milestones.
  await signAndSend(desk, 'client', await desk.prepare('fund', { escrow, signer: client.address, amount: '4000.5' }));
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
  await take(desk, 'client', 'approve', { escrow, milestone: 1 });
  await take(desk, 'client', 'release', { escrow, milestone: 1 });
  const begun = await ledgerNow();

  // Several may dispute. The person who prepared the escrow acts as its signer; the resolver may not, so another does.
  const unnamed = await desk.end({ escrow });
  const ofResolver = await desk.end({ escrow, signer: arbiter.address });
  for (const { prepared } of [unnamed, ofResolver]) {
    expect(prepared).toMatchObject({ summary: { step: 'dispute', signer: client.address } });
  }
  for (const asked of [unnamed, ofResolver]) {
    expect(asked).toMatchObject({
      title: 'Website for the harbour museum',
      plan: {
        ...{ now: 'to-return', done: 0, of: 2, payers: 'history', released: [1] },
        stages: [
          { act: 'dispute', milestones: [2], left: [2], isDone: false },
          { act: 'resolve', amount: '2800.5', signers: [{ role: 'disputeResolver', address: arbiter.address }] },
        ],
        next: { act: 'dispute', milestone: 2 },
        pays: [
          { as: 'service', amount: '8.4015' },
          { as: 'platform', to: platform.address, amount: '70.0125' },
          { as: 'share', to: client.address, amount: '2722.086' },
        ],
      },
    });
  }
  const plan = await desk.ending({ escrow, signer: 'client' });
  expect(plan.prepared).toBeUndefined();
  const first = await desk.end({ escrow, signer: 'client' });
  expect(first.prepared).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    summary: { step: 'dispute', milestone: { number: 2 }, signer: client.address },
  });
  // Asked again, it is the same.
  expect((await desk.end({ escrow, signer: 'client' })).prepared?.id).toBe(first.prepared?.id);
  await signAndSend(desk, 'client', first.prepared as never);

  // Only the resolver can sign the next one, no matter who asks.
  const second = await desk.end({ escrow });
  const ofClient = await desk.end({ escrow, signer: 'client' });
  expect(ofClient.prepared).toMatchObject({ id: second.prepared?.id, summary: { signer: arbiter.address } });
  expect(second.plan).toMatchObject({ done: 1, of: 2, next: { act: 'resolve', milestone: 2 } });
  expect(second.prepared).toMatchObject({ summary: { step: 'resolve', amount: '2800.5', left: '0' } });
  await signAndSend(desk, 'arbiter', second.prepared as never);
  expect((await desk.end({ escrow })).plan).toMatchObject({ now: 'over', released: [1], of: 0 });
  expect(await paidSince(escrow, begun + 1)).toEqual({
    [client.address]: units(2722.086),
    [platform.address]: units(70.0125),
    [feeAddress]: units(8.4015),
  });
});

test('shares a single release out in proportion to what each paid in, a plain transfer included', async () => {
  const { desk } = scene;
  const amount = { kind: 'single', milestones: [{ description: 'All', amount: '100' }] };
  const escrow = await fundedEscrow(desk, amount);
  const more = { escrow, signer: provider.address, amount: '50', way: 'transfer' } as const;
  const late = await desk.prepare('fund', more);
  const confirmed = late.unsignedXdr ? late : await desk.confirm(late.id, { amount: '50', shown: late.judgement.key });
  await signAndSend(desk, 'provider', confirmed as typeof late);
  const begun = await ledgerNow();
  await signAndSend(desk, 'provider', (await desk.end({ escrow, signer: 'provider' })).prepared as never);
  await signAndSend(desk, 'arbiter', (await desk.end({ escrow })).prepared as never);
  expect((await desk.end({ escrow })).plan.now).toBe('over');
  expect(await paidSince(escrow, begun + 1)).toEqual({
    [client.address]: units(97.2),
    [provider.address]: units(48.6),
    [platform.address]: units(3.75),
    [feeAddress]: units(0.45),
  });
});

test('names no one where the ledger’s history does not show who paid in, until a person names them', async () => {
  const on = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => on.close());
  const ledger = openLedger([on.rpcUrl], NETWORKS.sandbox.passphrase);
  const desk = openDeskOfTest({ on, ledger: { ...ledger, transfersTo: async () => undefined } });
  const escrow = await fundedEscrow(desk, { milestones: [{ description: 'All', amount: '100' }] });
  const first = await desk.end({ escrow, signer: 'client' });
  expect(first.plan).toMatchObject({ payers: 'unknown', approver: client.address });
  await signAndSend(desk, 'client', first.prepared as never);
  expect((await desk.end({ escrow })).prepared).toBeUndefined();
  expect((await desk.end({ escrow, refundTo: client.address })).prepared?.summary).toMatchObject({ step: 'resolve' });
});
