/** Every method that the SDK's client has, asked over HTTP and read by the SDK's own parsers. */
import { createHash } from 'node:crypto';
import { NETWORKS, networkWith } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  deployEscrow,
  PASSPHRASE,
  prepareCall,
  settle,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, scValToNative, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';

const client = demoKeypair('client');
const USDC = new Asset(TOKEN.code, TOKEN.issuer);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const t = await startTestSandbox();
const escrow = await deployEscrow(t);
const transfer = await prepareCall(
  t,
  client,
  TOKEN.address,
  'transfer',
  addressValue(address('client')),
  addressValue(escrow),
  i128(25n),
);
expect(await settle(t, transfer)).toBe('txSuccess');
const payment = Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' });
const inner = await build(t, client, [payment]);
inner.sign(client);
const bump = TransactionBuilder.buildFeeBumpTransaction(demoKeypair('platform'), '450', inner, PASSPHRASE);
bump.sign(demoKeypair('platform'));
const bumpedHash = (await t.rpc.sendTransaction(bump)).hash;
afterAll(() => t.sandbox.close());

describe('the SDK’s client', () => {
  test('getHealth, getNetwork, getVersionInfo', async () => {
    expect(await t.rpc.getHealth()).toMatchObject({ status: 'healthy', latestLedger: 4 });
    expect(await t.rpc.getNetwork()).toMatchObject({ passphrase: NETWORKS.sandbox.passphrase, protocolVersion: 27 });
    const version = await t.rpc.getVersionInfo();
    expect(version.protocolVersion).toBe(27);
  });

  test('getLatestLedger and getLedgers: a chain of headers, each with what it took in', async () => {
    const latest = await t.rpc.getLatestLedger();
    const { ledgers, ...rest } = await t.rpc.getLedgers({ startLedger: 1 });
    expect(rest).toEqual({
      latestLedger: 4,
      latestLedgerCloseTime: t.clock.now / 1000,
      oldestLedger: 1,
      oldestLedgerCloseTime: t.clock.now / 1000,
      cursor: '4',
    });
    expect(ledgers.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    for (const [index, { hash, headerXdr, metadataXdr }] of ledgers.entries()) {
      expect(createHash('sha256').update(headerXdr.header.toXdr()).digest('hex')).toBe(hash);
      expect(headerXdr.header.previousLedgerHash.toString()).toBe(
        index === 0 ? '0'.repeat(64) : ledgers[index - 1]?.hash,
      );
      expect((metadataXdr as xdr.LedgerCloseMetaV2Arm).v2.txProcessing).toHaveLength(index === 0 ? 0 : 1);
    }
    const last = ledgers[3];
    expect(last?.hash).toBe(latest.id);
    expect(last?.metadataXdr.toXdr('base64')).toBe(latest.metadataXdr.toXdr('base64'));
    // What the header says of all lumens is what the accounts hold and the fees that were taken.
    const { totalCoins, feePool } = latest.headerXdr;
    let held = 0n;
    const named = (['client', 'provider', 'platform', 'arbiter', 'issuer'] as const).map(address);
    for (const account of [...named, networkWith('sandbox', 'v1').feeAddress as string]) {
      held += (await t.rpc.getAccountEntry(account)).balance;
    }
    expect(totalCoins - feePool - held).toBe(4_611_686_018_427_387_903n);
    const { txSet, txProcessing } = (latest.metadataXdr as xdr.LedgerCloseMetaV2Arm).v2;
    expect(hex((txProcessing[0] as xdr.TransactionResultMetaV1).result.transactionHash.toBytes())).toBe(bumpedHash);
    expect(txProcessing[0]?.feeProcessing.map(({ type }) => type)).toEqual(['ledgerEntryState', 'ledgerEntryUpdated']);
    expect((txSet as xdr.GeneralizedTransactionSetV1TxSet).v1TxSet.phases).toHaveLength(2);
  });

  test('getTransaction and getTransactions tell the same', async () => {
    const { transactions, cursor, ...rest } = await t.rpc.getTransactions({ startLedger: 1 });
    expect(rest).toMatchObject({ latestLedger: 4, latestLedgerCloseTimestamp: t.clock.now / 1000, oldestLedger: 1 });
    expect(transactions.map(({ ledger, feeBump }) => [ledger, feeBump])).toEqual([
      [2, false],
      [3, false],
      [4, true],
    ]);
    for (const { txHash, status, resultMetaXdr, envelopeXdr } of transactions) {
      const one = await t.rpc.getTransaction(txHash);
      if (one.status === 'NOT_FOUND') throw new Error(txHash);
      expect([one.status, one.resultMetaXdr.toXdr('base64'), one.envelopeXdr.toXdr('base64')]).toEqual([
        status,
        resultMetaXdr.toXdr('base64'),
        envelopeXdr.toXdr('base64'),
      ]);
    }
    expect(BigInt(cursor) >> 32n).toBe(4n);
  });

  test('getEvents', async () => {
    const { events, cursor, latestLedger, oldestLedger } = await t.rpc.getEvents({
      startLedger: 1,
      filters: [{ type: 'contract', contractIds: [escrow, TOKEN.address] }],
    });
    expect([latestLedger, oldestLedger]).toEqual([4, 1]);
    expect(events.map(({ topic }) => scValToNative(topic[0] as xdr.ScVal))).toEqual(['tw_init', 'transfer']);
    expect(events[1]).toMatchObject({
      type: 'contract',
      ledger: 3,
      ledgerClosedAt: '2026-06-01T12:00:00Z',
      transactionIndex: 1,
      operationIndex: 0,
      inSuccessfulContractCall: true,
      txHash: hex(transfer.hash()),
    });
    expect(events[1]?.contractId?.contractId()).toBe(TOKEN.address);
    expect(scValToNative(events[1]?.value as xdr.ScVal)).toBe(25n);
    const more = await t.rpc.getEvents({ cursor, filters: [], limit: 5 });
    expect(more.events).toEqual([]);
    const limited = await t.rpc.getEvents({ startLedger: 3, endLedger: 4, filters: [], limit: 1 });
    expect(limited.cursor).toBe(limited.events[0]?.id);
  });

  test('getFeeStats: calls and payments apart, the resources’ price not among them', async () => {
    const { sorobanInclusionFee, inclusionFee } = await t.rpc.getFeeStats();
    expect(sorobanInclusionFee).toMatchObject({ max: '100', transactionCount: '2' });
    // One operation, for which a fee bump paid two prices.
    expect(inclusionFee).toMatchObject({ max: '200', transactionCount: '1' });
  });

  test('entries, by all the client’s ways to them', async () => {
    expect((await t.rpc.getTrustline(address('client'), USDC)).balance).toBeGreaterThan(0n);
    expect((await t.rpc.getAssetBalance(escrow, USDC, PASSPHRASE)).balanceEntry?.amount).toBe('25');
    expect((await t.rpc.getSACBalance(escrow, USDC, PASSPHRASE)).balanceEntry?.amount).toBe('25');
    expect((await t.rpc.getContractInstance(escrow)).executable.type).toBe('contractExecutableWasm');
    expect(
      (await t.rpc.getContractData(escrow, xdr.ScVal.scvLedgerKeyContractInstance())).liveUntilLedgerSeq,
    ).toBeGreaterThan(4);
    const wallet = Keypair.random().publicKey();
    expect((await t.rpc.fundAddress(wallet)).status).toBe('SUCCESS');
    expect((await t.rpc.getAccount(wallet)).accountId()).toBe(wallet);
  });

  test('reports an error for an entry that a native contract does not have', async () => {
    // The code of the contracts is this ledger's own, so there is no WASM to give.
    await expect(t.rpc.getContractWasmByContractId(escrow)).rejects.toMatchObject({ code: 404 });
    await expect(t.rpc.getContractMethods(TOKEN.address)).resolves.toBeDefined();
    await expect(t.rpc.getClaimableBalance('00'.repeat(36))).rejects.toThrow();
  });
});
