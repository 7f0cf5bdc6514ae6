/** An escrow that pays another account for each milestone, from the request to the payments, on the embedded ledger. */

import type { Desk } from '@countersign/core';
import { type DialectName, NETWORKS, type Network, networkWith, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { afterAll, describe, expect, test } from 'vitest';

const [CLIENT, PROVIDER, PLATFORM, ARBITER] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const { receiver: _, ...roles } = REQUEST.roles;
/** Names of the sandbox's accounts stand for their addresses. */
const milestones = [
  { description: 'Sketches', amount: '100', receiver: 'provider' },
  { description: 'Texts', amount: '50', receiver: 'arbiter' },
  { description: 'Drafts', amount: '20', receiver: 'provider' },
];
const asked = (engagementId: string, more: object = {}) => ({ ...REQUEST, roles, milestones, engagementId, ...more });

describe.each<DialectName>(['seed', 'v1'])('in the dialect %s', async (dialect) => {
  const network: Network = networkWith('sandbox', dialect);
  const sandbox = await startSandbox({ rateLimit: 0, network });
  afterAll(() => sandbox.close());

  function deskWith(changes: object = {}): Desk {
    return openDeskOfTest({ on: sandbox, network, policy: { ...policy, ...changes } });
  }
  const settle = async (desk: Desk, prepared: Signable, by: string) =>
    expect(await signAndSend(desk, by, prepared)).toMatchObject({ by: 'ledger' });

  test('each milestone is verified with its receiver, and paid to it', async () => {
    const desk = deskWith();
    const made = await desk.prepare('deploy', asked('life'));
    expect(made).toMatchObject({ status: 'prepared', checked: 'verified' });
    expect(made.summary.roles.receiver).toBe(`${PROVIDER}, ${ARBITER}`);
    expect(made.summary.costs.payees).toEqual([
      { address: PROVIDER, milestones: [1, 3], paid: '120', receiver: '113.64' },
      { address: ARBITER, milestones: [2], paid: '50', receiver: '47.35' },
    ]);
    // The same terms, written otherwise.
    const [sketches, texts, drafts] = milestones;
    const byDefault = [sketches, texts, { description: drafts?.description, amount: drafts?.amount }];
    const again = asked('life', { roles: { ...roles, receiver: PROVIDER }, milestones: byDefault });
    expect((await desk.prepare('deploy', again as never)).id).toBe(made.id);
    await settle(desk, made, 'client');

    const escrow = made.contractId;
    expect(await desk.get({ contractId: escrow })).toMatchObject({
      milestones: [{ receiver: PROVIDER }, { receiver: ARBITER }, { receiver: PROVIDER }],
    });
    await settle(desk, await desk.prepare('fund', { escrow, signer: REQUEST.signer }), 'client');
    await settle(
      desk,
      await desk.prepare('change-status', { escrow, milestone: 2, status: 'done' } as never),
      'provider',
    );
    await settle(desk, await desk.prepare('approve', { escrow, milestone: 2 } as never), 'client');
    const release = await desk.prepare('release', { escrow, milestone: 2 } as never);
    expect(release.summary.pays).toContainEqual(
      expect.objectContaining({ as: 'receiver', to: ARBITER, amount: '47.35' }),
    );
    await settle(desk, release, 'client');
    expect(await desk.get({ contractId: escrow })).toMatchObject({ held: '120', needed: '120' });
  });

  test('an update that exchanges two payees says so for each milestone, and the escrow has them then', async () => {
    const desk = deskWith();
    const made = await desk.prepare('deploy', asked('update'));
    await settle(desk, made, 'client');
    const escrow = made.contractId;
    const [first, second, third] = milestones;
    const exchanged = [
      { ...first, receiver: 'arbiter' },
      { ...second, receiver: 'provider' },
      { ...third, receiver: undefined },
    ];
    const update = await desk.prepare('update', { escrow, milestones: exchanged } as never);
    expect(update).toMatchObject({ checked: 'verified' });
    expect(update.summary.changes).toEqual([
      { what: 'Milestone 1: receiver', before: PROVIDER, after: ARBITER },
      { what: 'Milestone 2: receiver', before: ARBITER, after: PROVIDER },
    ]);
    await settle(desk, update, 'platform');
    expect(await desk.get({ contractId: escrow })).toMatchObject({
      milestones: [{ receiver: ARBITER }, { receiver: PROVIDER }, { receiver: PROVIDER }],
    });
  });

  test('each payee without a trustline is named, and the token or an unknown name is no payee', async () => {
    const desk = deskWith();
    const payees: string[] = [];
    for (let count = 0; count < 3; count++) payees.push((await newcomer(sandbox.rpcUrl)).publicKey());
    const paying = (receivers: readonly string[]) =>
      receivers.map((receiver) => ({ description: 'Bounty', amount: '1', receiver }));
    const { judgement } = await desk.prepare('deploy', asked('lacking', { milestones: paying(payees) }));
    const lacking = judgement.warnings.flatMap(({ code, params }) =>
      code === 'TRUSTLINE_MISSING' && 'address' in params ? params.address : [],
    );
    expect(lacking.toSorted()).toEqual(payees.toSorted());
    const [usdc] = NETWORKS.sandbox.tokens;
    const toToken = desk.prepare('deploy', asked('token', { milestones: paying(['provider', usdc.address]) }));
    await expect(toToken).rejects.toMatchObject({
      fields: [{ path: 'milestones[1].receiver', problem: { code: 'PAYEE_IS_TOKEN' } }],
    });
    await expect(
      desk.prepare('deploy', asked('name', { milestones: paying(['provider', 'Zoë']) })),
    ).rejects.toMatchObject({ fields: [{ path: 'milestones[1].receiver', problem: { code: 'UNKNOWN_NAME' } }] });
  });

  test('a limit on counterparties looks at every payee', async () => {
    const counterparties = [CLIENT, PROVIDER, PLATFORM, ARBITER] as string[];
    const allowed = deskWith({ limits: [{ by: 'operator', counterparties }] });
    expect(await allowed.prepare('deploy', asked('allowed'))).toMatchObject({ status: 'prepared' });
    const stranger = (await newcomer(sandbox.rpcUrl)).publicKey();
    const beyond = asked('beyond', {
      milestones: milestones.with(2, { ...milestones[2], receiver: stranger } as never),
    });
    await expect(allowed.prepare('deploy', beyond)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });
});
