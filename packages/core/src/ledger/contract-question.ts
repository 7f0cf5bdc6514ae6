/** A contract call that is only simulated. */
import { Account, BASE_FEE, Contract, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';

/** The zero account: a simulation's source need not exist. The SDK's contract client uses the same. */
const NOBODY = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';

/** @param contract C… @param name of a function that changes nothing */
export function contractQuestion(
  passphrase: string,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Transaction {
  return new TransactionBuilder(new Account(NOBODY, '0'), { fee: BASE_FEE, networkPassphrase: passphrase })
    .addOperation(new Contract(contract).call(name, ...args))
    .setTimeout(0)
    .build();
}
