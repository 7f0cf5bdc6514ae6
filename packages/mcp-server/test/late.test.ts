/** A model that submits a signature after the transaction expired. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const startLater = (folder: string, seconds: number) => {
  vi.setSystemTime(START + seconds * 1_000);
  return startHost({ env: { COUNTERSIGN_DATA_DIR: folder } });
};

const START = Date.now();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
});

test('a signature for a renewed transaction is reported as expired, with the call for a fresh one', async () => {
  const folder = temporaryFolder();
  const prepared = await call(await startLater(folder, 0), 'deploy_escrow', REQUEST_FOR_XDR);
  const { id, unsignedXdr, transactionHash, signUrl } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);

  const later = await startLater(folder, 300);
  const fresh = await call(later, 'deploy_escrow', { id });
  expect(fresh['transactionHash']).not.toBe(transactionHash);
  expect(await callRefused(later, 'submit_signed_xdr', { signedXdr })).toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    message: expect.stringMatching(/could be sent until .* minutes ago; .* A newer one was prepared/),
    remedy: expect.stringContaining('call prepare_step with the id'),
    signUrl: expect.stringContaining(new URL(signUrl as string).pathname),
  });
});
