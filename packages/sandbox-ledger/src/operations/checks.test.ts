/** What the network checks of an operation before it takes a fee, and in which order it finds fault afterwards. */
import { demoKeypair } from '@countersign/escrow-service';
import { codesOf, openTestLedger, runOperations } from '@countersign/testkit/ledger/ledger-client';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, hash, Keypair, Operation, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { accountKey, keyText, trustlineKey } from '../keys.ts';
import { readEnvelope } from '../transaction/envelope.ts';

const t = openTestLedger();
const networkId = hash(new TextEncoder().encode(t.ledger.passphrase));
const client = demoKeypair('client');
const provider = demoKeypair('provider').publicKey();
const token = new Asset(TOKEN.code, TOKEN.issuer);
const issuer = demoKeypair('issuer');
const accountOf = (address: string) =>
  t.ledger.view((view) => view.entry(keyText(accountKey(address)))?.data as xdr.LedgerEntryDataAccount).account;

/** What no builder would build: an operation with its body changed by hand. */
function sendRaw(body: xdr.OperationBody, signer = client) {
  const plain = t.build(signer, [Operation.changeTrust({ asset: token })]);
  const { tx } = (plain.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const changed = new xdr.Transaction({ ...tx, operations: [new xdr.Operation({ sourceAccount: null, body })] });
  const enveloped = (signatures: xdr.DecoratedSignature[]) =>
    xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx: changed, signatures })).toXdr('base64');
  const { hash } = readEnvelope(enveloped([]), networkId);
  return codesOf(t, enveloped([signer.signDecorated(hash)]));
}

const assetOf = (code: string) => {
  const issuerId = issuer.xdrAccountId();
  return code.length > 4
    ? xdr.Asset.assetTypeCreditAlphanum12(
        new xdr.AlphaNum12({ assetCode: Buffer.from(code.padEnd(12, '\0')), issuer: issuerId }),
      )
    : xdr.Asset.assetTypeCreditAlphanum4(
        new xdr.AlphaNum4({ assetCode: Buffer.from(code.padEnd(4, '\0')), issuer: issuerId }),
      );
};
const trust = (asset: xdr.Asset, limit: bigint) =>
  xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: asset as unknown as xdr.ChangeTrustAsset, limit }));
const pay = (asset: xdr.Asset, amount: bigint) => {
  const destination = demoKeypair('provider').xdrMuxedAccount();
  return xdr.OperationBody.payment(new xdr.PaymentOp({ destination, asset, amount }));
};
const native = Asset.native().toXdrObject();

test.each([
  ['a trustline for a code with a full stop', trust(assetOf('U.'), 1n), 'changeTrustMalformed'],
  ['a trustline for no code', trust(assetOf(''), 1n), 'changeTrustMalformed'],
  ['a trustline for a code with a gap', trust(assetOf('U\0D'), 1n), 'changeTrustMalformed'],
  ['a trustline with a negative limit', trust(assetOf('USDC'), -1n), 'changeTrustMalformed'],
  ['a trustline for XLM', trust(native, 1n), 'changeTrustMalformed'],
  ['a payment of a code with a full stop', pay(assetOf('U.'), 1n), 'paymentMalformed'],
  ['a payment of nothing', pay(native, 0n), 'paymentMalformed'],
  ['a payment of less than nothing', pay(assetOf('USDC'), -5n), 'paymentMalformed'],
  [
    'an account with less than nothing',
    xdr.OperationBody.createAccount(
      new xdr.CreateAccountOp({ destination: Keypair.random().xdrAccountId(), startingBalance: -1n }),
    ),
    'createAccountMalformed',
  ],
  [
    'an account that creates itself',
    xdr.OperationBody.createAccount(
      new xdr.CreateAccountOp({ destination: client.xdrAccountId(), startingBalance: 20_000_000n }),
    ),
    'createAccountMalformed',
  ],
])('refuses %s before it takes a fee or a sequence number', (_, body, code) => {
  const before = accountOf(client.publicKey()).toXdr('base64');
  expect(sendRaw(body)).toEqual({ status: 'ERROR', codes: [code] });
  expect(accountOf(client.publicKey()).toXdr('base64')).toBe(before);
});

test('refuses a trustline for one’s own asset', () => {
  expect(sendRaw(trust(assetOf('USDC'), 1n), issuer)).toEqual({ status: 'ERROR', codes: ['changeTrustMalformed'] });
});

test('stops checking at the first operation that is malformed', () => {
  const nothing = new xdr.Operation({ sourceAccount: null, body: pay(native, 0n) });
  const something = Operation.payment({ destination: provider, asset: Asset.native(), amount: '1' });
  const codes = ['paymentSuccess', 'paymentMalformed', 'paymentSuccess'];
  expect(runOperations(t, [client], something, nothing, nothing)).toEqual({ status: 'ERROR', codes });
});

test('checks the payee before the payer', () => {
  const lone = Keypair.random();
  const rich = Operation.payment({ destination: lone.publicKey(), asset: token, amount: '90000000' });
  runOperations(t, [client], Operation.createAccount({ destination: lone.publicKey(), startingBalance: '5' }));
  expect(runOperations(t, [client], rich).codes).toEqual(['paymentNoTrust']);
  runOperations(t, [lone], Operation.changeTrust({ asset: token, limit: '1' }));
  expect(runOperations(t, [client], rich).codes).toEqual(['paymentLineFull']);
});

