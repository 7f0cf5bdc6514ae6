import { contractIdFor } from '@countersign/core/kinds';
import { demoKeypair } from '@countersign/escrow-service';
import { deployLiveEscrow, liveDeployCall, liveEscrowValue, livePins } from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  build,
  call,
  changed,
  PASSPHRASE,
  prepareCall,
  settle,
  simulateCall,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Contract, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addressValue, i128, unitKey } from './host/values.ts';
import { contractDataKey, instanceKey, keyText } from './keys.ts';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const ESCROW = unitKey('Escrow');
const PER_RESTORED_ENTRY = 320_000n;
const archive = (contract: string) =>
  call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${contract}`, { method: 'POST' });
const entriesOf = (escrow: string) => [instanceKey(escrow), contractDataKey(escrow, ESCROW)];
const listed = async (escrow: string) => (await t.rpc.getLedgerEntries(...entriesOf(escrow))).entries.length;
const fundArgs = (amount = 1n) => [addressValue(address('client')), liveEscrowValue('single'), i128(amount)] as const;
const fund = (escrow: string, amount?: bigint) => prepareCall(t, client, escrow, 'fund_escrow', ...fundArgs(amount));

const dataOf = (transaction: Transaction) =>
  ((transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx.ext as xdr.TransactionExtSorobanData).sorobanData;

/** The keys of the entries that a call says it restores. */
function restoredBy({ ext, resources }: xdr.SorobanTransactionData): string[] {
  if (ext.type !== 'resourceExt') return [];
  const { readWrite } = resources.footprint;
  return ext.resourceExt.archivedSorobanEntries.map((index) => keyText(readWrite[index] as xdr.LedgerKey));
}

/** The same call, with changed data about what it restores. */
function saying(transaction: Transaction, change: Partial<xdr.SorobanTransactionData>): Transaction {
  const sorobanData = new xdr.SorobanTransactionData({ ...dataOf(transaction), ...change });
  return changed(transaction, { ext: xdr.TransactionExt.sorobanData(sorobanData) }, client);
}
const restoring = (...archivedSorobanEntries: number[]) => ({
  ext: xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries })),
});

let escrow: string;
beforeEach(async () => {
  escrow = await deployLiveEscrow(t, 'single');
  expect(await listed(escrow)).toBe(2);
  expect((await archive(escrow)).json).toEqual({ archived: escrow });
  expect(await listed(escrow)).toBe(0);
});

test('can be read by a simulation, which shows what the call would restore', async () => {
  const simulated = await t.rpc.simulateTransaction(await build(t, client, [new Contract(escrow).call('get_escrow')]));
  if (!Api.isSimulationSuccess(simulated)) throw new Error('no success');
  expect(simulated.result?.retval.equals(liveEscrowValue('single'))).toBe(true);
  expect(Api.isSimulationRestore(simulated)).toBe(false);
  const data = simulated.transactionData.build();
  expect(restoredBy(data).sort()).toEqual(entriesOf(escrow).map(keyText).sort());
  const { diskReadBytes, writeBytes } = data.resources;
  expect(diskReadBytes).toBe(writeBytes);
  expect(await listed(escrow)).toBe(0);
});

test('is restored by the call that needs it, which pays the rent', async () => {
  const other = await deployLiveEscrow(t, 'single');
  const transaction = await fund(escrow);
  expect(restoredBy(dataOf(transaction))).toHaveLength(2);
  expect(dataOf(transaction).resourceFee - dataOf(await fund(other)).resourceFee).toBeGreaterThan(
    2n * PER_RESTORED_ENTRY,
  );
  const before = (await t.rpc.getAccountEntry(client.publicKey())).balance;
  expect(await settle(t, transaction)).toBe('txSuccess');
  expect(before - (await t.rpc.getAccountEntry(client.publicKey())).balance).toBe(BigInt(transaction.fee));
  expect(await simulateCall(t, TOKEN.address, 'balance', addressValue(escrow))).toBe(1n);

  const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
  if (outcome.status !== Api.GetTransactionStatus.SUCCESS) throw new Error(outcome.status);
  const { operations, sorobanMeta } = (outcome.resultMetaXdr as xdr.TransactionMetaV4Arm).v4;
  const changes = operations[0]?.changes ?? [];
  expect(changes.filter(({ type }) => type === 'ledgerEntryRestored')).toHaveLength(2);
  expect(sorobanMeta).toMatchObject({ ext: { v1: { rentFeeCharged: 2n * PER_RESTORED_ENTRY } } });

  const { entries, latestLedger } = await t.rpc.getLedgerEntries(...entriesOf(escrow));
  for (const { lastModifiedLedgerSeq, liveUntilLedgerSeq } of entries) {
    expect(lastModifiedLedgerSeq).toBe(latestLedger);
    expect(liveUntilLedgerSeq).toBe(latestLedger + 120_960 - 1);
  }
  // Live again, it needs no more of that.
  expect(restoredBy(dataOf(await fund(escrow)))).toEqual([]);
});

test('stays archived if a call does not declare to restore it, and the call fails', async () => {
  const failsByName = async (transaction: Transaction) => {
    expect(await settle(t, transaction)).toBe('txFailed');
    const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
    if (outcome.status !== Api.GetTransactionStatus.FAILED) throw new Error(outcome.status);
    const [result] = (outcome.resultXdr.result as xdr.TransactionResultResultTxFailed).results;
    expect(JSON.stringify(result)).toContain('entry_archived');
    expect(await listed(escrow)).toBe(0);
  };
  await failsByName(saying(await fund(escrow), { ext: xdr.SorobanTransactionDataExt.v0() }));

  // What is read alone cannot be restored.
  const transaction = await fund(escrow);
  const { resources } = dataOf(transaction);
  const { readOnly, readWrite } = resources.footprint;
  const archived = new Set(restoredBy(dataOf(transaction)));
  const [read, written] = [true, false].map((wanted) =>
    readWrite.filter((key) => archived.has(keyText(key)) === wanted),
  ) as [xdr.LedgerKey[], xdr.LedgerKey[]];
  const footprint = new xdr.LedgerFootprint({ readOnly: [...readOnly, ...read], readWrite: written });
  const reading = new xdr.SorobanResources({ ...resources, footprint });
  await failsByName(saying(transaction, { resources: reading, ext: xdr.SorobanTransactionDataExt.v0() }));
});

test('is only partly restored by a call that names a part of it', async () => {
  const transaction = await fund(escrow);
  const { ext } = dataOf(transaction);
  const [first] = (ext as xdr.SorobanTransactionDataExtResourceExt).resourceExt.archivedSorobanEntries;
  expect(await settle(t, saying(transaction, restoring(first as number)))).toBe('txFailed');
  expect(await listed(escrow)).toBe(0);
});

test('is not restored by a call that fails afterwards', async () => {
  const held = (await simulateCall(t, TOKEN.address, 'balance', addressValue(address('client')))) as bigint;
  const transaction = await fund(escrow, held);
  // Another one spends of it first.
  const later = changed(transaction, { seqNum: BigInt(transaction.sequence) + 1n }, client);
  const transfer = [address('client'), address('provider')].map(addressValue);
  const spent = await prepareCall(t, client, TOKEN.address, 'transfer', ...transfer, i128(1n));
  expect(await settle(t, spent)).toBe('txSuccess');
  expect(await settle(t, later)).toBe('txFailed');
  expect(await listed(escrow)).toBe(0);
});

test('may be named for restoring while it is live, without effect', async () => {
  expect(await settle(t, await fund(escrow))).toBe('txSuccess');
  const transaction = await fund(escrow);
  const { resourceFee, resources } = dataOf(transaction);
  const index = resources.footprint.readWrite.findIndex(({ type }) => type === 'contractData');
  const paid = { resourceFee: resourceFee + PER_RESTORED_ENTRY, ...restoring(index) };
  const named = changed(
    transaction,
    {
      fee: Number(transaction.fee) + Number(PER_RESTORED_ENTRY),
      ext: xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ...dataOf(transaction), ...paid })),
    },
    client,
  );
  const before = (await t.rpc.getAccountEntry(client.publicKey())).balance;
  expect(await settle(t, named)).toBe('txSuccess');
  // And the rent comes back.
  const paidInFact = before - (await t.rpc.getAccountEntry(client.publicKey())).balance;
  expect(paidInFact).toBe(BigInt(transaction.fee));
});

test('is not restored by a call that does not cover the rent', async () => {
  const transaction = await fund(escrow);
  const resourceFee = dataOf(transaction).resourceFee - 1n;
  const poor = saying(transaction, { resourceFee });
  const sent = await t.rpc.sendTransaction(poor);
  const outcome = await t.rpc.getTransaction(sent.hash);
  const { result } = (outcome as Api.GetFailedTransactionResponse).resultXdr;
  expect(JSON.stringify(result.toJson())).toContain('insufficient_refundable_fee');
  expect(await listed(escrow)).toBe(0);
});

test.each([
  ['out of range', [2, 99]],
  ['not in ascending order', [3, 2]],
  ['twice', [2, 2]],
  ['a trustline', [0]],
])('refuses to restore anything but contract entries that the call writes: %s', async (_, indices) => {
  const transaction = await fund(escrow);
  const { readWrite } = dataOf(transaction).resources.footprint;
  const ordered = readWrite.toSorted((one) => (one.type === 'trustline' ? -1 : 1));
  const resources = new xdr.SorobanResources({
    ...dataOf(transaction).resources,
    footprint: new xdr.LedgerFootprint({ ...dataOf(transaction).resources.footprint, readWrite: ordered }),
  });
  expect(await settle(t, saying(transaction, { resources, ...restoring(...indices) }))).toBe('txSorobanInvalid');
});

test('occupies its address', async () => {
  const salt = Buffer.alloc(32, 7);
  const again = liveDeployCall('multi', undefined, salt);
  expect(await settle(t, await prepareCall(t, client, ...again))).toBe('txSuccess');
  expect((await archive(contractIdFor(livePins('multi').factory, salt, PASSPHRASE))).status).toBe(200);
  await expect(simulateCall(t, ...again)).rejects.toThrow('Error(Storage, ExistingValue)');
});
