/** Stops for a step that equals its request: strangers, limits, and terms that changed meanwhile. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { createDesk, Desk, Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { networkWith } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const STRANGER = network.tokens[0]?.issuer as string;
const sandbox = await startSandbox({ rateLimit: 0, network });
const desk = createTestDesk({ on: sandbox, network });
afterAll(async () => {
  await desk.close();
  await sandbox.close();
});

function deskWith(limits: Parameters<typeof createDesk>[0]['policy']['limits'] = [], folder?: string): Desk {
  return openDeskOfTest({ on: sandbox, folder, network, policy: { ...policy, limits } });
}

const settle = (prepared: Signable, by: string) => signAndSend(desk, by, prepared);
async function escrowOf(engagementId: string, isFunded = true): Promise<string> {
  const made = await desk.prepare('deploy', { ...REQUEST, engagementId });
  await settle(made, 'client');
  if (isFunded) {
    await settle(await desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer }), 'client');
  }
  return made.contractId;
}
async function take(step: StepName, by: string, input: object): Promise<void> {
  await settle((await desk.prepare(step, input as never)) as Prepared<'approve'>, by);
}
test('an update that adds a milestone for a stranger gives nothing to sign until the platform confirms it', async () => {
  const escrow = await escrowOf('paid to a stranger');
  const addMilestones = [{ description: 'More', amount: '5', receiver: STRANGER }];
  const asked = await desk.prepare('update', { escrow, addMilestones });
  expect(asked).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: [
        { code: 'PAYEE_IS_ISSUER', params: { address: STRANGER } },
        { code: 'NAMES_STRANGER', params: { parties: [{ role: 'receiver', address: STRANGER }] } },
      ],
    },
  });
  expect(asked.unsignedXdr).toBeUndefined();
  expect((await desk.renew(asked.id)).unsignedXdr).toBeUndefined();
});

test('a stop that somebody removes from the data folder still applies', async () => {
  const folder = temporaryFolder();
  const own = deskWith([], folder);
  const escrow = await escrowOf('a stop taken out');
  await take('dispute', 'client', { escrow, milestone: 1, signer: REQUEST.roles.approver });
  const distributions = [{ address: STRANGER, amount: '10.5' }];
  const { id } = await own.prepare('resolve', { escrow, milestone: 1, distributions });
  const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
  file.exec(`UPDATE handle SET judged = '{"stops":[],"warnings":[],"facts":[]}'`);
  file.close();
  const again = await own.prepare('resolve', { escrow, milestone: 1, distributions });
  expect(again).toMatchObject({ id, status: 'to-confirm', judgement: { stops: [{ code: 'PAYS_STRANGER' }] } });
  expect(again.unsignedXdr).toBeUndefined();
  const confirmed = await own.confirm(id, { amount: '10.5', shown: again.judgement.key });
  expect(confirmed.status).toBe('prepared');
  expect(await own.status(id)).toMatchObject({ status: 'prepared' });
});

test('a decision that leaves money gives nothing to sign until the resolver confirms what stays', async () => {
  const escrow = await escrowOf('leaves money');
  await take('dispute', 'client', { escrow, milestone: 2, signer: REQUEST.roles.approver });
  const { receiver, approver, disputeResolver } = REQUEST.roles;
  const distributions = [receiver, approver].map((address) => ({ address, amount: '2' }));
  const prepared = await desk.prepare('resolve', { escrow, milestone: 2, distributions });
  const params = {
    shared: '4',
    of: '20',
    rest: '16',
    spare: '16',
    token: 'USDC',
    milestones: [1],
    address: disputeResolver,
  };
  expect(prepared).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'LEAVES_MONEY', params }] },
    summary: { left: '26.5', leftFor: { amount: '10.5', milestones: [1] } },
  });
  expect(prepared.unsignedXdr).toBeUndefined();
  const confirmed = await desk.confirm(prepared.id, { amount: '4', shown: prepared.judgement.key });
  await settle(confirmed as Prepared<'resolve'>, 'arbiter');
  await take('approve', 'client', { escrow, milestone: 1 });
  await take('release', 'client', { escrow, milestone: 1 });
  const withdrawal = await desk.prepare('withdraw', { escrow, distributions: distributions.slice(1) });
  expect(withdrawal).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'LEAVES_MONEY', params: { shared: '2', of: '16', rest: '14', spare: '14' } }] },
  });
});

test('warns only of the changes when terms are changed', async () => {
  const escrow = await escrowOf('looked at twice', false);
  const named = await desk.prepare('update', { escrow, title: 'Another title' });
  expect(named).toMatchObject({ status: 'prepared', judgement: { warnings: [] } });
  const { serviceProvider } = REQUEST.roles;
  const ofWorker = await desk.prepare('update', { escrow, roles: { disputeResolver: serviceProvider } });
  expect(ofWorker.judgement.warnings).toContainEqual({
    code: 'RESOLVER_IS_WORKER',
    params: { address: serviceProvider },
  });
});

test('allowing an escrow allows its people, but no one whom a step brings in', async () => {
  const escrow = await escrowOf('allowed');
  const byEscrow = deskWith([{ by: 'operator', counterparties: [escrow] }]);
  const addMilestones = [{ description: 'More', amount: '5', receiver: STRANGER }];
  expect(await failure(byEscrow.prepare('update', { escrow, addMilestones }))).toMatchObject({ code: 'LIMIT_REACHED' });
  const byParties = deskWith([{ by: 'operator', counterparties: Object.values(REQUEST.roles) }]);
  await take('approve', 'client', { escrow, milestone: 2 });
  for (const limited of [byEscrow, byParties]) {
    expect(await limited.prepare('release', { escrow, milestone: 2 })).toMatchObject({ status: 'prepared' });
  }
  await take('dispute', 'client', { escrow, milestone: 1, signer: REQUEST.roles.approver });
  const distributions = [{ address: STRANGER, amount: '1' }];
  for (const limited of [byEscrow, byParties]) {
    const refused = failure(limited.prepare('resolve', { escrow, milestone: 1, distributions }));
    expect(await refused).toMatchObject({ code: 'LIMIT_REACHED' });
  }
});

test('everything that leaves escrows in a day counts together, by any step', async () => {
  const escrow = await escrowOf('in a day');
  const limited = deskWith([{ by: 'operator', maxPerDay: '25' }]);
  await take('approve', 'client', { escrow, milestone: 2 });
  await take('dispute', 'client', { escrow, milestone: 1, signer: REQUEST.roles.approver });
  expect(await limited.prepare('release', { escrow, milestone: 2 })).toMatchObject({ status: 'prepared' });
  const distributions = [{ address: REQUEST.roles.approver, amount: '10.5' }];
  const resolved = failure(limited.prepare('resolve', { escrow, milestone: 1, distributions }));
  expect(await resolved).toMatchObject({ code: 'LIMIT_REACHED', message: expect.stringContaining('after 20 today') });
});

test('a step that was signed before the terms changed is not sent', async () => {
  const escrow = await escrowOf('changed after signing', false);
  const approval = await desk.prepare('approve', { escrow, milestone: 2 });
  const added = await desk.prepare('update', { escrow, addMilestones: [{ description: 'More', amount: '5' }] });
  await take('change-status', 'provider', { escrow, milestone: 1 });
  await take('update', 'platform', { escrow, platformFee: '9' });
  expect(await failure(settle(approval, 'client'))).toMatchObject({ code: 'ESCROW_CHANGED' });
  expect(await failure(settle(added, 'platform'))).toMatchObject({ code: 'SUPERSEDED' });
});

test('an update is not sent if something was reported since', async () => {
  const escrow = await escrowOf('reported since', false);
  const added = await desk.prepare('update', { escrow, title: 'Another' });
  await take('change-status', 'provider', { escrow, milestone: 1 });
  expect(await failure(settle(added, 'platform'))).toMatchObject({ code: 'ESCROW_CHANGED' });
});

test('a step is not renewed if the escrow’s terms have changed', async () => {
  const escrow = await escrowOf('changed terms', false);
  const { id } = await desk.prepare('approve', { escrow, milestone: 2 });
  await take('update', 'platform', { escrow, addMilestones: [{ description: 'More', amount: '5' }] });
  // Its signer agreed to fewer milestones.
  expect(await desk.renew(id)).toMatchObject({ status: 'to-confirm' });
  await take('update', 'platform', { escrow, platformFee: '9' });
  expect(await failure(desk.renew(id))).toMatchObject({ code: 'ESCROW_CHANGED' });
  expect(await desk.prepare('approve', { escrow, milestone: 2 })).toMatchObject({ status: 'to-confirm', id });
});
