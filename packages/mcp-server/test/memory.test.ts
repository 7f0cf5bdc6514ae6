/** A conversation from another process continues from a few words of the escrow's title. */
import { openDesk } from '@countersign/core';
import { parseSettings } from '@countersign/core/settings';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 0 });
});
afterAll(() => sandbox.close());

test('from a word of the title to a settled escrow, with nothing remembered by the model', async () => {
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  const title = 'Logo für die Bäckerei';
  const lastWeek = await startHost({ env });
  await call(lastWeek, 'deploy_escrow', { ...REQUEST, title, engagementId: 'memory-1' });
  await call(lastWeek, 'deploy_escrow', { ...REQUEST, title: 'Website', engagementId: 'memory-2' });
  await lastWeek.client.close();

  const today = await startHost({ env });
  const { escrows } = await call(today, 'find_escrows', { query: 'backerei logo' });
  expect(escrows).toMatchObject([{ title, status: 'prepared', needed: '60.5', asset: 'USDC', signer: SIGNER }]);
  const [{ id, contractId }] = escrows as [{ id: string; contractId: string }];
  expect(await call(today, 'get_escrow', { id })).toMatchObject({
    contractId,
    roles: { receiver: REQUEST.roles.receiver },
    milestones: [{ amount: '10.5' }, { amount: '20' }, { amount: '30' }],
    signUrl: expect.stringContaining('/sign/'),
  });

  const person = await openDesk(parseSettings(env));
  onTestFinished(() => person.close());
  const { unsignedXdr = '', transactionHash } = await person.prepare('deploy', { id });
  await call(today, 'submit_signed_xdr', { id, signedXdr: signAs('client', unsignedXdr, transactionHash) });
  const settled = { id, status: 'settled', by: 'ledger', held: '0', needed: '60.5' };
  expect(await call(today, 'find_escrows', { status: 'settled' })).toMatchObject({
    escrows: [{ ...settled, next: 'Fund it: 60.5 USDC is missing.' }],
    more: 0,
  });
  expect(await call(today, 'get_escrow', { contractId })).toMatchObject({ ...settled, heldBy: 'ledger' });
  // The caller need not say who they are.
  expect(await call(today, 'get_balances', { addresses: [contractId] })).toMatchObject({
    balances: [{ address: contractId, balance: '0', by: 'ledger', needed: '60.5', asset: 'USDC' }],
  });
  expect(await call(today, 'find_escrows', { status: 'open' })).toMatchObject({ escrows: [{ title: 'Website' }] });

  const elsewhere = await startHost({ env: { ...env, COUNTERSIGN_DATA_DIR: temporaryFolder() } });
  expect(await call(elsewhere, 'find_escrows', {})).toMatchObject({ escrows: [], more: 0 });
  expect(await call(elsewhere, 'get_escrow', { contractId })).toMatchObject({ status: 'not-prepared-here', title });
  expect((await callRefused(elsewhere, 'get_escrow', { id })).code).toBe('HANDLE_NOT_FOUND');
});
