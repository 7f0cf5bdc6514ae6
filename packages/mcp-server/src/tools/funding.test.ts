import { demoKeypair } from '@countersign/escrow-service';
import { address, prepareCall, settle, startTestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { Address, nativeToScVal } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';

test('a call that waits for an escrow learns that money arrived', async () => {
  const host = await startHost();
  const { prepared } = await deployAnEscrow(host);
  const escrow = prepared['escrow'];
  const payment = { step: 'fund', id: prepared['id'], amount: '7', includeXdr: true };
  const { id, unsignedXdr, transactionHash } = await call(host, 'prepare_step', payment);
  const begun = Promise.withResolvers<void>();
  const waiting = host.client.callTool(
    { name: 'get_escrow', arguments: { escrow, waitSeconds: 30 } },
    undefined,
    // The server reports progress once it waits.
    { onprogress: () => begun.resolve() },
  );
  await begun.promise;
  const signedXdr = signAs('client', String(unsignedXdr), String(transactionHash));
  await call(host, 'submit_signed_xdr', { signedXdr, id });
  expect((await waiting).structuredContent).toMatchObject({
    escrow,
    held: '7',
    changes: [{ kind: 'funded', text: 'Money arrived: 7 USDC.' }],
  });
});

test('stops a payment that the same wallet made without this server', async () => {
  const t = await startTestSandbox({ now: Date.now });
  t.clock.now = Date.now();
  onTestFinished(() => t.sandbox.close());
  const env = { ESCROW_API_URL: t.sandbox.url, STELLAR_RPC_URL: t.sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const host = await startHost({ env });
  const { prepared } = await deployAnEscrow(host);
  const escrow = prepared['escrow'] as string;
  const parties = [address('client'), escrow].map((party) => Address.fromString(party).toScVal());
  const amount = nativeToScVal(10_0000000n, { type: 'i128' });
  const paid = await prepareCall(t, demoKeypair('client'), TOKEN.address, 'transfer', ...parties, amount);
  expect(await settle(t, paid)).toBe('txSuccess');

  const again = await call(host, 'prepare_step', { step: 'fund', id: prepared['id'], amount: '10', includeXdr: true });
  const stop = expect.stringMatching(/^The signing wallet paid 10 USDC at \d\d:\d\d .*Again\?$/);
  expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop] } });
  expect(again).not.toHaveProperty('unsignedXdr');
});
