/** The call of a factory that creates an escrow: every kind takes the same six arguments. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { fieldProblem, type TransactionProblem, type TransactionProblemCode } from '../errors/problems.ts';
import { fieldName } from '../text/text.ts';
import { INIT_FUNCTION } from './deploy-call.ts';

export type FactoryCall = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly factory: string;
  /** Who deploys: the signer. */
  readonly deployer: string;
  /** Lower-case hex. */
  readonly wasmHash: string;
  readonly salt: Uint8Array;
  readonly constructorArguments: number;
  /** What the new contract is initialised with. */
  readonly escrow: xdr.ScVal;
};

/** The function that a transaction calls, if it is exactly one contract call. */
export function calledFunction(read: ReadTransaction): string | undefined {
  const call = onlyCall(read);
  return 'unreadable' in call ? undefined : call.invocation.functionName.toString();
}

/** @param wanted the factory's function. @returns the call, or why it cannot be read as one */
export function readFactoryCall(
  read: ReadTransaction,
  wanted: string,
): FactoryCall | { readonly unreadable: readonly TransactionProblem[] } {
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
export function onlyCall(
  read: ReadTransaction,
): Pick<FactoryCall, 'invocation' | 'auth'> | { readonly unreadable: readonly TransactionProblem[] } {
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
