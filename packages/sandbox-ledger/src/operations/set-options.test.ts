/** Accounts with several signers: who must sign what, and what a signer costs. */
import { createHash } from 'node:crypto';
import { demoKeypair } from '@countersign/escrow-service';
import { codesOf, openTestLedger, runOperations } from '@countersign/testkit/ledger/ledger-client';
import { Asset, Keypair, Operation, StrKey, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { accountKey, keyText } from '../keys.ts';

const t = openTestLedger();
const client = demoKeypair('client');
const provider = demoKeypair('provider').publicKey();
const pay = (source?: Keypair) =>
  Operation.payment({
    destination: provider,
    asset: Asset.native(),
    amount: '1',
    ...(source === undefined ? {} : { source: source.publicKey() }),
  });
const accountOf = (key: Keypair) =>
  t.ledger.view((view) => view.entry(keyText(accountKey(key.publicKey())))?.data as xdr.LedgerEntryDataAccount).account;

function wallet(options?: Parameters<typeof Operation.setOptions>[0]): Keypair {
  const key = Keypair.random();
  t.ledger.fund(key.publicKey());
  if (options !== undefined) {
    expect(runOperations(t, [key], Operation.setOptions(options)).codes).toEqual(['setOptionsSuccess']);
  }
  return key;
}
const signerOf = (key: Keypair, weight = 1) => ({ ed25519PublicKey: key.publicKey(), weight });

test('a signer signs in place of the account whose own key has no weight', () => {
  const second = Keypair.random();
  const key = wallet({ masterWeight: 0, signer: signerOf(second) });
  expect(runOperations(t, [key], pay())).toEqual({ status: 'ERROR', codes: ['txBadAuth'] });
  const theirs = (signer: Keypair) => {
    const transaction = t.build(key, [pay()]);
    transaction.sign(signer);
    return codesOf(t, transaction.toXdr());
  };
  expect(theirs(second).codes).toEqual(['paymentSuccess']);
  expect(theirs(Keypair.random())).toEqual({ status: 'ERROR', codes: ['txBadAuth'] });
  // As the source of one operation, and of a fee bump.
  expect(runOperations(t, [client, second], pay(key)).codes).toEqual(['paymentSuccess']);
  const inner = t.build(client, [pay()]);
  inner.sign(client);
  const bump = TransactionBuilder.buildFeeBumpTransaction(key, '200', inner, t.ledger.passphrase);
  bump.sign(second);
  expect(codesOf(t, bump.toXdr()).codes).toEqual(['txFeeBumpInnerSuccess']);
});

test('a pre-authorised transaction needs no signature, and uses its signer up', () => {
  const key = wallet();
  const sequence = t.sequenceOf(key.publicKey()) + 1n;
  const later = t.build(key, [pay()], { sequence });
  const preAuthTx = later.hash();
  runOperations(t, [key], Operation.setOptions({ signer: { preAuthTx, weight: 1 } }));
  expect(accountOf(key).numSubEntries).toBe(2);
  expect(codesOf(t, later.toXdr()).codes).toEqual(['paymentSuccess']);
  expect(accountOf(key)).toMatchObject({ numSubEntries: 1, signers: [] });
});

test('takes the preimage of a hash, and the signature of a payload, for signatures', () => {
  const preimage = Buffer.from('no one knows this');
  const sha256Hash = createHash('sha256').update(preimage).digest();
  const key = wallet({ masterWeight: 0, signer: { sha256Hash, weight: 1 } });
  const hashed = t.build(key, [pay()]);
  hashed.signHashX(preimage);
  expect(codesOf(t, hashed.toXdr()).codes).toEqual(['paymentSuccess']);

  const other = Keypair.random();
  const payload = Buffer.from('sign this');
  const signedPayload = new xdr.SignerKeyEd25519SignedPayload({ ed25519: other.rawPublicKey(), payload });
  const ed25519SignedPayload = StrKey.encodeSignedPayload(signedPayload.toXdr());
  const payloads = wallet({ masterWeight: 0, signer: { ed25519SignedPayload, weight: 1 } });
  const transaction = t.build(payloads, [pay()]);
  transaction.addDecoratedSignature(other.signPayloadDecorated(payload));
  expect(codesOf(t, transaction.toXdr()).codes).toEqual(['paymentSuccess']);
});
