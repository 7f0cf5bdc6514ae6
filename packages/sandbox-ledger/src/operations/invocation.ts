import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { HostError } from '../host/host-error.ts';

/** @throws HostError for host functions other than a call of a contract: this ledger runs native contracts only */
export function resolveInvocation(hostFunction: xdr.HostFunction): {
  readonly contract: string;
  readonly name: string;
  readonly args: readonly xdr.ScVal[];
} {
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') {
    throw HostError.host(
      'Context',
      'InvalidAction',
      'this ledger takes no code from outside; it runs native contracts',
    );
  }
  const { contractAddress, functionName, args } = hostFunction.invokeContract;
  if (contractAddress.type !== 'scAddressTypeContract') {
    throw HostError.host('Value', 'InvalidInput', 'what is called is not a contract');
  }
  return { contract: Address.fromScAddress(contractAddress).toString(), name: functionName.toString(), args };
}
