/** A payment into an escrow that would pay its receiver on another blockchain: only after a person confirmed it. */

import type { Desk } from '@countersign/core';
import { networkWith } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { lieAboutEscrows, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { expect, onTestFinished, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const TARGET = { domain: 6, recipient: 'ab'.repeat(32) };

test('the person must confirm it, no matter who prepared the escrow', async () => {
  const sandbox = await startSandbox({ rateLimit: 0, network });
  onTestFinished(() => sandbox.close());
  const proxy = await startRpcProxy(sandbox.rpcUrl);
  const openDesk = (): Desk => {
    return openDeskOfTest({ on: { ...sandbox, rpcUrl: proxy.url }, network, patience: HURRY });
  };
  const [own, other] = [openDesk(), openDesk()];
  const made = await own.prepare('deploy', { ...REQUEST, kind: 'single' });
  await signAndSend(own, 'client', made);
  const pay = (desk: Desk) =>
    desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer, amount: '1', way: 'transfer' });
  const stop = expect.objectContaining({ code: 'CROSS_CHAIN_RECEIVER', params: TARGET });
  expect((await pay(own)).judgement.stops).not.toContainEqual(stop);
  lieAboutEscrows(proxy, (escrow) => ({ ...escrow, crossChainReceiver: TARGET }));
  for (const desk of [own, other]) {
    const paid = await pay(desk);
    expect(paid).toMatchObject({ status: 'to-confirm' });
    expect(paid).not.toHaveProperty('unsignedXdr');
    expect(paid.judgement.stops).toContainEqual(stop);
  }
});
