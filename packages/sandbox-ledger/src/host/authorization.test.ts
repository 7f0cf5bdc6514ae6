/** What a deploy must be authorised for, and that nothing less or other will do. */
import { createHash } from 'node:crypto';
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

const client = demoKeypair('client');
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

function creation(entry: xdr.SorobanAuthorizationEntry): xdr.CreateContractArgsV2 {
  const [branch] = entry.rootInvocation.subInvocations as [xdr.SorobanAuthorizedInvocation];
  return (branch.function as xdr.SorobanAuthorizedFunctionCreateContractV2HostFn).createContractV2HostFn;
}

function branchOf(args: Partial<xdr.CreateContractArgsV2>, entry: xdr.SorobanAuthorizationEntry) {
  return new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
      new xdr.CreateContractArgsV2({ ...creation(entry), ...args }),
    ),
    subInvocations: [],
  });
}

describe('the authorisation that a simulation finds for a deploy', () => {
  test('is one entry of the source account: the factory’s call, and in it the creation', async () => {
    const transaction = await freshDeploy();
    const { entry, call } = parts(transaction);
    expect(entry.credentials.type).toBe('sorobanCredentialsSourceAccount');
    const root = entry.rootInvocation.function as xdr.SorobanAuthorizedFunctionContractFn;
    expect(root.contractFn.toXdr('base64')).toBe(call.toXdr('base64'));
    expect(entry.rootInvocation.subInvocations).toHaveLength(1);
    expect(entry.rootInvocation.subInvocations[0]?.subInvocations).toEqual([]);
    const { contractIdPreimage, executable, constructorArgs } = creation(entry);
    const { address: from, salt } = (contractIdPreimage as xdr.ContractIdPreimageAddress).fromAddress;
    expect(Address.fromScAddress(from).toString()).toBe(address('client'));
    expect(xdr.ScVal.scvBytes(salt.toBytes()).equals(call.args[2] as xdr.ScVal)).toBe(true);
    expect(executable.toJson()).toEqual({ wasm: NETWORKS.sandbox.wasmHash });
    expect(constructorArgs).toEqual([]);
    // The contract's address follows from these by the network's rule, computed here by core.
    const signed = withOperation(transaction, {});
    expect(await settle(t, signed)).toBe('txSuccess');
    const expected = contractIdFor(address('client'), salt.toBytes(), PASSPHRASE);
    expect((await t.rpc.getContractInstance(expected)).executable.toJson()).toEqual({
      wasm: NETWORKS.sandbox.wasmHash,
    });
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
    const salt = (call.args[2] as xdr.ScValBytes).bytes.toBytes();
    await expect(t.rpc.getContractInstance(contractIdFor(address('client'), salt, PASSPHRASE))).rejects.toMatchObject({
      code: 404,
    });
  };

  test('is missing', () => fails(() => []));
  test('lacks the creation', () => fails((entry) => [withRoot(entry, { subInvocations: [] })]));
  test('is for another salt', () =>
    fails((entry) => {
      const { address: from } = (creation(entry).contractIdPreimage as xdr.ContractIdPreimageAddress).fromAddress;
      const contractIdPreimage = xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: from, salt: new Uint8Array(32) }),
      );
      return [withRoot(entry, { subInvocations: [branchOf({ contractIdPreimage }, entry)] })];
    }));
  test('is for other code', () =>
    fails((entry) => {
      const executable = xdr.ContractExecutable.contractExecutableWasm(createHash('sha256').update('other').digest());
      return [withRoot(entry, { subInvocations: [branchOf({ executable }, entry)] })];
    }));
  test('is for constructor arguments', () =>
    fails((entry) => [
      withRoot(entry, { subInvocations: [branchOf({ constructorArgs: [xdr.ScVal.scvVoid()] }, entry)] }),
    ]));
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

describe('what does no harm, as on the network', () => {
  test('a branch that no call uses', async () => {
    const transaction = await freshDeploy();
    const { entry } = parts(transaction);
    const [branch] = entry.rootInvocation.subInvocations as [xdr.SorobanAuthorizedInvocation];
    const executable = xdr.ContractExecutable.contractExecutableStellarAsset();
    const more = withRoot(entry, { subInvocations: [branchOf({ executable }, entry), branch] });
    expect(await settle(t, withOperation(transaction, { auth: [more] }))).toBe('txSuccess');
  });

  test('the creation as an entry of its own beside the call', async () => {
    const transaction = await freshDeploy();
    const { entry } = parts(transaction);
    const [branch] = entry.rootInvocation.subInvocations as [xdr.SorobanAuthorizedInvocation];
    const auth = [withRoot(entry, { subInvocations: [] }), withRoot(entry, branch)];
    expect(await settle(t, withOperation(transaction, { auth }))).toBe('txSuccess');
  });

  test('the older way to write the creation', async () => {
    const transaction = await freshDeploy();
    const { entry } = parts(transaction);
    const { contractIdPreimage, executable } = creation(entry);
    const older = new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractHostFn(
        new xdr.CreateContractArgs({ contractIdPreimage, executable }),
      ),
      subInvocations: [],
    });
    const auth = [withRoot(entry, { subInvocations: [older] })];
    expect(await settle(t, withOperation(transaction, { auth }))).toBe('txSuccess');
  });
});

describe('simulation', () => {
  test('holds a call to the entries that it carries, if it carries any', async () => {
    const transaction = await freshDeploy();
    const { entry } = parts(transaction);
    const lacking = withOperation(transaction, { auth: [withRoot(entry, { subInvocations: [] })] });
    const refused = await t.rpc.simulateTransaction(lacking);
    expect(Api.isSimulationError(refused) && refused.error).toContain('Error(Auth, InvalidAction)');
    const whole = await t.rpc.simulateTransaction(transaction);
    expect(Api.isSimulationSuccess(whole) && whole.result?.auth.length).toBe(1);
  });
});
