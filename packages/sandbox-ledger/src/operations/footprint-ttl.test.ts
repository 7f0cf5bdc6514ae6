/** Longer lives for entries, and restoring them, by the operations that anybody may send: simulated, paid, refused. */
import { demoKeypair } from '@countersign/escrow-service';
import { deployLiveEscrow } from '@countersign/testkit/ledger/live-escrow';
import { build, call, changed, settle, startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { Operation, SorobanDataBuilder, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ENTRY_LIFE, MAX_ENTRY_LIFE } from '../entries.ts';
import { unitKey } from '../host/values.ts';
import { accountKey, contractDataKey, instanceKey, nonceKey } from '../keys.ts';
import { PER_RESTORED_ENTRY } from '../transaction/fees.ts';

let escrow: string;
let keys: [xdr.LedgerKey, xdr.LedgerKey];
const t = await startTestSandbox();
afterAll(() => t.sandbox.close());
beforeEach(async () => {
  escrow = await deployLiveEscrow(t, 'single');
  keys = [instanceKey(escrow), contractDataKey(escrow, unitKey('Escrow'))];
});

/** No one of the escrow's. */
const passer = demoKeypair('arbiter');
type Footprint = { readonly readOnly?: xdr.LedgerKey[]; readonly readWrite?: xdr.LedgerKey[] };

async function plain(operation: xdr.Operation, { readOnly = [], readWrite = [] }: Footprint): Promise<Transaction> {
  const sorobanData = new SorobanDataBuilder().setReadOnly(readOnly).setReadWrite(readWrite).build();
  const bare = await build(t, passer, [operation]);
  return TransactionBuilder.cloneFrom(bare, { sorobanData }).build();
}

async function prepared(operation: xdr.Operation, footprint: Footprint): Promise<Transaction> {
  const transaction = (await t.rpc.prepareTransaction(await plain(operation, footprint))) as Transaction;
  transaction.sign(passer);
  return transaction;
}

const dataOf = (transaction: Transaction) =>
  ((transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx.ext as xdr.TransactionExtSorobanData).sorobanData;
const extend = (extendTo: number) => Operation.extendFootprintTtl({ extendTo });
const restore = () => Operation.restoreFootprint({});
const lives = async () =>
  (await t.rpc.getLedgerEntries(...keys)).entries.map(({ liveUntilLedgerSeq }) => liveUntilLedgerSeq);
const archive = () => call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${escrow}`, { method: 'POST' });

/** The code that its one operation failed with. */
async function failure(transaction: Transaction): Promise<string> {
  const sent = await t.rpc.sendTransaction(transaction);
  if (sent.status === 'ERROR') return JSON.stringify(sent.errorResult?.toJson());
  const outcome = await t.rpc.getTransaction(sent.hash);
  if (outcome.status !== Api.GetTransactionStatus.FAILED) throw new Error(outcome.status);
  return JSON.stringify(outcome.resultXdr.toJson());
}

test('lets anyone extend entries, and charges for each ledger', async () => {
  const before = await lives();
  const transaction = await prepared(extend(500_000), { readOnly: keys });
  const { resourceFee, resources } = dataOf(transaction);
  expect(resources).toMatchObject({ instructions: 0, diskReadBytes: 0, writeBytes: 0 });
  const half = dataOf(await prepared(extend(250_000), { readOnly: keys })).resourceFee;
  const difference = resourceFee - half - (2n * 250_000n * PER_RESTORED_ENTRY * 115n) / (BigInt(ENTRY_LIFE) * 100n);
  expect(difference >= -2n && difference <= 2n).toBe(true);
  expect(await settle(t, transaction)).toBe('txSuccess');
  const { sequence } = await t.rpc.getLatestLedger();
  expect(await lives()).toEqual([sequence + 500_000, sequence + 500_000]);

  const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
  if (outcome.status !== Api.GetTransactionStatus.SUCCESS) throw new Error(outcome.status);
  const { operations, sorobanMeta } = (outcome.resultMetaXdr as xdr.TransactionMetaV4Arm).v4;
  const changes = operations[0]?.changes ?? [];
  expect(changes.map(({ type }) => type)).toEqual([
    'ledgerEntryState',
    'ledgerEntryUpdated',
    'ledgerEntryState',
    'ledgerEntryUpdated',
  ]);
  const updated = (changes[1] as xdr.LedgerEntryChangeUpdated).updated.data as xdr.LedgerEntryDataTtl;
  expect(updated.ttl.liveUntilLedgerSeq).toBe(sequence + 500_000);
  const meta = sorobanMeta?.ext as xdr.SorobanTransactionMetaExtV1Arm;
  const added = BigInt(2 * (sequence + 500_000)) - BigInt((before[0] as number) + (before[1] as number));
  const rent = (added * PER_RESTORED_ENTRY) / BigInt(ENTRY_LIFE);
  expect(meta.v1.rentFeeCharged - rent <= 2n).toBe(true);

  // It never makes one shorter, and simulation leaves out what lives that long.
  expect(dataOf(await prepared(extend(100), { readOnly: keys })).resources.footprint.readOnly).toEqual([]);
  const shorter = changed(await prepared(extend(500_000), { readOnly: keys }), {}, passer);
  expect(await settle(t, shorter)).toBe('txSuccess');
});

test('an archived escrow is restored by an operation of its own', async () => {
  expect(await archive()).toMatchObject({ status: 200 });
  expect(await lives()).toEqual([]);
  const transaction = await prepared(restore(), { readWrite: keys });
  const { resources, resourceFee } = dataOf(transaction);
  expect(resources.diskReadBytes).toBe(resources.writeBytes);
  expect(resourceFee).toBeGreaterThan(2n * PER_RESTORED_ENTRY);
  expect(await settle(t, transaction)).toBe('txSuccess');
  const { sequence } = await t.rpc.getLatestLedger();
  expect(await lives()).toEqual([sequence + ENTRY_LIFE - 1, sequence + ENTRY_LIFE - 1]);
  // What is live is left as it is.
  expect(dataOf(await prepared(restore(), { readWrite: keys })).resources.footprint.readWrite).toEqual([]);
});

test('fails without changes, but takes the fee, if the fee does not cover the rent', async () => {
  const withFee = (transaction: Transaction, resourceFee: bigint) =>
    changed(
      transaction,
      { ext: xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ...dataOf(transaction), resourceFee })) },
      passer,
    );
  const before = await lives();
  const extension = await prepared(extend(1_000_000), { readOnly: keys });
  expect(await failure(withFee(extension, dataOf(extension).resourceFee / 2n))).toContain(
    'insufficient_refundable_fee',
  );
  expect(await lives()).toEqual(before);
  await archive();
  const restoration = await prepared(restore(), { readWrite: keys });
  const short = dataOf(restoration).resourceFee - 2n * PER_RESTORED_ENTRY;
  expect(await failure(withFee(restoration, short))).toContain('insufficient_refundable_fee');
  expect(await lives()).toEqual([]);
});

test.each<[string, () => xdr.Operation, () => Footprint, string]>([
  ['an extension that writes', () => extend(9), () => ({ readWrite: keys }), 'extend_footprint_ttl'],
  [
    'an extension of an account',
    () => extend(9),
    () => ({ readOnly: [accountKey(passer.publicKey())] }),
    'extend_footprint_ttl',
  ],
  ['a life longer than any', () => extend(MAX_ENTRY_LIFE), () => ({ readOnly: keys }), 'extend_footprint_ttl'],
  ['a restoration that reads', restore, () => ({ readOnly: keys }), 'restore_footprint'],
  ['a restoration of a nonce', restore, () => ({ readWrite: [nonceKey(passer.publicKey(), 1n)] }), 'restore_footprint'],
])('%s is malformed', async (_, operation, footprint, name) => {
  const transaction = await plain(operation(), footprint());
  const data = new SorobanDataBuilder(dataOf(transaction)).setResourceFee(1_000_000n).build();
  const paid = changed(transaction, { fee: 1_000_100, ext: xdr.TransactionExt.sorobanData(data) }, passer);
  const { errorResult } = await t.rpc.sendTransaction(paid);
  expect(errorResult?.toJson()).toMatchObject({ result: { tx_failed: [{ op_inner: { [name]: 'malformed' } }] } });
});
