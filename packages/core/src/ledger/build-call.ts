/** Builds the transaction of one contract call, with the resources and authorisation from a simulation. */
import { Account, BASE_FEE, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction, type Server } from '@stellar/stellar-sdk/rpc';
import type { Built } from './ledger.ts';

/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

export type CallToBuild = {
  readonly source: string;
  /** The account's present sequence number. */
  readonly sequence: bigint;
  readonly call: xdr.InvokeContractArgs;
  /** Seconds since 1970. */
  readonly now: number;
  readonly validUntil: number;
  readonly passphrase: string;
};

/** @throws Error of any kind where the RPC does not answer the question */
export async function buildCall(
  server: Server,
  { source, sequence, call, now, validUntil, passphrase }: CallToBuild,
): Promise<Built> {
  const operation = Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(call),
    auth: [],
  });
  const transaction = new TransactionBuilder(new Account(source, sequence.toString()), {
    fee: BASE_FEE,
    networkPassphrase: passphrase,
    timebounds: { minTime: now - BEGUN_SECONDS, maxTime: validUntil },
  })
    .addOperation(operation)
    .build();
  const simulation = await server.simulateTransaction(transaction);
  if (Api.isSimulationError(simulation)) {
    const error = /Error\(Contract, #(\d{1,9})\)/.exec(simulation.error)?.[1];
    return {
      kind: 'would-fail',
      detail: simulation.error.split('\n')[0] ?? '',
      ...(error === undefined ? {} : { contractError: Number(error) }),
    };
  }
  if (Api.isSimulationRestore(simulation))
    return { kind: 'would-fail', detail: 'archived entries must be restored first' };
  const { result, transactionData, minResourceFee } = simulation;
  if (result === undefined || !/^\d{1,18}$/.test(minResourceFee))
    throw new TypeError('a simulation without its result');
  if (BigInt(minResourceFee) > transactionData.build().resourceFee) transactionData.setResourceFee(minResourceFee);
  return { kind: 'built', unsignedXdr: assembleTransaction(transaction, simulation).build().toXdr() };
}
