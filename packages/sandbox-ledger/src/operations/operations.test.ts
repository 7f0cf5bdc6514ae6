/** Accounts, trustlines and payments by hand, without friendbot. */
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  createAccount,
  startTestSandbox,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, type xdr } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');

test('an account made by hand opens its own trustline and is paid by the issuer', async () => {
  const wallet = Keypair.random();
  const issuer = demoKeypair('issuer');
  const asset = new Asset(TOKEN.code, TOKEN.issuer);
  const run = async (signer: Keypair, ...operations: xdr.Operation[]) => {
    const transaction = await build(t, signer, operations);
    transaction.sign(signer);
    const sent = await t.rpc.sendTransaction(transaction);
    const outcome = await t.rpc.getTransaction(sent.hash);
    const result = 'resultXdr' in outcome ? outcome.resultXdr.result : sent.errorResult?.result;
    return result?.type === 'txSuccess' || result?.type === 'txFailed'
      ? result.results.map((each) => (each.type === 'opInner' ? each.tr.value.type : each.type))
      : result?.type;
  };
  expect(await run(client, createAccount(client.publicKey(), '5'))).toEqual(['createAccountMalformed']);
  expect(await run(client, createAccount(wallet.publicKey(), '0.9'))).toEqual(['createAccountLowReserve']);
  expect(await run(client, createAccount(wallet.publicKey(), '1.4'))).toEqual(['createAccountSuccess']);
  expect(await run(client, createAccount(wallet.publicKey(), '2'))).toEqual(['createAccountAlreadyExist']);
  expect(await run(client, createAccount(Keypair.random().publicKey(), '900000000'))).toEqual([
    'createAccountUnderfunded',
  ]);
  const pay = (amount: string, asset: Asset, destination = wallet.publicKey()) =>
    Operation.payment({ destination, asset, amount });
  expect(await run(issuer, pay('5', asset))).toEqual(['paymentNoTrust']);
  expect(await run(wallet, Operation.changeTrust({ asset }))).toEqual(['changeTrustLowReserve']);
  expect(await run(client, pay('1', Asset.native()))).toEqual(['paymentSuccess']);
  expect(await run(wallet, Operation.changeTrust({ asset: new Asset('XX', Keypair.random().publicKey()) }))).toEqual([
    'changeTrustNoIssuer',
  ]);
  expect(await run(wallet, Operation.changeTrust({ asset, limit: '10' }))).toEqual(['changeTrustSuccess']);
  expect(await run(issuer, pay('11', asset))).toEqual(['paymentLineFull']);
  expect(await run(issuer, pay('9', asset))).toEqual(['paymentSuccess']);
  expect(await run(wallet, Operation.changeTrust({ asset, limit: '8' }))).toEqual(['changeTrustInvalidLimit']);
  expect(await run(wallet, Operation.changeTrust({ asset, limit: '0' }))).toEqual(['changeTrustInvalidLimit']);
  expect(await run(wallet, pay('9.5', asset, address('client')))).toEqual(['paymentUnderfunded']);
  expect(await run(wallet, pay('9', asset, address('client')))).toEqual(['paymentSuccess']);
  expect(await run(client, pay('5', Asset.native(), client.publicKey()))).toEqual(['paymentSuccess']);
  expect((await t.rpc.getAccountEntry(wallet.publicKey())).numSubEntries).toBe(1);
  expect(await run(wallet, pay('1', asset, Keypair.random().publicKey()))).toEqual(['paymentNoDestination']);
  expect(await run(wallet, pay('9', Asset.native(), address('client')))).toEqual(['paymentUnderfunded']);
});
