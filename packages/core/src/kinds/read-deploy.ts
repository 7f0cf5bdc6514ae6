/** What a deploy says, read from the transaction itself. */

import { Address, hash, xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { fieldProblem, type TransactionProblem, type TransactionProblemCode } from '../errors/problems.ts';
import { fieldName } from '../text/text.ts';
import { type EscrowKind, type ReadEscrow, readAs, type Unreadable } from './escrow-kind.ts';
import { SERVED_KINDS } from './live-kinds.ts';

/** `contractId`: the address that the escrow will have. */
export type ReadDeploy = Omit<FactoryCall, 'escrow'> & ReadEscrow & { readonly contractId: string };

/** Reads a transaction as a deploy of any kind that a service makes. @returns the deploy, or why it is not one */
export function readDeploy(read: ReadTransaction, passphrase: string): ReadDeploy | Unreadable {
  const deploy = deploys.get(read) ?? readDeployOf(SERVED_KINDS, read, passphrase);
  deploys.set(read, deploy);
  return deploy;
}

/** Read once from each decoded transaction, which is of one network. */
const deploys = new WeakMap<ReadTransaction, ReadDeploy | Unreadable>();

/** @param kinds the possible kinds. If none has the called function, the first one's problem is returned. */
export function readDeployOf(
  kinds: readonly EscrowKind[],
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy | Unreadable {
  const name = calledFunction(read);
  const called = kinds.filter(({ factoryFunction }) => factoryFunction === name);
  const call = readFactoryCall(read, (called[0] ?? kinds[0])?.factoryFunction ?? '');
  if ('unreadable' in call) return call;
  const found = readAs(called, call.escrow, call.wasmHash);
  if ('unreadable' in found) return found;
  const from = found.kind.addressFrom === 'factory' ? call.factory : call.deployer;
  return { ...call, ...found, contractId: contractIdFor(from, call.salt, passphrase) };
}

/** The factory call that deploys an escrow, and the address of what a factory creates. Source: docs/contract.md. */
export const INIT_FUNCTION = 'initialize_escrow';

type DeployCall = {
  /** The factory's address, C…. */
  readonly factory: string;
  /** Who signs. */
  readonly deployer: string;
  /** 32 bytes: the hash of the escrow contract's code. */
  readonly wasmHash: Uint8Array;
  /** 32 bytes. */
  readonly salt: Uint8Array;
  readonly escrow: xdr.ScVal;
};

export function deployInvocation({ factoryFunction }: EscrowKind, call: DeployCall): xdr.InvokeContractArgs {
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(call.factory).toScAddress(),
    functionName: factoryFunction,
    args: [
      Address.fromString(call.deployer).toScVal(),
      xdr.ScVal.scvBytes(call.wasmHash),
      xdr.ScVal.scvBytes(call.salt),
      xdr.ScVal.scvSymbol(INIT_FUNCTION),
      xdr.ScVal.scvVec([call.escrow]),
      xdr.ScVal.scvVec([]),
    ],
  });
}

export function contractIdFor(deployer: string, salt: Uint8Array, passphrase: string): string {
  const preimage = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({
      networkId: hash(new TextEncoder().encode(passphrase)),
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: Address.fromString(deployer).toScAddress(), salt }),
      ),
    }),
  );
  return Address.contract(hash(preimage.toXdr())).toString();
}

/** The call of a factory that creates an escrow: every kind takes the same six arguments. */
type FactoryCall = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly factory: string;
  readonly deployer: string;
  /** Lower-case hex. */
  readonly wasmHash: string;
  readonly salt: Uint8Array;
  readonly constructorArguments: number;
  readonly escrow: xdr.ScVal;
};

export function calledFunction(read: ReadTransaction): string | undefined {
  const call = onlyCall(read);
  return 'unreadable' in call ? undefined : call.invocation.functionName.toString();
}

/** @param wanted the factory's function. @returns the call, or why it cannot be read as one */
function readFactoryCall(read: ReadTransaction, wanted: string): FactoryCall | Unreadable {
  const call = onlyCall(read);
  if ('unreadable' in call) return call;
  const { invocation, auth } = call;
  const name = invocation.functionName.toString();
  if (name !== wanted) return no('function', 'OTHER_FUNCTION', { found: fieldName(name), wanted });
  const [deployer, wasmHash, salt, init, initArguments, constructorArguments] = invocation.args;
  if (invocation.args.length !== 6)
    return no('arguments', 'ARGUMENT_COUNT', { found: invocation.args.length, wanted: 6 });
  if (deployer?.type !== 'scvAddress') return no('deployer', 'NOT_OF_TYPE', { wanted: 'address' });
  if (wasmHash?.type !== 'scvBytes' || wasmHash.bytes.toBytes().length !== 32)
    return no('code hash', 'NOT_OF_TYPE', { wanted: 'bytes32' });
  if (salt?.type !== 'scvBytes' || salt.bytes.toBytes().length !== 32)
    return no('salt', 'NOT_OF_TYPE', { wanted: 'bytes32' });
  if (init?.type !== 'scvSymbol' || init.sym.toString() !== INIT_FUNCTION)
    return no('initialiser', 'NOT_INITIALISER', { wanted: INIT_FUNCTION });
  if (initArguments?.type !== 'scvVec' || initArguments.vec?.length !== 1) return no('initialiser', 'NOT_ONE_ESCROW');
  if (constructorArguments?.type !== 'scvVec' || constructorArguments.vec === null)
    return no('constructor arguments', 'NOT_OF_TYPE', { wanted: 'list' });
  return {
    invocation,
    auth,
    factory: Address.fromScAddress(invocation.contractAddress).toString(),
    deployer: Address.fromScAddress(deployer.address).toString(),
    wasmHash: toHex(wasmHash.bytes.toBytes()),
    salt: salt.bytes.toBytes(),
    constructorArguments: constructorArguments.vec.length,
    escrow: initArguments.vec[0] as xdr.ScVal,
  };
}

/** The only contract call of a transaction, or why there is not exactly one. */
export function onlyCall(read: ReadTransaction): Pick<FactoryCall, 'invocation' | 'auth'> | Unreadable {
  const [operation, ...more] = read.transaction.operations;
  if (operation === undefined || more.length > 0)
    return no('operations', 'OPERATION_COUNT', { found: read.transaction.operations.length });
  const body = operation.body;
  if (body.type !== 'invokeHostFunction')
    return no('operation', 'OTHER_OPERATION', { found: body.type, wanted: 'contract call' });
  const { hostFunction, auth } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract')
    return no('operation', 'OTHER_OPERATION', { found: hostFunction.type, wanted: 'contract call' });
  return { invocation: hostFunction.invokeContract, auth };
}

/** Why a transaction cannot be read. @example no('payer', 'NOT_OF_TYPE', { wanted: 'address' }) */
export const no = <Code extends TransactionProblemCode>(...problem: Parameters<typeof fieldProblem<Code>>) => ({
  unreadable: [fieldProblem(...problem) as TransactionProblem],
});
