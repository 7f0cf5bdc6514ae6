/** Accounts with several signers: who must sign what, and what a signer costs. */
import { createHash } from 'node:crypto';
import { demoKeypair } from '@countersign/escrow-service';
import { codesOf, openTestLedger, runOperations } from '@countersign/testkit/ledger/ledger-client';
import { Asset, Keypair, Operation, StrKey, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { accountKey, keyText, trustlineKey } from '../keys.ts';

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

test('sets home domain, flags, thresholds and signers, and counts a signer among what the account owns', () => {
  const second = Keypair.random();
  const account = accountOf(
    wallet({
      homeDomain: 'example.org',
      setFlags: 2,
      masterWeight: 3,
      medThreshold: 4,
      highThreshold: 5,
      signer: signerOf(second),
    }),
  );
  expect(account).toMatchObject({ flags: 2, numSubEntries: 2 });
  expect(String(account.homeDomain)).toBe('example.org');
  expect([...account.thresholds.toBytes()]).toEqual([3, 0, 4, 5]);
  expect(account.signers).toHaveLength(1);
});

test('weighs signatures by the threshold of each operation', () => {
  const second = Keypair.random();
  const key = wallet({ medThreshold: 2, highThreshold: 3, signer: signerOf(second, 1) });
  // The low threshold, which is the transaction's own, is met; the medium one of a payment is not.
  expect(runOperations(t, [key], pay())).toEqual({ status: 'ERROR', codes: ['opBadAuth'] });
  expect(runOperations(t, [key, second], pay()).codes).toEqual(['paymentSuccess']);
  const domain = Operation.setOptions({ homeDomain: 'example.org' });
  expect(runOperations(t, [key, second], domain).codes).toEqual(['setOptionsSuccess']);
  const weight = Operation.setOptions({ masterWeight: 3 });
  expect(runOperations(t, [key, second], weight)).toEqual({ status: 'ERROR', codes: ['opBadAuth'] });
});

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

test('refuses a signature that the weight did not need', () => {
  const second = Keypair.random();
  const key = wallet({ signer: signerOf(second) });
  expect(runOperations(t, [key, second], pay())).toEqual({ status: 'ERROR', codes: ['txBadAuthExtra'] });
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

test('signers that a transaction names next to those of its accounts must sign it too', () => {
  const extra = Keypair.random();
  const key = extra.publicKey();
  const build = (...extraSigners: string[]) =>
    TransactionBuilder.cloneFrom(t.build(client, [pay()]))
      .setExtraSigners(extraSigners)
      .build();
  const send = (transaction: ReturnType<typeof build>, ...signers: Keypair[]) => {
    transaction.sign(...signers);
    return codesOf(t, transaction.toXdr()).codes;
  };
  expect(send(build(key), client)).toEqual(['txBadAuth']);
  expect(send(build(key, key), client, extra)).toEqual(['txMalformed']);
  expect(send(build(key), client, extra)).toEqual(['paymentSuccess']);
});

describe('refusals', () => {
  test.each([
    ['an unknown flag', { setFlags: 16 }, 'setOptionsUnknownFlag'],
    ['a flag set and cleared', { setFlags: 1, clearFlags: 1 }, 'setOptionsBadFlags'],
    ['a home domain with a line break', { homeDomain: 'a\nb' }, 'setOptionsInvalidHomeDomain'],
  ] as const)('%s, before a fee is taken', (_, options, code) => {
    const operation = Operation.setOptions(options as Parameters<typeof Operation.setOptions>[0]);
    expect(runOperations(t, [client], operation)).toEqual({ status: 'ERROR', codes: [code] });
  });

  test('the account itself as a signer, before a fee is taken', () => {
    const own = Operation.setOptions({ signer: signerOf(client) });
    expect(runOperations(t, [client], own)).toEqual({ status: 'ERROR', codes: ['setOptionsBadSigner'] });
  });

  test('a signer whose reserve is not there, the twenty-first, and flags that may not change any more', () => {
    const poor = Keypair.random();
    const create = Operation.createAccount({ destination: poor.publicKey(), startingBalance: '1.2' });
    runOperations(t, [client], create);
    const add = () => Operation.setOptions({ signer: signerOf(Keypair.random()) });
    expect(runOperations(t, [poor], add()).codes).toEqual(['setOptionsLowReserve']);
    const key = wallet();
    const twenty = Array.from({ length: 20 }, add);
    expect(runOperations(t, [key], ...twenty).codes).toEqual(twenty.map(() => 'setOptionsSuccess'));
    expect(runOperations(t, [key], add()).codes).toEqual(['setOptionsTooManySigners']);
    const fixed = wallet({ setFlags: 4 });
    expect(runOperations(t, [fixed], Operation.setOptions({ setFlags: 1 })).codes).toEqual(['setOptionsCantChange']);
    expect(runOperations(t, [key], Operation.setOptions({ setFlags: 8 })).codes).toEqual([
      'setOptionsAuthRevocableRequired',
    ]);
    const heir = Operation.setOptions({ inflationDest: Keypair.random().publicKey() });
    expect(runOperations(t, [key], heir).codes).toEqual(['setOptionsInvalidInflation']);
  });
});

test('a signer removed gives its reserve back', () => {
  const second = Keypair.random();
  const key = wallet({ signer: signerOf(second) });
  expect(accountOf(key).numSubEntries).toBe(2);
  runOperations(t, [key], Operation.setOptions({ signer: signerOf(second, 0) }));
  expect(accountOf(key)).toMatchObject({ numSubEntries: 1, signers: [] });
});

test('an issuer that requires authorisation opens lines that no one can be paid on', () => {
  const issuer = wallet({ setFlags: 1 });
  const own = new Asset('OWN', issuer.publicKey());
  const holder = wallet();
  expect(runOperations(t, [holder], Operation.changeTrust({ asset: own })).codes).toEqual(['changeTrustSuccess']);
  const line = t.ledger.view((view) => view.entry(keyText(trustlineKey(holder.publicKey(), own)))?.data);
  expect(line).toMatchObject({ trustLine: { flags: 0 } });
  const paid = Operation.payment({ destination: holder.publicKey(), asset: own, amount: '1' });
  expect(runOperations(t, [issuer], paid).codes).toEqual(['paymentNotAuthorized']);
});
