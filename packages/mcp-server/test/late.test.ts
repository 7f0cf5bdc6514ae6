/** A model that submits a signature after the transaction expired. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** Starts the server on `folder`, at a later time. */
const startLater = (folder: string, seconds: number) => {
  vi.setSystemTime(START + seconds * 1_000);
  return startHost({ env: { COUNTERSIGN_DATA_DIR: folder } });
};

const START = Date.now();
const DAY = 24 * 3_600;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
});

/** One of the servers sweeps old entries once a minute; this makes it due at once for a server that starts now. */
async function sweepNow(folder: string, id: string): Promise<void> {
  const database = new DatabaseSync(path.join(folder, 'prepared.sqlite'));
  database.exec("UPDATE timer SET due_at = 0 WHERE reference = 'sweep'");
  await startLater(folder, 20 * DAY);
  const isKept = () => database.prepare('SELECT 1 FROM handle WHERE id = ?').get(id) !== undefined;
  await expect.poll(isKept).toBe(false);
  database.close();
}

test('a signature for a renewed transaction is reported as expired, with the call for a fresh one', async () => {
  const folder = temporaryFolder();
  const prepared = await call(await startLater(folder, 0), 'deploy_escrow', REQUEST_FOR_XDR);
  const { id, unsignedXdr, transactionHash, signUrl } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);

  const later = await startLater(folder, 300);
  const fresh = await call(later, 'deploy_escrow', { id });
  expect(fresh['transactionHash']).not.toBe(transactionHash);
  for (const input of [{ signedXdr }, { signedXdr, id }]) {
    expect(await callRefused(later, 'submit_signed_xdr', input)).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: expect.stringMatching(/could be sent until .* minutes ago; .* A newer one was prepared/),
      remedy: expect.stringContaining('call deploy_escrow with the id'),
      signUrl: expect.stringContaining(new URL(signUrl as string).pathname),
    });
  }
  expect(await call(later, 'deploy_escrow', { id })).toMatchObject({ transactionHash: fresh['transactionHash'] });
  expect(await call(later, 'get_transaction', { transactionHash })).toMatchObject({ id, status: 'prepared' });

  const weeksLater = await startLater(folder, 20 * DAY);
  expect(await call(weeksLater, 'get_transaction', { id })).toMatchObject({ status: 'expired', by: 'ledger' });
  await sweepNow(folder, id as string);
  expect(await callRefused(weeksLater, 'deploy_escrow', { id })).toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  expect(await callRefused(weeksLater, 'submit_signed_xdr', { signedXdr, id })).toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    message: expect.stringContaining('20 days ago'),
    remedy: expect.stringContaining('prepare it again with the whole request'),
  });
});
