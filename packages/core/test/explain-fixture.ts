/** Operations to be explained, and what is said of them: built by the SDK, in a transaction of the tests' signer. */
import {
  Account,
  Address,
  Asset,
  Keypair,
  nativeToScVal,
  Operation,
  StrKey,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { explainTransaction } from '../src/transaction/index.ts';
import { NOW, otherKey, sandbox, signerKey } from './deploy-fixture.ts';

export const source = signerKey.publicKey();
export const other = otherKey.publicKey();
export const third = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9)).publicKey();
export const usdc = sandbox.tokens[0] as (typeof sandbox.tokens)[number];
export const USDC = new Asset('USDC', usdc.issuer);
export const escrow = StrKey.encodeContract(new Uint8Array(32).fill(5));

/** What is said of an envelope with these operations. */
export function explain(...operations: xdr.Operation[]) {
  const builder = new TransactionBuilder(new Account(source, '41'), {
    fee: '100',
    networkPassphrase: sandbox.passphrase,
  }).setTimebounds(0, NOW + 100);
  for (const operation of operations) builder.addOperation(operation);
  return explainTransaction(builder.build().toXDR(), sandbox, NOW);
}

/** Of the first operation. */
export const said = (operation: xdr.Operation) =>
  explain(operation).lines.find(({ label }) => label === 'Operation 1')?.value as string;
/** Of the first operation. */
export const warned = (operation: xdr.Operation) =>
  explain(operation)
    .warnings.map(({ text }) => text)
    .filter((text) => text.startsWith('Operation 1'));

export const call = (contract: string, name: string, args: xdr.ScVal[], auth: xdr.SorobanAuthorizationEntry[] = []) =>
  Operation.invokeHostFunction({ func: callFunction(contract, name, args), auth });
export const invocationOf = (contract: string, name: string, args: xdr.ScVal[]) =>
  new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(contract).toScAddress(),
    functionName: name,
    args,
  });
const callFunction = (contract: string, name: string, args: xdr.ScVal[]) =>
  xdr.HostFunction.hostFunctionTypeInvokeContract(invocationOf(contract, name, args));
export const addressValue = (text: string) => Address.fromString(text).toScVal();
export const i128 = (value: bigint) => nativeToScVal(value, { type: 'i128' });
