/** The steps of an escrow's life at the desk, by the four people of the sandbox, on a real ledger by RPC. */

import type { Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { type DialectName, directNetwork, type Network, networkWith, type Release } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { failure } from '@countersign/testkit/desk/failure';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { afterAll, describe, expect, test } from 'vitest';

const KINDS = [
  ['seed', 'multi'],
  ['seed', 'single'],
  ['v1', 'multi'],
  ['v1', 'single'],
  ['direct', 'multi'],
] as const satisfies readonly (readonly [DialectName | 'direct', Release])[];

describe.each(KINDS)('with %s, a %s-release escrow', async (dialect, release) => {
  const network: Network = dialect === 'direct' ? directNetwork('sandbox') : networkWith('sandbox', dialect);
  const sandbox = await startSandbox({ rateLimit: 0, ...(dialect === 'direct' ? {} : { network }) });
  const desk = createTestDesk({ on: sandbox, network, ...(dialect === 'direct' ? { service: undefined } : {}) });
  afterAll(async () => {
    await desk.close();
    await sandbox.close();
  });

  const settle = async (prepared: Signable, by: string) =>
    expect(await signAndSend(desk, by, prepared)).toMatchObject({ by: 'ledger' });
  let count = 0;
  async function funded(): Promise<string> {
    const engagementId = `life-${count++}`;
    const kind = release === 'single' ? { kind: 'single' as const } : {};
    const made = await desk.prepare('deploy', { ...REQUEST, ...kind, engagementId });
    await settle(made, 'client');
    await settle(await desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer }), 'client');
    return made.contractId;
  }
  async function take(step: StepName, by: string, input: object): Promise<Prepared<'approve'>> {
    const prepared = (await desk.prepare(step, input as never)) as Prepared<'approve'>;
    expect(prepared).toMatchObject({ status: 'prepared', checked: 'verified' });
    await settle(prepared, by);
    return prepared;
  }
  const refused = (step: StepName, input: object) => failure(desk.prepare(step, input as never));
  const ofMilestone = (milestone: number) => (release === 'multi' ? { milestone } : {});

  test('runs from report to last payment, each step by the holder of its role', async () => {
    const escrow = await funded();
    expect(await refused('release', { escrow, ...ofMilestone(1) })).toMatchObject({
      code: 'STEP_NOT_POSSIBLE',
      message: expect.stringContaining('not approved yet'),
      remedy: expect.stringContaining('Service provider'),
    });
    for (const milestone of [1, 2]) {
      const report = { escrow, milestone, evidence: 'https://example.com/sketches.pdf' };
      const reported = await take('change-status', 'provider', report);
      expect(reported.judgement.facts).toMatchObject([{ code: 'EVIDENCE_IS_LINK' }]);
      expect(reported.summary).toMatchObject({
        does: expect.stringMatching(/^Service provider: report milestone/),
        turn: expect.arrayContaining([expect.objectContaining({ action: 'approve', milestone })]),
      });
      await take('approve', 'client', { escrow, milestone });
      expect(await refused('approve', { escrow, milestone })).toMatchObject({ code: 'ALREADY_SO' });
    }
    const paid = await take('release', 'client', { escrow, ...ofMilestone(1) });
    const gross = release === 'multi' ? 10.5 : 30.5;
    expect(paid.summary).toMatchObject({
      pays: [
        { as: 'service', amount: `${(gross * 3) / 1_000}` },
        { as: 'platform', amount: `${(gross * 5) / 100}` },
        { as: 'receiver', to: REQUEST.roles.receiver },
      ],
      left: release === 'multi' ? '20' : '0',
    });
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: release === 'multi' ? '20' : '0' });
    if (release === 'multi') await take('release', 'client', { escrow, milestone: 2 });
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: '0', needed: '0' });
  });

  test('is disputed, decided, and emptied by its dispute resolver', async () => {
    const escrow = await funded();
    await take('dispute', 'provider', { escrow, signer: REQUEST.roles.serviceProvider, ...ofMilestone(1) });
    expect(await refused('release', { escrow, ...ofMilestone(1) })).toMatchObject({ code: 'STEP_NOT_POSSIBLE' });
    const total = release === 'multi' ? 10.5 : 30.5;
    const distributions = [
      { address: REQUEST.roles.approver, amount: 4.5 },
      { address: REQUEST.roles.receiver, amount: total - 4.5 },
    ];
    const decided = await take('resolve', 'arbiter', { escrow, ...ofMilestone(1), distributions });
    expect(decided.summary).toMatchObject({ amount: `${total}`, left: release === 'multi' ? '20' : '0' });
    if (release === 'single') {
      const payment = { escrow, signer: REQUEST.signer, amount: '2', way: 'transfer' } as const;
      const late = await desk.prepare('fund', payment);
      expect(late.judgement.stops).toMatchObject([{ code: 'ESCROW_FINISHED' }]);
      await settle(await desk.confirm(late.id, { amount: '2', shown: late.judgement.key }), 'client');
      await take('withdraw', 'arbiter', { escrow, distributions: [{ address: REQUEST.roles.approver, amount: 2 }] });
      return;
    }
    expect(
      await refused('withdraw', { escrow, distributions: [{ address: REQUEST.roles.approver, amount: 20 }] }),
    ).toMatchObject({
      code: 'STEP_NOT_POSSIBLE',
    });
    await take('dispute', 'client', { escrow, signer: REQUEST.roles.approver, milestone: 2 });
    const rest = { escrow, distributions: [{ address: REQUEST.roles.approver, amount: 12 }] };
    await take('withdraw', 'arbiter', rest);
    const again = await desk.prepare('withdraw', {
      ...rest,
      distributions: [{ address: REQUEST.roles.approver, amount: 8 }],
    });
    expect(again.judgement.stops).toEqual([]);
    await settle(again, 'arbiter');
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: '0' });
  });

  test('is changed by its platform while it is empty, and extended', async () => {
    const kind = release === 'single' ? { kind: 'single' as const } : {};
    const made = await desk.prepare('deploy', { ...REQUEST, ...kind, engagementId: `update-${release}` });
    await settle(made, 'client');
    const escrow = made.id;
    const changed = await take('update', 'platform', { escrow, title: 'Logo and brand guide' });
    expect(changed.summary.changes).toContainEqual({ what: 'Title', before: 'Logo', after: 'Logo and brand guide' });
    expect(await desk.get({ contractId: made.contractId })).toMatchObject({ title: 'Logo and brand guide' });
    await take('extend', 'platform', { escrow, days: 30 });
    expect(await refused('update', { escrow, title: 'Logo and brand guide' })).toMatchObject({ code: 'ALREADY_SO' });
  });
});
