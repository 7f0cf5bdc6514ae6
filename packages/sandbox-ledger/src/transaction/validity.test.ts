/** Every way in which the ledger refuses a transaction, as a plain SDK client sees it. */
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  changed,
  createAccount,
  deploy,
  read,
  settle,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const stranger = () => Keypair.random();
const payment = () => Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' });

async function signedPayment(options?: { fee?: string; sequence?: string }): Promise<Transaction> {
  const transaction = await build(t, client, [payment()], options);
  transaction.sign(client);
  return transaction;
}

describe('refused before anything is charged', () => {
  const untouched = async (expected: string, make: () => Promise<Transaction>) => {
    const before = await t.rpc.getAccountEntry(client.publicKey());
    expect(await settle(t, await make())).toBe(expected);
    expect((await t.rpc.getAccountEntry(client.publicKey())).toXdr('base64')).toBe(before.toXdr('base64'));
  };

  test('txBadAuth: no signature, a stranger’s, one for another network', async () => {
    await untouched('txBadAuth', () => build(t, client, [payment()]));
    await untouched('txBadAuth', async () => {
      const transaction = await build(t, client, [payment()]);
      transaction.sign(stranger());
      return transaction;
    });
    await untouched('txBadAuth', async () => {
      const transaction = await build(t, client, [payment()]);
      const elsewhere = new Transaction(transaction.toEnvelope(), 'Test SDF Network ; September 2015');
      elsewhere.sign(client);
      return elsewhere;
    });
  });

  test('txBadAuthExtra: a signature too many, or the same one twice', async () => {
    await untouched('txBadAuthExtra', async () => {
      const transaction = await signedPayment();
      transaction.sign(stranger());
      return transaction;
    });
    await untouched('txBadAuthExtra', async () => {
      const transaction = await signedPayment();
      transaction.sign(client);
      return transaction;
    });
  });

  test('a broken signature, and one under another’s hint', async () => {
    const [signature] = (await signedPayment()).signatures;
    const bytes = (signature as xdr.DecoratedSignature).signature.toBytes().slice();
    bytes[0] = (bytes[0] as number) ^ 1;
    const withSignature = async (hint: xdr.SignatureHint, signed: Uint8Array) => {
      const transaction = await build(t, client, [payment()]);
      transaction.addDecoratedSignature(new xdr.DecoratedSignature({ hint, signature: signed }));
      return transaction;
    };
    await untouched('txBadAuth', () => withSignature((signature as xdr.DecoratedSignature).hint, bytes));
    await untouched('txBadAuth', () =>
      withSignature(
        new xdr.SignatureHint(new Uint8Array(4)),
        (signature as xdr.DecoratedSignature).signature.toBytes(),
      ),
    );
  });

  test('txBadSeq: a sequence number of the past, of the future', async () => {
    const { seqNum } = await t.rpc.getAccountEntry(client.publicKey());
    for (const sequence of [seqNum - 1n, seqNum + 1n]) {
      await untouched('txBadSeq', () => signedPayment({ sequence: sequence.toString() }));
    }
  });

  test('txTooEarly and txTooLate: the second before and after its time bounds', async () => {
    const { seqNum } = await t.rpc.getAccountEntry(client.publicKey());
    t.clock.now += 100_000;
    const transaction = await signedPayment({ sequence: seqNum.toString() });
    const { minTime, maxTime } = transaction.timeBounds as { minTime: string; maxTime: string };
    const next = await signedPayment({ sequence: (seqNum + 1n).toString() });
    t.clock.now = (Number(minTime) - 1) * 1000;
    await untouched('txTooEarly', async () => transaction);
    t.clock.now = Number(maxTime) * 1000;
    expect(await settle(t, transaction)).toBe('txSuccess');
    t.clock.now = (Number(maxTime) + 1) * 1000;
    await untouched('txTooLate', async () => next);
  });

  test('txInsufficientFee: less than 100 stroops for each operation', async () => {
    await untouched('txInsufficientFee', () => signedPayment({ fee: '99' }));
    await untouched('txInsufficientFee', async () => {
      const transaction = await build(t, client, [payment(), payment()], { fee: '100' });
      return changed(transaction, { fee: 199 }, client);
    });
  });

  test('txNoAccount: a source that was never funded', async () => {
    const unknownParty = stranger();
    const transaction = await build(t, unknownParty, [payment()], { sequence: '0' });
    transaction.sign(unknownParty);
    expect(await settle(t, transaction)).toBe('txNoAccount');
  });

  test('txInsufficientBalance: the fee would eat into the reserve', async () => {
    const poor = stranger();
    const creation = await build(t, client, [createAccount(poor.publicKey(), '1.0000099')]);
    creation.sign(client);
    expect(await settle(t, creation)).toBe('txSuccess');
    const attempt = async (fee: string) => {
      const transaction = await build(
        t,
        poor,
        [Operation.payment({ destination: address('client'), asset: Asset.native(), amount: '1' })],
        { fee },
      );
      transaction.sign(poor);
      return settle(t, transaction);
    };
    expect(await attempt('100')).toBe('txInsufficientBalance');
    const gift = await build(t, client, [
      Operation.payment({ destination: poor.publicKey(), asset: Asset.native(), amount: '0.0000001' }),
    ]);
    gift.sign(client);
    expect(await settle(t, gift)).toBe('txSuccess');
    // Now the fee can be taken, and the payment is what fails.
    expect(await attempt('100')).toBe('txFailed');
  });

  test('txMissingOperation, txMalformed, txSorobanInvalid: a shape that the network does not take', async () => {
    const plain = await build(t, client, [payment()]);
    await untouched('txMissingOperation', async () => changed(plain, { operations: [] }, client));
    const prepared = read((await deploy(t)).json.unsignedTransaction);
    const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    await untouched('txMalformed', async () => changed(prepared, { ext: xdr.TransactionExt.v0() }, client));
    await untouched('txMalformed', async () => changed(plain, { ext: tx.ext }, client));
    const { sorobanData } = tx.ext as xdr.TransactionExtSorobanData;
    const cheap = new xdr.SorobanTransactionData({ ...sorobanData, resourceFee: sorobanData.resourceFee - 1n });
    await untouched('txSorobanInvalid', async () =>
      changed(prepared, { ext: xdr.TransactionExt.sorobanData(cheap) }, client),
    );
    await untouched('txSorobanInvalid', async () =>
      changed(prepared, { fee: Number(sorobanData.resourceFee) - 1 }, client),
    );
  });

  test('reports txMalformed or txSorobanInvalid for an impossible resource fee and for a key declared twice', async () => {
    const prepared = read((await deploy(t)).json.unsignedTransaction);
    const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const { sorobanData } = tx.ext as xdr.TransactionExtSorobanData;
    const withData = (change: Partial<xdr.SorobanTransactionData>) => async () => {
      const ext = xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ...sorobanData, ...change }));
      return changed(prepared, { ext, fee: tx.fee + 100_000 }, client);
    };
    await untouched('txMalformed', withData({ resourceFee: -1n }));
    await untouched('txMalformed', withData({ resourceFee: 2n ** 50n + 1n }));
    const { readOnly, readWrite } = sorobanData.resources.footprint;
    const footprint = new xdr.LedgerFootprint({ readOnly: [...readOnly, ...readWrite], readWrite });
    const resources = new xdr.SorobanResources({ ...sorobanData.resources, footprint });
    await untouched('txSorobanInvalid', withData({ resources, resourceFee: sorobanData.resourceFee + 50_000n }));
  });

  test('reports the lowest sufficient fee in a refusal, as the network does', async () => {
    const cheap = await t.rpc.sendTransaction(await signedPayment({ fee: '99' }));
    expect(cheap.errorResult?.feeCharged).toBe(100n);
    const prepared = read((await deploy(t)).json.unsignedTransaction);
    const unsigned = await t.rpc.sendTransaction(prepared);
    expect(unsigned.errorResult?.feeCharged).toBe(BigInt(prepared.fee));
  });

  test('txNotSupported: conditions that are not kept here', async () => {
    const plain = await build(t, client, [payment()]);
    const aged = new xdr.PreconditionsV2({
      timeBounds: null,
      ledgerBounds: null,
      minSeqNum: null,
      minSeqAge: 1n,
      minSeqLedgerGap: 0,
      extraSigners: [],
    });
    await untouched('txNotSupported', async () => changed(plain, { cond: xdr.Preconditions.precondV2(aged) }, client));
  });

  test('ledger bounds and a lowest sequence number are kept', async () => {
    const { sequence } = await t.rpc.getLatestLedger();
    const next = sequence + 1;
    const plain = await build(t, client, [payment()]);
    const bounded = (minLedger: number, maxLedger: number) =>
      xdr.Preconditions.precondV2(
        new xdr.PreconditionsV2({
          timeBounds: null,
          ledgerBounds: new xdr.LedgerBounds({ minLedger, maxLedger }),
          minSeqNum: 0n,
          minSeqAge: 0n,
          minSeqLedgerGap: 0,
          extraSigners: [],
        }),
      );
    await untouched('txTooEarly', async () => changed(plain, { cond: bounded(next + 1, 0) }, client));
    await untouched('txTooLate', async () => changed(plain, { cond: bounded(0, next) }, client));
    // With a lowest sequence number a gap is allowed.
    const gap = changed(plain, { cond: bounded(next, next + 1), seqNum: BigInt(plain.sequence) + 5n }, client);
    expect(await settle(t, gap)).toBe('txSuccess');
    expect((await t.rpc.getAccountEntry(client.publicKey())).seqNum).toBe(BigInt(plain.sequence) + 5n);
  });

  test('txFailed with opBadAuth or opNotSupported: an operation of someone else’s, or of a kind unknown here', async () => {
    const results = async (...operations: xdr.Operation[]) => {
      const transaction = await build(t, client, operations);
      transaction.sign(client);
      const sent = await t.rpc.sendTransaction(transaction);
      expect(sent.status).toBe('ERROR');
      const result = sent.errorResult?.result;
      return result?.type === 'txFailed' ? result.results.map(({ type }) => type) : result?.type;
    };
    const theirs = Operation.payment({
      destination: address('client'),
      asset: Asset.native(),
      amount: '1',
      source: address('provider'),
    });
    expect(await results(payment(), theirs, payment())).toEqual(['opInner', 'opBadAuth', 'opInner']);
    const nobodys = Operation.payment({
      destination: address('client'),
      asset: Asset.native(),
      amount: '1',
      source: stranger().publicKey(),
    });
    expect(await results(nobodys)).toEqual(['opBadAuth']);
    expect(await results(Operation.inflation())).toEqual(['opNotSupported']);
  });
});
