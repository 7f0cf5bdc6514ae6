/** What a deploy says, read from the transaction itself. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors.ts';
import { toHex } from './bytes.ts';
import { decodeEscrow } from './decode-escrow.ts';
import { contractIdFor, DEPLOY_FUNCTION, INIT_FUNCTION } from './deploy-call.ts';
import type { EscrowValue } from './escrow-value.ts';
import type { ReadTransaction } from './read-transaction.ts';

export type ReadDeploy = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly factory: string;
  readonly deployer: string;
  /** Lower-case hex. */
  readonly wasmHash: string;
  readonly salt: Uint8Array;
  readonly constructorArguments: number;
  /** Where the escrow will stand: derived here from deployer, salt and network. */
  readonly contractId: string;
  readonly escrow: EscrowValue;
  readonly problems: readonly FieldProblem[];
};

/** The deploy that a transaction makes, or why it cannot be read as one. */
export function readDeploy(
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy | { readonly unreadable: readonly FieldProblem[] } {
  const no = (path: string, problem: string) => ({ unreadable: [{ path, problem }] });
  const [operation, ...more] = read.transaction.operations;
  if (operation === undefined || more.length > 0)
    return no('operations', `has ${read.transaction.operations.length} operations, not one`);
  const body = operation.body;
  if (body.type !== 'invokeHostFunction') return no('operation', `is ${body.type}, not a contract invocation`);
  const { hostFunction, auth } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract')
    return no('operation', `is ${hostFunction.type}, not a contract invocation`);
  const invocation = hostFunction.invokeContract;
  const name = invocation.functionName.toString();
  if (name !== DEPLOY_FUNCTION) return no('function', `is ${name}, not ${DEPLOY_FUNCTION}`);
  const [deployer, wasmHash, salt, init, initArguments, constructorArguments] = invocation.args;
  if (invocation.args.length !== 6) return no('arguments', `are ${invocation.args.length}, not 6`);
  if (deployer?.type !== 'scvAddress') return no('deployer', 'is not an address');
  if (wasmHash?.type !== 'scvBytes' || wasmHash.bytes.toBytes().length !== 32)
    return no('code hash', 'is not 32 bytes');
  if (salt?.type !== 'scvBytes' || salt.bytes.toBytes().length !== 32) return no('salt', 'is not 32 bytes');
  if (init?.type !== 'scvSymbol' || init.sym.toString() !== INIT_FUNCTION)
    return no('initialiser', `is not ${INIT_FUNCTION}`);
  if (initArguments?.type !== 'scvVec' || initArguments.vec?.length !== 1)
    return no('initialiser', 'does not take one escrow');
  if (constructorArguments?.type !== 'scvVec' || constructorArguments.vec === null)
    return no('constructor arguments', 'are not a list');
  const { escrow, problems } = decodeEscrow(initArguments.vec[0] as xdr.ScVal);
  if (escrow === undefined) return { unreadable: problems };
  const deployerAddress = Address.fromScAddress(deployer.address).toString();
  return {
    invocation,
    auth,
    factory: Address.fromScAddress(invocation.contractAddress).toString(),
    deployer: deployerAddress,
    wasmHash: toHex(wasmHash.bytes.toBytes()),
    salt: salt.bytes.toBytes(),
    constructorArguments: constructorArguments.vec.length,
    contractId: contractIdFor(deployerAddress, salt.bytes.toBytes(), passphrase),
    escrow,
    problems,
  };
}
