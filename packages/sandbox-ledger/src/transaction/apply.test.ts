/** What a plain SDK client sees of a transaction’s signatures, its hash and the ledger’s time; the limits are in `every-refusal.test.ts`. */
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  changed,
  PASSPHRASE,
  settle,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const payment = () => Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' });

async function signedPayment(...signers: Keypair[]): Promise<Transaction> {
  const transaction = await build(t, client, [payment()]);
  transaction.sign(...(signers.length === 0 ? [client] : signers));
  return transaction;
}

test('refuses a stranger’s signature, one for another network, a broken one and one under another’s hint', async () => {
  const before = await t.rpc.getAccountEntry(client.publicKey());
  const plain = await build(t, client, [payment()]);
  const elsewhere = new Transaction(plain.toEnvelope(), 'Test SDF Network ; September 2015');
  elsewhere.sign(client);
  const [signature] = (await signedPayment()).signatures as [xdr.DecoratedSignature];
  const bytes = signature.signature.toBytes();
  const withSignature = async (hint: xdr.SignatureHint, signed: Uint8Array) => {
    const transaction = await build(t, client, [payment()]);
    transaction.addDecoratedSignature(new xdr.DecoratedSignature({ hint, signature: signed }));
    return transaction;
  };
  for (const refused of [
    await signedPayment(Keypair.random()),
    elsewhere,
    await withSignature(signature.hint, Uint8Array.of((bytes[0] as number) ^ 1, ...bytes.slice(1))),
    await withSignature(new xdr.SignatureHint(new Uint8Array(4)), bytes),
  ]) {
    expect(await settle(t, refused)).toBe('txBadAuth');
  }
  expect((await t.rpc.getAccountEntry(client.publicKey())).toXdr('base64')).toBe(before.toXdr('base64'));
});

test('reads an envelope of the first kind (v0) as the second, under the same hash', async () => {
  const transaction = await signedPayment();
  const { tx, signatures } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const v0 = xdr.TransactionEnvelope.envelopeTypeTxV0(
    new xdr.TransactionV0Envelope({ tx: xdr.TransactionV0.fromXdr(tx.toXdr().subarray(4)), signatures }),
  );
  const sent = await t.rpc.sendTransaction(new Transaction(v0, PASSPHRASE));
  expect(sent).toMatchObject({ status: 'PENDING', hash: Buffer.from(transaction.hash()).toString('hex') });
});

test('treats a muxed source (M…) as its account', async () => {
  const muxed = changed(await build(t, client, [payment()]), { sourceAccount: client.xdrMuxedAccount('77') }, client);
  expect(muxed.source).toMatch(/^M/);
  expect(await settle(t, muxed)).toBe('txSuccess');
});

test('the ledger’s time never runs backwards, even if the clock does', async () => {
  expect(await settle(t, await signedPayment())).toBe('txSuccess');
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
