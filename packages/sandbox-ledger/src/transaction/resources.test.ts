/** What a contract call declares, what it may declare, and what it gets back of what it did not use. */
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger } from '@countersign/testkit/ledger/ledger-client';
import { changed, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';
import { accountKey, keyText } from '../keys.ts';

const t = openTestLedger();
const client = demoKeypair('client');
const provider = demoKeypair('provider');
const parties = [client, provider].map((party) => addressValue(party.publicKey()));
const transfer = (amount = 5n) =>
  t.prepareCall(client, TOKEN.address, 'transfer', ...parties, i128(amount)) as Transaction;
const txOf = (transaction: Transaction) => (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
const dataOf = (transaction: Transaction) => (txOf(transaction).ext as xdr.TransactionExtSorobanData).sorobanData;
const account = () =>
  t.ledger.view((view) => view.entry(keyText(accountKey(client.publicKey())))?.data as xdr.LedgerEntryDataAccount)
    .account;

/** The same call with other resources, and 1 XLM more for them. */
function declaring(change: Partial<xdr.SorobanResources>, transaction = transfer(), more = 10_000_000n): Transaction {
  const data = dataOf(transaction);
  const resources = new xdr.SorobanResources({ ...data.resources, ...change });
  const resourceFee = data.resourceFee + more;
  const ext = xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ...data, resources, resourceFee }));
  return changed(transaction, { ext, fee: txOf(transaction).fee + Number(more) }, client);
}

describe('the unused part of a resource fee', () => {
  const settle = (transaction: Transaction) => {
    const { hash } = t.ledger.send(transaction.toXdr());
    const stored = t.ledger.view((view) => view.transaction(hash));
    const result = xdr.TransactionResult.fromXdr(stored?.result as string, 'base64');
    const { v4 } = xdr.TransactionMeta.fromXdr(stored?.meta as string, 'base64') as xdr.TransactionMetaV4Arm;
    return { result, meta: v4, ledger: stored?.ledger as number };
  };

  test('comes back: in the result, the meta, the balance, the fee pool and an event', () => {
    const plain = transfer();
    const cost = dataOf(plain).resourceFee;
    const poolOf = () => t.ledger.view(({ latest }) => latest.header.feePool);
    const [before, pool] = [account().balance, poolOf()];
    const { result, meta, ledger } = settle(declaring({}, plain, 1_900_000_000n));
    expect([result.result.type, result.feeCharged]).toEqual(['txSuccess', cost + 100n]);
    expect(account().balance).toBe(before - cost - 100n);
    expect(poolOf()).toBe(pool + cost + 100n);
    expect(meta.sorobanMeta?.ext).toMatchObject({
      v1: { totalNonRefundableResourceFeeCharged: cost, totalRefundableResourceFeeCharged: 0n, rentFeeCharged: 0n },
    });
    const stages = meta.events.map(({ stage, event }) => [stage.name, event.body.v0.data.toJson()]);
    expect(stages).toEqual([
      ['transactionEventStageBeforeAllTxs', { i128: String(cost + 1_900_000_100n) }],
      ['transactionEventStageAfterAllTxs', { i128: '-1900000000' }],
    ]);
    const { ledgers } = t.ask('getLedgers', { startLedger: ledger });
    const closed = xdr.LedgerCloseMeta.fromXdr(ledgers[0].metadataXdr, 'base64') as xdr.LedgerCloseMetaV2Arm;
    const changes = closed.v2.txProcessing[0]?.postTxApplyFeeProcessing ?? [];
    expect(changes.map(({ type }) => type)).toEqual(['ledgerEntryState', 'ledgerEntryUpdated']);
    expect(t.ask('getFeeStats').sorobanInclusionFee.max).toBe('100');
  });

  test('comes back where the call fails, and to the fee source of a bump', () => {
    const before = account().balance;
    const cheap = declaring({ instructions: 1_000 });
    expect(settle(cheap).result.feeCharged).toBe(before - account().balance);
    const inner = changed(declaring({}), { fee: 0 }, client);
    const bump = TransactionBuilder.buildFeeBumpTransaction(provider, '20000000', inner, t.ledger.passphrase);
    bump.sign(provider);
    const { result } = settle(bump as unknown as Transaction);
    expect(result.result.type).toBe('txFeeBumpInnerSuccess');
    expect(result.feeCharged).toBe(dataOf(transfer()).resourceFee + 200n);
  });
});
