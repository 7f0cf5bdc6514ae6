/** Accounts of a running sandbox that hold XLM alone, which its friendbot does not make. */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import {
  Address,
  type Asset,
  hash,
  Keypair,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';

const connect = (rpcUrl: string) => new Server(rpcUrl, { allowHttp: true });

async function transactionOf(rpc: Server, source: Keypair, operations: readonly xdr.Operation[]): Promise<Transaction> {
  const account = await rpc.getAccount(source.publicKey());
  const builder = new TransactionBuilder(account, { fee: '100', networkPassphrase: NETWORKS.sandbox.passphrase });
  for (const operation of operations) builder.addOperation(operation);
  return builder.setTimeout(60).build();
}

async function send(rpc: Server, signed: Parameters<Server['sendTransaction']>[0]): Promise<xdr.ScVal | undefined> {
  const { hash: sent } = await rpc.sendTransaction(signed);
  const outcome = await rpc.pollTransaction(sent);
  if (outcome.status !== 'SUCCESS') throw new Error(`the ledger answered ${outcome.status}`);
  return outcome.returnValue;
}

export async function runOperations(rpcUrl: string, source: Keypair, ...operations: xdr.Operation[]): Promise<void> {
  const rpc = connect(rpcUrl);
  const transaction = await transactionOf(rpc, source, operations);
  transaction.sign(source);
  await send(rpc, transaction);
}

/** As a wallet does by itself; waits for the ledger to take it. */
export async function sendSigned(rpcUrl: string, signedXdr: string): Promise<void> {
  await send(connect(rpcUrl), TransactionBuilder.fromXdr(signedXdr, NETWORKS.sandbox.passphrase));
}

export async function newcomer(rpcUrl: string, startingBalance = '5', key = Keypair.random()): Promise<Keypair> {
  const creation = Operation.createAccount({ destination: key.publicKey(), startingBalance });
  await runOperations(rpcUrl, sandboxKeypair('client'), creation);
  return key;
}

/** A new contract of this code, which the sandbox's ledger keeps and does not run. @param key who pays for it */
export async function contractOfCode(rpcUrl: string, key: Keypair, bytes: Uint8Array): Promise<string> {
  const address = Address.fromString(key.publicKey());
  await runCall(rpcUrl, key, Operation.uploadContractWasm({ wasm: bytes }));
  const created = await runCall(rpcUrl, key, Operation.createCustomContract({ address, wasmHash: hash(bytes) }));
  return Address.fromScVal(created as xdr.ScVal).toString();
}

/** The contract of an asset's token. @param key who pays for it */
export async function tokenContractOf(rpcUrl: string, key: Keypair, asset: Asset): Promise<string> {
  await runCall(rpcUrl, key, Operation.createStellarAssetContract({ asset }));
  return asset.contractId(NETWORKS.sandbox.passphrase);
}

/** @returns what the called contract does */
export async function runCall(
  rpcUrl: string,
  source: Keypair,
  operation: xdr.Operation,
): Promise<xdr.ScVal | undefined> {
  const rpc = connect(rpcUrl);
  const prepared = await rpc.prepareTransaction(await transactionOf(rpc, source, [operation]));
  prepared.sign(source);
  return await send(rpc, prepared);
}

/** Another transaction of the account: what was prepared with its next sequence number is refused from now on. */
export async function useSequenceNumber(rpcUrl: string, key: Keypair): Promise<void> {
  await runOperations(rpcUrl, key, Operation.manageData({ name: 'used', value: 'yes' }));
}

export function signWith(key: Keypair, unsignedXdr = '', passphrase: string = NETWORKS.sandbox.passphrase): string {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr, passphrase);
  transaction.sign(key);
  return transaction.toXdr();
}
