/** Fee bumps: who pays, what is checked in which order, and what the network would say of it. */
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger, settled } from '@countersign/testkit/ledger/ledger-client';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, FeeBumpTransaction, type Keypair, Operation, Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';
import { accountKey } from '../keys.ts';

const { passphrase } = NETWORKS.sandbox;
const [client, provider, platform] = [demoKeypair('client'), demoKeypair('provider'), demoKeypair('platform')];

const t = openTestLedger();
afterAll(() => t.ledger.close());

const pay = (amount = '1') => Operation.payment({ destination: provider.publicKey(), asset: Asset.native(), amount });

function inner(operations = [pay()], fee = '100', signer: Keypair = client): Transaction {
  const transaction = t.build(client, operations, { fee });
  transaction.sign(signer);
  return transaction;
}

/** With any fee, also one that the SDK's own builder would refuse. */
function bumped(transaction: Transaction, fee: bigint, payer = platform, ...signers: Keypair[]): FeeBumpTransaction {
  const envelope = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({
      tx: new xdr.FeeBumpTransaction({
        feeSource: payer.xdrMuxedAccount(),
        fee,
        innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(
          (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1,
        ),
        ext: xdr.FeeBumpTransactionExt.v0(),
      }),
      signatures: [],
    }),
  );
  const bump = new FeeBumpTransaction(envelope, passphrase);
  bump.sign(...(signers.length === 0 ? [payer] : signers));
  return bump;
}

/** The same transaction offering another fee for all of it, signed again. */
function withFee(transaction: Transaction, fee: number): Transaction {
  const { tx } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: new xdr.Transaction({ ...tx, fee }), signatures: [] }),
  );
  const changed = new Transaction(envelope, passphrase);
  changed.sign(client);
  return changed;
}

function account(address: string): xdr.AccountEntry {
  const data = t.ledger.view((view) => view.entry(accountKey(address).toXdr('base64'))?.data);
  if (data?.type !== 'account') throw new Error('no account');
  return data.account;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function resultOf(bump: FeeBumpTransaction): xdr.TransactionResult {
  const sent = t.ledger.send(bump.toXdr());
  if (sent.status === 'ERROR') return sent.result;
  const stored = t.ledger.view((view) => view.transaction(sent.hash));
  return xdr.TransactionResult.fromXdr(stored?.result as string, 'base64');
}

function innerPair({ result }: xdr.TransactionResult): xdr.InnerTransactionResultPair {
  if (result.type !== 'txFeeBumpInnerSuccess' && result.type !== 'txFeeBumpInnerFailed') throw new Error(result.type);
  return result.innerResultPair;
}

describe('taken in', () => {
  test('the fee source pays, the inner source’s number is used; the result holds the inner one under its hash', () => {
    const [before, payerBefore] = [account(client.publicKey()), account(platform.publicKey())];
    const transaction = inner();
    const bump = bumped(transaction, 5_000n);
    const result = resultOf(bump);
    expect(result.result.type).toBe('txFeeBumpInnerSuccess');
    // One operation more than inside, at the least fee: what is offered above is not taken.
    expect(result.feeCharged).toBe(200n);
    const { transactionHash, result: inside } = innerPair(result);
    expect(hex(transactionHash.toBytes())).toBe(hex(transaction.hash()));
    // Since protocol 25 the inner transaction pays nothing.
    expect([inside.feeCharged, inside.result.type]).toEqual([0n, 'txSuccess']);
    const [after, payerAfter] = [account(client.publicKey()), account(platform.publicKey())];
    expect(after.balance).toBe(before.balance - 10_000_000n);
    expect(after.seqNum).toBe(before.seqNum + 1n);
    expect(payerAfter.balance).toBe(payerBefore.balance - 200n);
    expect(payerAfter.seqNum).toBe(payerBefore.seqNum);
  });

  test('a contract call: resources and all are the fee source’s, also where the inner fee does not cover them', () => {
    const parties = [client, provider].map((party) => addressValue(party.publicKey()));
    const prepared = t.prepareCall(client, TOKEN.address, 'transfer', ...parties, i128(5n)) as Transaction;
    const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const resources = (tx.ext as xdr.TransactionExtSorobanData).sorobanData.resourceFee;
    const transaction = withFee(prepared, 0);
    const before = account(platform.publicKey()).balance;
    expect(resultOf(bumped(transaction, resources + 199n)).result.type).toBe('txInsufficientFee');
    const result = resultOf(bumped(transaction, resources + 200n));
    expect(result.result.type).toBe('txFeeBumpInnerSuccess');
    expect(result.feeCharged).toBe(resources + 200n);
    expect(account(platform.publicKey()).balance).toBe(before - resources - 200n);
    // Alone it would not be taken.
    expect(settled(t, transaction.toXdr())).toBe('txSorobanInvalid');
  });
});

describe('refused: nothing is charged', () => {
  const refused = (bump: FeeBumpTransaction): string => {
    const before = t.ask('getLatestLedger').id;
    const { result } = resultOf(bump);
    expect(t.ask('getLatestLedger').id).toBe(before);
    return result.type === 'txFeeBumpInnerFailed'
      ? `inner ${innerPair(resultOf(bump)).result.result.type}`
      : result.type;
  };

  test('txInsufficientFee: less for each operation than inside', () => {
    // Inside 401 for one operation; two such make 802, and the answer says so.
    const dear = inner([pay()], '401');
    expect(refused(bumped(dear, 801n))).toBe('txInsufficientFee');
    expect(resultOf(bumped(dear, 801n)).feeCharged).toBe(802n);
    expect(resultOf(bumped(dear, 802n)).result.type).toBe('txFeeBumpInnerSuccess');
    // 301 for three operations: four of them make 401 and a third, rounded up.
    const three = withFee(inner([pay(), pay(), pay()]), 301);
    expect(resultOf(bumped(three, 401n)).feeCharged).toBe(402n);
    expect(resultOf(bumped(three, 402n)).result.type).toBe('txFeeBumpInnerSuccess');
  });

  test('checks the fee bump before the inner transaction', () => {
    const unsigned = inner([pay()], '100', provider);
    expect(refused(bumped(unsigned, 200n, platform, client))).toBe('txBadAuth');
    expect(refused(bumped(unsigned, 200n))).toBe('inner txBadAuth');
  });

  test('does not accept a signature for the inner transaction as one for the bump, or the reverse', () => {
    const transaction = inner();
    const bump = bumped(transaction, 200n, client);
    const stolen = new FeeBumpTransaction(
      bumped(transaction, 200n, client).toEnvelope() as xdr.TransactionEnvelope,
      passphrase,
    );
    expect(hex(bump.hash())).not.toBe(hex(transaction.hash()));
    const envelope = stolen.toEnvelope() as xdr.TransactionEnvelopeTxFeeBump;
    const swapped = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
      new xdr.FeeBumpTransactionEnvelope({ tx: envelope.feeBump.tx, signatures: [...transaction.signatures] }),
    );
    expect(refused(new FeeBumpTransaction(swapped, passphrase))).toBe('txBadAuth');
  });
});
