/** A step settles on what was shown before it was signed, also where the ledger moves on or a Stellar RPC lies. */
import type { Desk } from '@countersign/core';
import type { EscrowOnChain } from '@countersign/core/kinds';
import type { Network } from '@countersign/core/network';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { lieAboutEscrows, type RpcProxy, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { afterAll, describe, expect, test } from 'vitest';
import { escrowOf, network, openJudgedScene, settle } from './judged-scene.ts';

const { sandbox, openDesk } = await openJudgedScene();
afterAll(() => sandbox.close());

/** A desk with a store of its own, behind as many RPCs as it is given. */
async function deskWith(count = 1, on: Network = network) {
  const rpcs = await Promise.all(Array.from({ length: count }, () => startRpcProxy(sandbox.rpcUrl)));
  return { ...openDesk({ rpcUrls: rpcs.map(({ url }) => url), on }), rpcs: rpcs as [RpcProxy, ...RpcProxy[]] };
}
const noFee = (escrow: EscrowOnChain): EscrowOnChain => ({ ...escrow, platformFee: 0 });

test('refuses an approval whose report was changed after it was shown, and shows the new one when asked again', async () => {
  const [{ desk }, other] = [openDesk(), openDesk()];
  const escrow = await escrowOf(desk);
  const report = async (evidence: string) =>
    settle(other.desk, await other.desk.prepare('change-status', { escrow, milestone: 1, evidence }), 'provider');
  await report('https://example.com/real.pdf');
  const shown = await desk.prepare('approve', { escrow, milestone: 1 });
  await report('https://example.com/swapped.pdf');
  await expect(signAndSend(desk, 'client', shown)).rejects.toMatchObject({
    code: 'ESCROW_CHANGED',
    message: expect.stringMatching(/reported again .*real\.pdf.* now .*swapped\.pdf.*Nothing was sent/),
    retryable: false,
  });
  const again = await desk.prepare('approve', { escrow, milestone: 1 });
  expect(again).toMatchObject({ id: shown.id, summary: { does: expect.stringContaining('swapped.pdf') } });
  await settle(desk, again);
});

describe('one RPC', () => {
  test('gives nothing to sign when it lies about an escrow made here', async () => {
    const { desk, rpcs } = await deskWith();
    const escrow = await escrowOf(desk);
    lieAboutEscrows(rpcs[0], noFee);
    const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
    const differences = [{ field: 'platformFee', asked: '5 %', found: '0 %' }];
    expect(prepared).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'TERMS_CHANGED', params: { differences } }] },
    });
    expect(prepared.unsignedXdr).toBeUndefined();
  });

  test('keeps a step from being sent when it lies, or hangs up, only while sending', async () => {
    const { desk, rpcs } = await deskWith();
    const prepared = await desk.prepare('approve', { escrow: await escrowOf(desk), milestone: 1 });
    lieAboutEscrows(rpcs[0], noFee);
    await expect(signAndSend(desk, 'client', prepared)).rejects.toMatchObject({ code: 'ESCROW_CHANGED' });
    rpcs[0].answer = async () => {
      throw new Error('it hangs up');
    };
    await expect(signAndSend(desk, 'client', prepared)).rejects.toMatchObject({
      ...{ code: 'SERVICE_UNREACHABLE', retryable: true },
    });
    lieAboutEscrows(rpcs[0], undefined);
    await signAndSend(desk, 'client', prepared);
  });

  test('is named where it alone reports an escrow that is unknown here, except in the sandbox', async () => {
    const testnet: Network = { ...network, name: 'testnet' };
    const known = await deskWith(1, testnet);
    const escrow = await escrowOf(known.desk);
    const prepare = (desk: Desk) => desk.prepare('approve', { escrow, milestone: 1 });
    expect(await prepare((await deskWith(1, testnet)).desk)).toMatchObject({
      ...{ status: 'prepared', checked: 'one-source' },
      judgement: { stops: [], facts: [{ code: 'TERMS_OF_ONE_RPC', params: { rpc: '127.0.0.1' } }] },
    });
    for (const { desk } of [known, await deskWith(2, testnet), await deskWith()]) {
      expect(await prepare(desk)).toMatchObject({ checked: 'verified', judgement: { facts: [] } });
    }
  });
});

test.each([0, 1])('two RPCs prepare and send nothing while number %i lies', async (which) => {
  const refused = { code: 'RPCS_DISAGREE', retryable: true };
  const { desk, rpcs } = await deskWith(2);
  const escrow = await escrowOf(desk);
  const liar = rpcs[which] as RpcProxy;
  lieAboutEscrows(liar, noFee);
  await expect(desk.prepare('approve', { escrow, milestone: 1 })).rejects.toMatchObject(refused);
  lieAboutEscrows(liar, undefined);
  const prepared = await desk.prepare('approve', { escrow, milestone: 1 });
  lieAboutEscrows(liar, noFee);
  await expect(signAndSend(desk, 'client', prepared)).rejects.toMatchObject(refused);
  lieAboutEscrows(liar, undefined);
  await signAndSend(desk, 'client', prepared);
});
