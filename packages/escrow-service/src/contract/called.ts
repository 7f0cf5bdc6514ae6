/** What a transaction calls. */
import { type Network, pinsOf, releasesOf } from '@countersign/core/network';
import { Address, Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';

export function isFactory(network: Network, contract: string | undefined): boolean {
  return contract !== undefined && releasesOf(network).some((release) => pinsOf(network, release).factory === contract);
}

/** The call of a transaction, or of the one inside a fee bump. */
export function calledIn(envelopeXdr: string, passphrase: string) {
  const outer = TransactionBuilder.fromXdr(envelopeXdr, passphrase);
  const transaction = outer instanceof Transaction ? outer : outer.innerTransaction;
  const [operation] = transaction.operations;
  const signer = operation?.source ?? transaction.source;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') {
    return { transaction, contract: undefined, name: undefined, signer };
  }
  const { contractAddress, functionName } = operation.func.invokeContract;
  const contract = Address.fromScAddress(contractAddress).toString();
  return { transaction, contract, name: functionName.toString(), signer };
}
