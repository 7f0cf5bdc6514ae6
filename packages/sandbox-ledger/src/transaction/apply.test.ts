/** What a transaction does once it is taken in. */
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  changed,
  deploy,
  PASSPHRASE,
  read,
  settle,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Operation, Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const payment = () => Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' });

async function signedPayment(options?: { fee?: string; sequence?: string }): Promise<Transaction> {
  const transaction = await build(t, client, [payment()], options);
  transaction.sign(client);
  return transaction;
}

describe('once it is taken', () => {
  test('a transaction is valid with the signature of its operation’s source', async () => {
    const theirs = Operation.payment({
      destination: address('client'),
      asset: Asset.native(),
      amount: '1',
      source: address('provider'),
    });
    const transaction = await build(t, client, [theirs]);
    transaction.sign(client, demoKeypair('provider'));
    expect(await settle(t, transaction)).toBe('txSuccess');
  });

  test('the same transaction again is a DUPLICATE and changes nothing', async () => {
    const transaction = await signedPayment();
    expect((await t.rpc.sendTransaction(transaction)).status).toBe('PENDING');
    const { sequence } = await t.rpc.getLatestLedger();
    expect((await t.rpc.sendTransaction(transaction)).status).toBe('DUPLICATE');
    expect((await t.rpc.getLatestLedger()).sequence).toBe(sequence);
  });

  test('applies all operations or none, and consumes fee and sequence number either way', async () => {
    const before = await t.rpc.getAccountEntry(client.publicKey());
    const provider = await t.rpc.getAccountEntry(address('provider'));
    const tooMuch = Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '90000000' });
    const transaction = await build(t, client, [payment(), tooMuch]);
    transaction.sign(client);
    expect(await settle(t, transaction)).toBe('txFailed');
    const after = await t.rpc.getAccountEntry(client.publicKey());
    expect(after.balance).toBe(before.balance - 200n);
    expect(after.seqNum).toBe(before.seqNum + 1n);
    expect((await t.rpc.getAccountEntry(address('provider'))).balance).toBe(provider.balance);
  });

  test('an envelope of the first kind (v0) is read as the second, under the same hash', async () => {
    const transaction = await signedPayment();
    const { tx, signatures } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const v0 = xdr.TransactionEnvelope.envelopeTypeTxV0(
      new xdr.TransactionV0Envelope({ tx: xdr.TransactionV0.fromXdr(tx.toXdr().subarray(4)), signatures }),
    );
    const sent = await t.rpc.sendTransaction(new Transaction(v0, PASSPHRASE));
    expect(sent).toMatchObject({ status: 'PENDING', hash: Buffer.from(transaction.hash()).toString('hex') });
  });

  test('a muxed source (M…) is its account', async () => {
    const transaction = await build(t, client, [payment()]);
    const muxed = changed(transaction, { sourceAccount: client.xdrMuxedAccount('77') }, client);
    expect(muxed.source).toMatch(/^M/);
    expect(await settle(t, muxed)).toBe('txSuccess');
  });

  test('the ledger’s time never runs backwards, even if the clock does', async () => {
    const transaction = await signedPayment();
    expect(await settle(t, transaction)).toBe('txSuccess');
    const { closeTime } = await t.rpc.getLatestLedger();
    const next = await signedPayment();
    const now = t.clock.now;
    t.clock.now = now - 60_000;
    // By the clock it would be too early for this one.
    expect(Number(next.timeBounds?.minTime) * 1000).toBeGreaterThan(t.clock.now);
    expect(await settle(t, next)).toBe('txSuccess');
    expect((await t.rpc.getLatestLedger()).closeTime).toBe(closeTime);
    t.clock.now = now;
  });

  test('a contract call may touch only what its transaction declares', async () => {
    const prepared = read((await deploy(t)).json.unsignedTransaction);
    const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const { sorobanData } = tx.ext as xdr.TransactionExtSorobanData;
    const { readOnly, readWrite } = sorobanData.resources.footprint;
    const settledWith = async (footprint: { readOnly: xdr.LedgerKey[]; readWrite: xdr.LedgerKey[] }) => {
      const resources = new xdr.SorobanResources({
        ...sorobanData.resources,
        footprint: new xdr.LedgerFootprint(footprint),
      });
      const { seqNum } = await t.rpc.getAccountEntry(client.publicKey());
      // The fee is raised so that it is not what the refusal is about.
      const resourceFee = sorobanData.resourceFee + 100_000n;
      const ext = xdr.TransactionExt.sorobanData(
        new xdr.SorobanTransactionData({ ...sorobanData, resources, resourceFee }),
      );
      const fee = tx.fee + 100_000;
      const transaction = changed(prepared, { ext, fee, seqNum: seqNum + 1n }, client);
      const code = await settle(t, transaction);
      const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
      const events = 'diagnosticEventsXdr' in outcome ? (outcome.diagnosticEventsXdr ?? []) : [];
      return `${code} ${events.map((event) => JSON.stringify(event.toJson())).join()}`;
    };
    for (const missing of readOnly) {
      const rest = readOnly.filter((key) => key !== missing);
      expect(await settledWith({ readOnly: rest, readWrite })).toMatch(/^txFailed .*Storage, ExceededLimit/);
    }
    expect(await settledWith({ readOnly: [...readOnly, ...readWrite], readWrite: [] })).toMatch(
      /^txFailed .*ExceededLimit/,
    );
    expect(await settledWith({ readOnly: [], readWrite: [...readOnly, ...readWrite] })).toBe('txSuccess ');
  });
});
