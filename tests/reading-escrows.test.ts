import { networkWith } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { addressValue, i128 } from '@countersign/sandbox-ledger/internal/host/values';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { deployLiveEscrow, liveEscrow, liveEscrowValue, V1 } from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  call,
  prepareCall,
  read,
  settle,
  sign,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, expect, test } from 'vitest';

const t = await startTestSandbox({ network: networkWith('sandbox', 'v1') });
afterAll(() => t.sandbox.close());

function openDesk() {
  const now = () => t.clock.now;
  return openDeskOfTest({ on: t.sandbox, network: V1, now });
}

const archive = async (contract: string) => {
  const { status } = await call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${contract}`, { method: 'POST' });
  expect(status).toBe(200);
};

test.each(['multi', 'single'] as const)('a %s-release escrow is read, also once it is archived', async (release) => {
  const contractId = await deployLiveEscrow(t, release);
  const desk = openDesk();
  const { title } = liveEscrow(release);
  const report = { status: 'not-prepared-here', kind: release, codeIs: 'pinned', title };
  expect(await desk.get({ contractId })).toMatchObject({ ...report, held: '0', funded: 'none' });
  const payment = [addressValue(address('client')), liveEscrowValue(release), i128(5n)] as const;
  const paying = await prepareCall(t, demoKeypair('client'), contractId, 'fund_escrow', ...payment);
  expect(await settle(t, paying)).toBe('txSuccess');
  expect(await desk.get({ contractId })).toMatchObject({ ...report, held: '0.0000005', funded: 'partly' });

  await archive(contractId);
  expect(await desk.get({ contractId })).toMatchObject({ ...report, archived: true, held: '0.0000005' });
  // A new process has never seen it and remembers nothing.
  expect((await openDesk().balances({ addresses: [contractId] })).balances).toMatchObject([
    { address: contractId, balance: '0.0000005', by: 'ledger', archived: true },
  ]);
});

test('an address that never had a contract is reported as having none', async () => {
  const nowhere = 'CAAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQC526';
  await expect(openDesk().get({ contractId: nowhere })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
    message: expect.stringContaining('there is no contract there, not even an archived one'),
  });
});

test('lists an escrow that bypassed the service only after the service is informed, then for everybody', async () => {
  const wallet = address('client');
  const desk = openDesk();
  const roles = { ...requestInput().roles, approver: wallet };
  const named = { engagementId: 'past-the-service', title: 'Logo' };
  const request = requestInput({ signer: wallet, kind: 'single', ...named, roles });
  const { contractId, unsignedXdr = '' } = await desk.prepare('deploy', request);
  const listed = async () => {
    const { escrows } = await openDesk().find({ wallet, query: 'logo' });
    return escrows.map(({ by, status, ...each }) => [each.contractId, status, by]);
  };
  expect(await settle(t, read(sign(unsignedXdr, 'client')))).toBe('txSuccess');
  expect(await listed()).toEqual([]);
  expect(await desk.get({ contractId })).toMatchObject({ status: 'settled', kind: 'single', serviceLacks: true });
  await expect.poll(() => desk.get({ contractId })).not.toHaveProperty('serviceLacks');
  expect(await desk.find({ wallet, query: 'logo' })).toMatchObject({ escrows: [{ contractId, status: 'settled' }] });
  expect(await listed()).toEqual([[contractId, 'not-prepared-here', 'ledger']]);
});