test('an operation that failed changes nothing for the next one', () => {
  const poor = Keypair.random();
  t.ledger.fund(poor.publicKey());
  const of = (amount: string) => Operation.payment({ destination: provider, asset: Asset.native(), amount });
  const back = Operation.payment({ destination: issuer.publicKey(), asset: token, amount: '100000' });
  const beyond = Operation.payment({ destination: issuer.publicKey(), asset: token, amount: '100001' });
  expect(runOperations(t, [poor], beyond, back, of('1')).codes).toEqual([
    'paymentUnderfunded',
    'paymentSuccess',
    'paymentSuccess',
  ]);
});

test('removes an empty trustline and releases its reserve', () => {
  const wallet = Keypair.random();
  t.ledger.fund(wallet.publicKey());
  const remove = Operation.changeTrust({ asset: token, limit: '0' });
  expect(runOperations(t, [wallet], remove).codes).toEqual(['changeTrustInvalidLimit']);
  const payAway = (amount: string) => Operation.payment({ destination: provider, asset: token, amount });
  expect(runOperations(t, [wallet], payAway('100000'), remove).codes).toEqual(['paymentSuccess', 'changeTrustSuccess']);
  expect(accountOf(wallet.publicKey()).numSubEntries).toBe(0);
  const line = t.ledger.view((view) => view.entry(keyText(trustlineKey(wallet.publicKey(), token))));
  expect(line).toBeUndefined();
  expect(runOperations(t, [wallet], remove).codes).toEqual(['changeTrustInvalidLimit']);
  // All but what two reserves hold back can be spent.
  const { balance } = accountOf(wallet.publicKey());
  const all = Operation.payment({
    destination: provider,
    asset: Asset.native(),
    amount: `${(balance - 10_000_100n) / 10_000_000n}.${String((balance - 10_000_100n) % 10_000_000n).padStart(7, '0')}`,
  });
  expect(runOperations(t, [wallet], all).codes).toEqual(['paymentSuccess']);
});

test('an account created in a transaction can act in it, if it signed', () => {
  const fresh = Keypair.random();
  const create = Operation.createAccount({ destination: fresh.publicKey(), startingBalance: '5' });
  const act = Operation.changeTrust({ asset: token, source: fresh.publicKey() });
  expect(runOperations(t, [client], create, act)).toEqual({
    status: 'ERROR',
    codes: ['createAccountSuccess', 'opBadAuth'],
  });
  expect(runOperations(t, [client, fresh], act, create).codes).toEqual(['opNoAccount', 'createAccountSuccess']);
  expect(runOperations(t, [client, fresh], create, act).codes).toEqual(['createAccountSuccess', 'changeTrustSuccess']);
  expect(accountOf(fresh.publicKey()).numSubEntries).toBe(1);
});

test('an account made by hand opens its own trustline and is paid by the issuer', () => {
  const wallet = Keypair.random();
  const create = (destination: string, startingBalance: string) =>
    Operation.createAccount({ destination, startingBalance });
  const run = (signer: Keypair, ...operations: xdr.Operation[]) => runOperations(t, [signer], ...operations).codes;
  expect(run(client, create(client.publicKey(), '5'))).toEqual(['createAccountMalformed']);
  expect(run(client, create(wallet.publicKey(), '0.9'))).toEqual(['createAccountLowReserve']);
  expect(run(client, create(wallet.publicKey(), '1.4'))).toEqual(['createAccountSuccess']);
  expect(run(client, create(wallet.publicKey(), '2'))).toEqual(['createAccountAlreadyExist']);
  expect(run(client, create(Keypair.random().publicKey(), '900000000'))).toEqual(['createAccountUnderfunded']);
  const pay = (amount: string, asset: Asset, destination = wallet.publicKey()) =>
    Operation.payment({ destination, asset, amount });
  expect(run(issuer, pay('5', token))).toEqual(['paymentNoTrust']);
  expect(run(wallet, Operation.changeTrust({ asset: token }))).toEqual(['changeTrustLowReserve']);
  expect(run(client, pay('1', Asset.native()))).toEqual(['paymentSuccess']);
  expect(run(wallet, Operation.changeTrust({ asset: new Asset('XX', Keypair.random().publicKey()) }))).toEqual([
    'changeTrustNoIssuer',
  ]);
  expect(run(wallet, Operation.changeTrust({ asset: token, limit: '10' }))).toEqual(['changeTrustSuccess']);
  expect(run(issuer, pay('11', token))).toEqual(['paymentLineFull']);
  expect(run(issuer, pay('9', token))).toEqual(['paymentSuccess']);
  expect(run(wallet, Operation.changeTrust({ asset: token, limit: '8' }))).toEqual(['changeTrustInvalidLimit']);
  expect(run(wallet, Operation.changeTrust({ asset: token, limit: '0' }))).toEqual(['changeTrustInvalidLimit']);
  expect(run(wallet, pay('9.5', token, client.publicKey()))).toEqual(['paymentUnderfunded']);
  expect(run(wallet, pay('9', token, client.publicKey()))).toEqual(['paymentSuccess']);
  expect(run(client, pay('5', Asset.native(), client.publicKey()))).toEqual(['paymentSuccess']);
  expect(accountOf(wallet.publicKey()).numSubEntries).toBe(1);
  expect(run(wallet, pay('1', token, Keypair.random().publicKey()))).toEqual(['paymentNoDestination']);
  expect(run(wallet, pay('9', Asset.native(), client.publicKey()))).toEqual(['paymentUnderfunded']);
});
