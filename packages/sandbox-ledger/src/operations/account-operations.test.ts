/** What an account does with itself: its sequence number, its data, its end. */
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger, runOperations } from '@countersign/testkit/ledger/ledger-client';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, type xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { accountKey, keyText } from '../keys.ts';

const t = openTestLedger();
const client = demoKeypair('client');
const token = new Asset(TOKEN.code, TOKEN.issuer);
const accountOf = (account: { publicKey(): string }) =>
  t.ledger.view(
    (view) => (view.entry(keyText(accountKey(account.publicKey())))?.data as xdr.LedgerEntryDataAccount)?.account,
  );
const wallet = () => {
  const key = Keypair.random();
  runOperations(t, [client], Operation.createAccount({ destination: key.publicKey(), startingBalance: '5' }));
  return { key, publicKey: () => key.publicKey() };
};

test('bumps a sequence number, and leaves one that is higher as it is', () => {
  const { key, publicKey } = wallet();
  const { seqNum } = accountOf({ publicKey });
  const bump = (to: bigint) => runOperations(t, [key], Operation.bumpSequence({ bumpTo: String(to) })).codes;
  expect(bump(seqNum + 10n)).toEqual(['bumpSequenceSuccess']);
  expect(accountOf({ publicKey }).seqNum).toBe(seqNum + 10n);
  expect(bump(1n)).toEqual(['bumpSequenceSuccess']);
  expect(accountOf({ publicKey }).seqNum).toBe(seqNum + 11n);
});

test('stores an account’s data entries, with a reserve for each', () => {
  const { key, publicKey } = wallet();
  const set = (name: string, value: string | null) => runOperations(t, [key], Operation.manageData({ name, value }));
  expect(set('color', 'green').codes).toEqual(['manageDataSuccess']);
  expect(set('color', 'red').codes).toEqual(['manageDataSuccess']);
  expect(accountOf({ publicKey }).numSubEntries).toBe(1);
  expect(set('size', null).codes).toEqual(['manageDataNameNotFound']);
  expect(set('color', null).codes).toEqual(['manageDataSuccess']);
  expect(accountOf({ publicKey }).numSubEntries).toBe(0);
  expect(set('a\nb', 'x')).toEqual({ status: 'ERROR', codes: ['manageDataInvalidName'] });
});

test('merges an account that owns nothing into another', () => {
  const { key, publicKey } = wallet();
  const merge = (destination: string) => runOperations(t, [key], Operation.accountMerge({ destination }));
  expect(merge(publicKey())).toEqual({ status: 'ERROR', codes: ['accountMergeMalformed'] });
  expect(merge(Keypair.random().publicKey()).codes).toEqual(['accountMergeNoAccount']);
  runOperations(t, [key], Operation.changeTrust({ asset: token }));
  expect(merge(client.publicKey()).codes).toEqual(['accountMergeHasSubEntries']);
  runOperations(t, [key], Operation.changeTrust({ asset: token, limit: '0' }));
  const before = accountOf(client).balance;
  const { balance } = accountOf({ publicKey });
  expect(merge(client.publicKey()).codes).toEqual(['accountMergeSuccess']);
  expect(accountOf({ publicKey })).toBeUndefined();
  expect(accountOf(client).balance).toBe(before + balance - 100n);
  expect(merge(client.publicKey()).codes).toEqual(['txNoAccount']);
  // It can be made again, in the same ledger's numbers or later ones.
  expect(t.ledger.fund(publicKey())).not.toBe('exists');
});

test('does not merge an account whose sequence number it could have again in a later life', () => {
  const { key, publicKey } = wallet();
  const ahead = ((accountOf({ publicKey }).seqNum >> 32n) + 1_000_000n) << 32n;
  runOperations(t, [key], Operation.bumpSequence({ bumpTo: String(ahead) }));
  const merge = Operation.accountMerge({ destination: client.publicKey() });
  expect(runOperations(t, [key], merge).codes).toEqual(['accountMergeSeqnumTooFar']);
});

test('a merged account cannot act any more in its transaction', () => {
  const { key } = wallet();
  const away = Operation.accountMerge({ destination: client.publicKey() });
  const pay = Operation.payment({ destination: client.publicKey(), asset: Asset.native(), amount: '1' });
  expect(runOperations(t, [key], away, pay).codes).toEqual(['accountMergeSuccess', 'opNoAccount']);
});

test('an asset can be returned to an issuer that no longer exists', () => {
  const issuer = wallet();
  const own = new Asset('OWN', issuer.publicKey());
  const holder = wallet();
  runOperations(t, [holder.key], Operation.changeTrust({ asset: own }));
  const pay = (destination: string) => Operation.payment({ destination, asset: own, amount: '1' });
  expect(runOperations(t, [issuer.key], pay(holder.publicKey())).codes).toEqual(['paymentSuccess']);
  runOperations(t, [issuer.key], Operation.accountMerge({ destination: client.publicKey() }));
  expect(runOperations(t, [holder.key], pay(issuer.publicKey())).codes).toEqual(['paymentSuccess']);
});
