/** What a deploy must be authorised for, and that nothing less or other will do. */
import { contractIdFor } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  build,
  deploy,
  PASSPHRASE,
  read,
  settle,
  startTestSandbox,
  type TestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { Address, type Keypair, Operation, Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.sandbox.close());

const { factory, wasmHash } = NETWORKS.sandbox;
const client = demoKeypair('client');
const addressIn = ({ args }: xdr.InvokeContractArgs) =>
  contractIdFor(factory, (args[2] as xdr.ScValBytes).bytes.toBytes(), PASSPHRASE);
const freshDeploy = async () => read((await deploy(t)).json.unsignedTransaction);

function parts(transaction: Transaction) {
  const [operation] = transaction.operations;
  if (operation?.type !== 'invokeHostFunction') throw new Error('not a call');
  const [entry] = operation.auth as xdr.SorobanAuthorizationEntry[];
  const call = (operation.func as xdr.HostFunctionInvokeContract).invokeContract;
  return { func: operation.func, entry: entry as xdr.SorobanAuthorizationEntry, call };
}

/** The transaction with other authorisation, or with another call, signed by the client. */
function withOperation(
  transaction: Transaction,
  {
    auth,
    func,
    signer = client,
  }: { auth?: xdr.SorobanAuthorizationEntry[]; func?: xdr.HostFunction; signer?: Keypair },
): Transaction {
  const { tx } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const { func: sameCall, entry } = parts(transaction);
  const operation = Operation.invokeHostFunction({ func: func ?? sameCall, auth: auth ?? [entry] });
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: new xdr.Transaction({ ...tx, operations: [operation] }), signatures: [] }),
  );
  const result = new Transaction(envelope, PASSPHRASE);
  result.sign(signer);
  return result;
}

function withRoot(entry: xdr.SorobanAuthorizationEntry, change: Partial<xdr.SorobanAuthorizedInvocation>) {
  return new xdr.SorobanAuthorizationEntry({
    ...entry,
    rootInvocation: new xdr.SorobanAuthorizedInvocation({ ...entry.rootInvocation, ...change }),
  });
}

describe('the authorisation that a simulation finds for a deploy', () => {
  test('is one entry of the source account: the factory’s call, and nothing below it', async () => {
    const transaction = await freshDeploy();
    const { entry, call } = parts(transaction);
    expect(entry.credentials.type).toBe('sorobanCredentialsSourceAccount');
    const root = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
    expect(root.contractFn.toXdr('base64')).toBe(call.toXdr('base64'));
    // The factory creates from its own address, which needs nobody's word.
    expect(entry.rootInvocation.subInvocations).toEqual([]);
    expect(await settle(t, withOperation(transaction, {}))).toBe('txSuccess');
    // The contract's address follows by the network's rule, computed here by core.
    expect((await t.rpc.getContractInstance(addressIn(call))).executable.toJson()).toEqual({ wasm: wasmHash });
  });
});

describe('a deploy fails, and creates nothing, when its authorisation', () => {
  const fails = async (change: (entry: xdr.SorobanAuthorizationEntry) => xdr.SorobanAuthorizationEntry[]) => {
    const transaction = await freshDeploy();
    const { entry, call } = parts(transaction);
    const tampered = withOperation(transaction, { auth: change(entry) });
    expect(await settle(t, tampered)).toBe('txFailed');
    const outcome = await t.rpc.getTransaction(Buffer.from(tampered.hash()).toString('hex'));
    const reason =
      'diagnosticEventsXdr' in outcome ? JSON.stringify(outcome.diagnosticEventsXdr?.map((e) => e.toJson())) : '';
    expect(reason).toContain('Error(Auth, InvalidAction)');
    await expect(t.rpc.getContractInstance(addressIn(call))).rejects.toMatchObject({ code: 404 });
  };

  test('is missing', () => fails(() => []));
  test('is for another function of the factory', () =>
    fails((entry) => {
      const { contractFn } = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
      const other = new xdr.InvokeContractArgs({ ...contractFn, functionName: 'deploy2' });
      return [
        withRoot(entry, { function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(other) }),
      ];
    }));
  test('is for an escrow that differs in one argument', () =>
    fails((entry) => {
      const { contractFn } = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
      const args = contractFn.args.with(4, xdr.ScVal.scvVec([]));
      const other = new xdr.InvokeContractArgs({ ...contractFn, args });
      return [
        withRoot(entry, { function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(other) }),
      ];
    }));
  test('has address credentials that nobody signed', () =>
    fails((entry) => [
      new xdr.SorobanAuthorizationEntry({
        ...entry,
        credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
          new xdr.SorobanAddressCredentials({
            address: Address.fromString(address('client')).toScAddress(),
            nonce: 1n,
            signatureExpirationLedger: 1_000,
            signature: xdr.ScVal.scvVoid(),
          }),
        ),
      }),
    ]));

  test('is whole, but someone else is the source', async () => {
    const transaction = await freshDeploy();
    const { func, entry } = parts(transaction);
    const { tx } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const theirs = await build(t, demoKeypair('provider'), [Operation.invokeHostFunction({ func, auth: [entry] })]);
    const { tx: theirTx } = (theirs.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
      new xdr.TransactionV1Envelope({
        tx: new xdr.Transaction({ ...theirTx, fee: tx.fee, ext: tx.ext }),
        signatures: [],
      }),
    );
    const stolen = new Transaction(envelope, PASSPHRASE);
    stolen.sign(demoKeypair('provider'));
    expect(await settle(t, stolen)).toBe('txFailed');
  });
});

test('a branch that no call uses does no harm, as on the network', async () => {
  const transaction = await freshDeploy();
  const { entry } = parts(transaction);
  const more = withRoot(entry, { subInvocations: [entry.rootInvocation] });
  expect(await settle(t, withOperation(transaction, { auth: [more] }))).toBe('txSuccess');
});

describe('simulation', () => {
  test('holds a call to the entries that it carries, if it carries any', async () => {
    const transaction = await freshDeploy();
    const { entry } = parts(transaction);
    const { contractFn } = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
    const other = xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
      new xdr.InvokeContractArgs({ ...contractFn, functionName: 'deploy2' }),
    );
    const lacking = withOperation(transaction, { auth: [withRoot(entry, { function: other })] });
    const refused = await t.rpc.simulateTransaction(lacking);
    expect(Api.isSimulationError(refused) && refused.error).toContain('Error(Auth, InvalidAction)');
    const whole = await t.rpc.simulateTransaction(transaction);
    expect(Api.isSimulationSuccess(whole) && whole.result?.auth.length).toBe(1);
  });
});
