/** A trustline that an assistant prepares: named before an escrow needs it, and signed by the account's owner. */
import { NETWORKS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, onTestFinished, test } from 'vitest';

const [usdc] = NETWORKS.sandbox.tokens;

/** Of every deal with strangers. */
const TOGETHER = expect.stringContaining('they can take all of it');

test('an account without a trustline is named before an escrow, adds it, and is no longer named', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const host = await startHost({ env });
  await host.client.listTools();
  const worker = await newcomer(sandbox.rpcUrl);
  const address = worker.publicKey();
  const request = { ...REQUEST, roles: { ...REQUEST.roles, serviceProvider: address, receiver: address } };
  const before = await call(host, 'deploy_escrow', request);
  expect(before).toMatchObject({
    next: expect.stringMatching(/^Who lacks a trustline adds it themselves: step trustline/),
    judgement: { warnings: [TOGETHER, expect.stringContaining(`${address} does not accept this token yet`)] },
  });

  const prepared = await call(host, 'prepare_step', { step: 'trustline', signer: address, token: 'USDC' });
  expect(prepared).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    unsignedXdr: expect.stringMatching(/^AAAAAg/),
    summary: {
      signer: address,
      token: { address: usdc.address, code: 'USDC', issuer: usdc.issuer },
      does: expect.stringContaining('No money moves.'),
    },
    judgement: { stops: [], warnings: [], facts: [] },
  });
  expect(tokensOf(prepared)).toBeLessThanOrEqual(900);
  const { id, unsignedXdr } = prepared as { id: string; unsignedXdr: string };
  expect(await call(host, 'prepare_step', { id })).toMatchObject({ id, unsignedXdr });
  const settled = { status: 'settled', by: 'ledger', next: 'The account can hold the token now.' };
  expect(await call(host, 'submit_signed_xdr', { id, signedXdr: signWith(worker, unsignedXdr) })).toMatchObject(
    settled,
  );
  expect(await call(host, 'get_escrow', { id })).toMatchObject(settled);
  expect(await callRefused(host, 'get_escrow', { escrow: id })).toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  expect(await callRefused(host, 'prepare_step', { step: 'trustline', signer: address, token: 'USDC' })).toMatchObject({
    code: 'ALREADY_ON_LEDGER',
    remedy: 'Nothing needs to be done: it can hold the token.',
  });

  const after = await call(host, 'deploy_escrow', { ...request, engagementId: 'after' });
  expect(JSON.stringify(after)).not.toContain('trustline');
});
