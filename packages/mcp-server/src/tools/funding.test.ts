import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { address, prepareCall, settle, startTestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { Address, nativeToScVal } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';

type Result = Record<string, string> & { readonly summary: Record<string, unknown>; readonly judgement: unknown };

test('a settled escrow is funded: prepared by its id, signed, settled, and not paid again unasked', async () => {
  const host = await startHost();
  const { prepared } = await deployAnEscrow(host);
  const preparedRequest = (await call(host, 'prepare_step', {
    step: 'fund',
    id: prepared['id'],
    includeXdr: true,
  })) as Result;
  expect(preparedRequest).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    escrow: prepared['escrow'],
    summary: { title: REQUEST_FOR_XDR.title, way: 'escrow', warnings: [] },
    judgement: { stops: [] },
    signUrl: expect.stringContaining('/sign/'),
    next: expect.stringContaining('get_escrow'),
  });
  expect(preparedRequest.summary).not.toHaveProperty('escrow');
  const signedXdr = signAs(
    'client',
    preparedRequest['unsignedXdr'] as string,
    preparedRequest['transactionHash'] as string,
  );
  const settled = await call(host, 'submit_signed_xdr', { signedXdr, id: preparedRequest['id'] });
  expect(settled).toMatchObject({ status: 'settled', escrow: prepared['escrow'] });
  expect(await call(host, 'get_escrow', { id: preparedRequest['id'] })).toMatchObject({ status: 'settled' });
  expect(await call(host, 'get_escrow', { escrow: preparedRequest['id'] })).toMatchObject({
    held: preparedRequest.summary['amount'],
  });

  const again = await call(host, 'prepare_step', {
    step: 'fund',
    escrow: prepared['escrow'],
    signer: 'client',
    amount: preparedRequest.summary['amount'],
  });
  expect(again).toMatchObject({ status: 'to-confirm' });
  expect(again).not.toHaveProperty('unsignedXdr');
  expect(JSON.stringify(again)).toMatch(/The signing wallet paid .* Again\?/);
});

test('a call that waits for an escrow learns that money arrived', async () => {
  const host = await startHost();
  const { prepared } = await deployAnEscrow(host);
  const escrow = prepared['escrow'];
  const preparedRequest = (await call(host, 'prepare_step', {
    step: 'fund',
    id: prepared['id'],
    amount: '7',
    includeXdr: true,
  })) as Result;
  const begun = Promise.withResolvers<void>();
  const waiting = host.client.callTool(
    { name: 'get_escrow', arguments: { escrow, waitSeconds: 30 } },
    undefined,
    // The server reports progress once it waits.
    { onprogress: () => begun.resolve() },
  );
  await begun.promise;
  const signedXdr = signAs(
    'client',
    preparedRequest['unsignedXdr'] as string,
    preparedRequest['transactionHash'] as string,
  );
  await call(host, 'submit_signed_xdr', { signedXdr, id: preparedRequest['id'] });
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

test('a prepared payment can be discarded, and a plain transfer says what it does not check', async () => {
  const host = await startHost();
  const { prepared } = await deployAnEscrow(host);
  const preparedRequest = (await call(host, 'prepare_step', {
    step: 'fund',
    id: prepared['id'],
    amount: '1',
    way: 'transfer',
  })) as Result;
  expect(preparedRequest.summary).toMatchObject({
    way: 'transfer',
    warnings: [expect.stringContaining('plain payment')],
  });
  expect(await call(host, 'prepare_step', { step: 'discard', id: preparedRequest['id'] })).toMatchObject({
    status: 'discarded',
  });
});

test('an escrow that is not signed yet is not funded: the answer explains that, and where to sign', async () => {
  const host = await startHost();
  const { id, escrow, signUrl } = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Result;
  for (const [tool, input] of [
    ['prepare_step', { step: 'fund', id }],
    ['prepare_step', { step: 'fund', escrow, signer: 'client', amount: '1' }],
    ['prepare_step', { escrow: id, step: 'approve', milestone: 1 }],
  ] as const) {
    expect(await callRefused(host, tool, input)).toMatchObject({
      code: 'NOT_SIGNED_YET',
      message: 'This escrow is not signed yet, so nothing exists at its address. Nothing was prepared.',
      signUrl,
    });
  }
  await call(host, 'prepare_step', { step: 'discard', id });
  expect(await callRefused(host, 'prepare_step', { step: 'fund', escrow, signer: 'client' })).not.toHaveProperty(
    'signUrl',
  );
});

test('balances of an address without a contract need no signer, and say that there is none', async () => {
  const host = await startHost();
  const { escrow } = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Result;
  expect(await call(host, 'get_balances', { escrows: [escrow] })).toMatchObject({
    balances: [],
    notRead: [{ error: expect.stringContaining('No contract exists at this address.'), escrows: [escrow] }],
  });
});

test('a raw transaction names its network, and what was prepared is explained by its id', async () => {
  const host = await startHost();
  await host.client.listTools();
  const prepared = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Result;
  const { id, unsignedXdr: xdr } = prepared;
  expect(prepared).toMatchObject({ networkPassphrase: NETWORKS.sandbox.passphrase });
  const explained = async (input: Record<string, unknown>) =>
    JSON.stringify(await call(host, 'explain_xdr', input)).replace(/\d+ s left/, '');
  expect(await explained({ id })).toBe(await explained({ xdr }));
  expect((await callRefused(host, 'explain_xdr', { id: 'nobody' })).code).toBe('HANDLE_NOT_FOUND');
  expect((await callRefused(host, 'explain_xdr', { id, xdr })).code).toBe('INPUT_INVALID');
});

test('an escrow that does not exist and made-up fields are refused with what to do', async () => {
  const host = await startHost();
  const { prepared } = await deployAnEscrow(host);
  const unsettled = await call(host, 'deploy_escrow', { ...REQUEST_FOR_XDR, engagementId: 'not-yet' });
  expect((await callRefused(host, 'prepare_step', { step: 'fund', id: (unsettled as Result)['id'] })).code).toBe(
    'NOT_SIGNED_YET',
  );
  const made = { escrow: prepared['escrow'], signer: 'client', expected: 'AAAA' };
  expect((await callRefused(host, 'prepare_step', { step: 'fund', ...made })).code).toBe('INPUT_INVALID');
  expect((await callRefused(host, 'prepare_step', { step: 'fund', id: 'nobody' })).code).toBe('HANDLE_NOT_FOUND');
});
