/** A step settles on what was shown before it was signed, also where the ledger moves on or a Stellar RPC lies. */

import type { Desk, Prepared } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import type { EscrowOnChain } from '@countersign/core/kinds';
import { type Network, networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { lieAboutEscrows, type RpcProxy, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { afterAll, describe, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const provider = REQUEST.roles.serviceProvider;
const STRANGER = sandboxKeypair('arbiter').publicKey();

const sandbox = await startSandbox({ rateLimit: 0, network: networkWith('sandbox', 'v1') });
afterAll(() => sandbox.close());

type Made = { readonly desk: Desk; readonly rpcs: readonly RpcProxy[] };

/** A desk with a store of its own, behind as many RPCs as it is given. */
async function deskWith(rpcs = 1, of: Network = network): Promise<Made> {
  const proxies = await Promise.all(Array.from({ length: rpcs }, () => startRpcProxy(sandbox.rpcUrl)));
  const desk = openDeskOfTest({
    on: sandbox,
    network: of,
    patience: HURRY,
    ledger: openLedger(
      proxies.map(({ url }) => url),
      of.passphrase,
      { retryMs: 1 },
    ),
  });
  return { desk, rpcs: proxies };
}

const send = (desk: Desk, prepared: Signable, by: string) => signAndSend(desk, by, prepared);
const settle = async (desk: Desk, prepared: Signable, by: string) =>
  expect(await send(desk, prepared, by)).toMatchObject({ by: 'ledger' });
let count = 0;
async function funded(desk: Desk): Promise<string> {
  const made = await desk.prepare('deploy', { ...REQUEST, engagementId: `as-shown-${count++}` });
  await settle(desk, made, 'client');
  await settle(desk, await desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer }), 'client');
  return made.contractId;
}
const report = async (desk: Desk, escrow: string, status: string, evidence: string) =>
  settle(desk, await desk.prepare('change-status', { escrow, milestone: 1, status, evidence }), 'provider');
const approved = async (desk: Desk, contractId: string) => {
  const { terms } = (await desk.get({ contractId })) as unknown as { terms?: { milestones: { state: string }[] } };
  return terms?.milestones[0]?.state === 'approved';
};

describe('an approval', () => {
  test('is refused when the report was changed after it was shown, and shows the new one when asked again', async () => {
    const [{ desk }, other] = await Promise.all([deskWith(), deskWith()]);
    const escrow = await funded(desk);
    await report(other.desk, escrow, 'done', 'https://example.com/real.pdf');
    const shown = await desk.prepare('approve', { escrow, milestone: 1 });
    await report(other.desk, escrow, 'done', 'https://example.com/swapped.pdf');
    await expect(send(desk, shown, 'client')).rejects.toMatchObject({
      code: 'ESCROW_CHANGED',
      message: expect.stringMatching(/reported again .*real\.pdf.* now .*swapped\.pdf.*Nothing was sent/),
      retryable: false,
    });
    expect(await approved(desk, escrow)).toBe(false);
    const again = await desk.prepare('approve', { escrow, milestone: 1 });
    expect(again).toMatchObject({ id: shown.id, summary: { does: expect.stringContaining('swapped.pdf') } });
    await settle(desk, again, 'client');
  });

  test('is refused in its earlier transaction once it was prepared again with another report', async () => {
    const [{ desk }, other] = await Promise.all([deskWith(), deskWith()]);
    const escrow = await funded(desk);
    await report(other.desk, escrow, 'done', 'first');
    const first = await desk.prepare('approve', { escrow, milestone: 1 });
    await report(other.desk, escrow, 'done', 'second');
    const second = await desk.renew(first.id);
    expect(second.id).toBe(first.id);
    await expect(send(desk, first, 'client')).rejects.toMatchObject({ code: 'ESCROW_CHANGED' });
    expect(await approved(desk, escrow)).toBe(false);
    await settle(desk, second as Prepared<'approve'>, 'client');
  });
});

const LIES: readonly (readonly [string, 'approve' | 'release', (escrow: EscrowOnChain) => EscrowOnChain, object])[] = [
  [
    'the amount of a milestone',
    'release',
    (escrow) => ({
      ...escrow,
      milestones: escrow.milestones.map((each, index) => (index === 0 ? { ...each, amount: 1_000_000n } : each)),
    }),
    { field: 'milestones[0].amount', asked: '10.5', found: '0.1' },
  ],
  [
    'the fee',
    'release',
    (escrow) => ({ ...escrow, platformFee: 0 }),
    { field: 'platformFee', asked: '5 %', found: '0 %' },
  ],
  [
    'a receiver',
    'approve',
    (escrow) => ({ ...escrow, milestones: escrow.milestones.map((each) => ({ ...each, receiver: STRANGER })) }),
    { field: 'milestones[0].receiver', asked: provider, found: STRANGER },
  ],
];
const noFee = (LIES[1] as (typeof LIES)[number])[2];

describe('one RPC', () => {
  test.each(LIES)(
    'gives nothing to sign when it lies about %s of an escrow made here',
    async (_, step, lie, difference) => {
      const { desk, rpcs } = await deskWith();
      const escrow = await funded(desk);
      if (step === 'release') await settle(desk, await desk.prepare('approve', { escrow, milestone: 1 }), 'client');
      lieAboutEscrows(rpcs[0] as RpcProxy, lie);
      const prepared = await desk.prepare(step, { escrow, milestone: 1 });
      expect(prepared).toMatchObject({
        status: 'to-confirm',
        judgement: {
          stops: [{ code: 'TERMS_CHANGED', params: { differences: expect.arrayContaining([difference]) } }],
        },
      });
      expect(prepared.unsignedXdr).toBeUndefined();
    },
  );

  test('gives nothing to sign when it lies about an escrow that was only paid or updated here', async () => {
    const [maker, payer] = await Promise.all([deskWith(), deskWith()]);
    const { id, contractId: escrow } = await maker.desk.prepare('deploy', {
      ...REQUEST,
      engagementId: 'paid elsewhere',
    });
    await settle(maker.desk, await maker.desk.renew(id), 'client');
    const update = await maker.desk.prepare('update', { escrow, platformFee: 2 });
    await settle(maker.desk, update, 'platform');
    await settle(payer.desk, await payer.desk.prepare('fund', { escrow, signer: REQUEST.signer }), 'client');
    const stopOf = (asked: string, found: string) => ({
      code: 'TERMS_CHANGED',
      params: { since: 'agreed', differences: [{ field: 'platformFee', asked, found }] },
    });
    // Where it was updated, the approver has agreed to the terms of the deploy alone.
    const cases = [
      { ...maker, agreed: '5 %', stops: [stopOf('5 %', '2 %')] },
      { ...payer, agreed: '2 %', stops: [] },
    ];
    for (const { desk, rpcs, agreed, stops: blockers } of cases) {
      expect((await desk.prepare('approve', { escrow, milestone: 1 })).judgement.stops).toEqual(blockers);
      lieAboutEscrows(rpcs[0] as RpcProxy, noFee);
      expect(await desk.prepare('approve', { escrow, milestone: 2 })).toMatchObject({
        status: 'to-confirm',
        judgement: { stops: [stopOf(agreed, '0 %')] },
      });
    }
  });

  test('keeps a step from being sent when it lies only while sending', async () => {
    const { desk, rpcs } = await deskWith();
    const escrow = await funded(desk);
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    lieAboutEscrows(rpcs[0] as RpcProxy, noFee);
    await expect(send(desk, prepared, 'client')).rejects.toMatchObject({ code: 'ESCROW_CHANGED' });
    (rpcs[0] as RpcProxy).answer = async () => {
      throw new Error('it hangs up');
    };
    await expect(send(desk, prepared, 'client')).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      retryable: true,
    });
    lieAboutEscrows(rpcs[0] as RpcProxy, undefined);
    await settle(desk, prepared, 'client');
  });

  test('is named where it alone reports an escrow that is unknown here, except in the sandbox', async () => {
    const testnet: Network = { ...network, name: 'testnet' };
    const [known, unknown, agreed, ours] = await Promise.all([
      deskWith(1, testnet),
      deskWith(1, testnet),
      deskWith(2, testnet),
      deskWith(),
    ]);
    const escrow = await funded(known.desk);
    const prepare = ({ desk }: Made) => desk.prepare('approve', { escrow, milestone: 1 });
    expect(await prepare(unknown)).toMatchObject({
      status: 'prepared',
      checked: 'one-source',
      judgement: { stops: [], facts: [{ code: 'TERMS_OF_ONE_RPC', params: { rpc: '127.0.0.1' } }] },
    });
    for (const made of [known, agreed, ours]) {
      expect(await prepare(made)).toMatchObject({ checked: 'verified', judgement: { facts: [] } });
    }
  });
});

describe('two RPCs', () => {
  const REFUSED = { code: 'RPCS_DISAGREE', retryable: true };

  test.each([0, 1])('prepare and send nothing while number %i lies', async (which) => {
    const { desk, rpcs } = await deskWith(2);
    const escrow = await funded(desk);
    const liar = rpcs[which] as RpcProxy;
    lieAboutEscrows(liar, noFee);
    await expect(desk.prepare('approve', { escrow, milestone: 1 })).rejects.toMatchObject(REFUSED);
    lieAboutEscrows(liar, undefined);
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    lieAboutEscrows(liar, noFee);
    await expect(send(desk, prepared, 'client')).rejects.toMatchObject(REFUSED);
    lieAboutEscrows(liar, undefined);
    await settle(desk, prepared, 'client');
  });

  test('may be a ledger apart for a moment', async () => {
    const { desk, rpcs } = await deskWith(2);
    const escrow = await funded(desk);
    const behind = rpcs[1] as RpcProxy;
    lieAboutEscrows(behind, (now) => {
      behind.answer = undefined;
      return noFee(now);
    });
    expect(await desk.prepare('approve', { escrow, milestone: 1 })).toMatchObject({ status: 'prepared' });
    expect(behind.answer).toBeUndefined();
  });
});
