/** Today's live escrows, read by the desk on the embedded ledger: standing, funded, and archived. */
import { createDesk, createEscrowClient, openSqliteStore } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { createSecretScanner } from '@countersign/core/secrets';
import { demoKeypair } from '@countersign/escrow-service';
import { addressValue, i128 } from '@countersign/sandbox-ledger/internal/host/values';
import { deployLiveEscrow, liveEscrow, liveEscrowValue, V1 } from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  call,
  prepareCall,
  settle,
  startTestSandbox,
  type TestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.sandbox.close());

function openDesk() {
  const { url: baseUrl, rpcUrl, accessToken, apiKey } = t.sandbox;
  const desk = createDesk({
    service: createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 50 }),
    store: openSqliteStore(undefined, 'sandbox'),
    network: V1,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner(),
    now: Date.now,
    ledger: openLedger([rpcUrl], V1.passphrase),
  });
  onTestFinished(() => desk.close());
  return desk;
}

const archive = async (contract: string) => {
  const { status } = await call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${contract}`, { method: 'POST' });
  expect(status).toBe(200);
};

test.each(['multi', 'single'] as const)('a %s-release escrow is read, also once it is archived', async (release) => {
  const contractId = await deployLiveEscrow(t, release);
  const desk = openDesk();
  const { title } = liveEscrow(release);
  const told = { status: 'not-prepared-here', kind: release, codeIs: 'pinned', title };
  expect(await desk.get({ contractId })).toMatchObject({ ...told, held: '0', funded: 'none' });
  const payment = [addressValue(address('client')), liveEscrowValue(release), i128(5n)] as const;
  const paying = await prepareCall(t, demoKeypair('client'), contractId, 'fund_escrow', ...payment);
  expect(await settle(t, paying)).toBe('txSuccess');
  expect(await desk.get({ contractId })).toMatchObject({ ...told, held: '0.0000005', funded: 'partly' });

  await archive(contractId);
  expect(await desk.get({ contractId })).toMatchObject({ ...told, archived: true, held: '0.0000005' });
  // Another process has never seen it, and nothing of it is remembered.
  expect((await openDesk().balances({ addresses: [contractId] })).balances).toMatchObject([
    { address: contractId, balance: '0.0000005', by: 'ledger', archived: true },
  ]);
});

test('where there never was a contract, none is told of', async () => {
  const nowhere = 'CAAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQC526';
  await expect(openDesk().get({ contractId: nowhere })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
    message: expect.stringContaining('there is no contract there, not even an archived one'),
  });
});
