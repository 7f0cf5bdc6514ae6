/** A model that still has what was prepared before an escrow was renewed: its address, or a signature for it. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const START = Date.now();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
});

test('is led from the earlier address to the present one by every tool', async () => {
  // Its service chooses another address each time.
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder(), ESCROW_API_DIALECT: 'v1' };
  const first = await startHost({ env });
  const { id, escrow: before } = await call(first, 'deploy_escrow', REQUEST_FOR_XDR);
  vi.setSystemTime(START + 400_000);
  const host = await startHost({ env });
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'expired' });
  const renewed = await call(host, 'deploy_escrow', { id, includeXdr: true });
  const { unsignedXdr, transactionHash, escrow: now } = renewed as Record<string, string>;
  expect(now).not.toBe(before);
  const says = `its address is now ${now}. Pay nothing to ${before}`;
  const led = { escrow: now, previousAddresses: [before], message: expect.stringContaining(says) };
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);
  expect(await call(host, 'submit_signed_xdr', { id, signedXdr })).toMatchObject({ status: 'settled', ...led });
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'settled', ...led });
  expect(await call(host, 'get_escrow', { escrow: before })).toMatchObject({ status: 'settled', ...led });
  expect((await call(host, 'find_escrows', {}))['escrows']).toMatchObject([{ previousAddresses: [before] }]);
  expect((await call(host, 'get_balances', { escrows: [before] }))['notRead']).toMatchObject([
    { escrows: [before], error: expect.stringContaining(says) },
  ]);
  for (const [tool, input] of [
    ['prepare_step', { step: 'fund', escrow: before, amount: '1' }],
    ['prepare_step', { step: 'approve', escrow: before, milestone: 1 }],
  ] as const) {
    expect((await callRefused(host, tool, input))['fields']).toMatchObject([
      { path: 'escrow', problem: expect.stringContaining(`its address is now ${now}`) },
    ]);
  }
});

test('learns that its signature came too late, with the call for a fresh transaction', async () => {
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const prepared = await call(await startHost({ env }), 'deploy_escrow', REQUEST_FOR_XDR);
  const { id, unsignedXdr, transactionHash, signUrl } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);
  vi.setSystemTime(Date.now() + 300_000);
  const later = await startHost({ env });
  const fresh = await call(later, 'deploy_escrow', { id });
  expect(fresh['transactionHash']).not.toBe(transactionHash);
  expect(await callRefused(later, 'submit_signed_xdr', { signedXdr })).toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    message: expect.stringMatching(/could be sent until .* minutes ago; .* A newer one was prepared/),
    remedy: expect.stringContaining('call prepare_step with the id'),
    signUrl: expect.stringContaining(new URL(signUrl as string).pathname),
  });
});
