/** Builds the unsigned transaction of one contract call, with the live service's fees. */
import { Account, Operation, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import { type Call, simulate } from './call.ts';
import { lifeFrom } from './life.ts';
import { contractErrorIn, contractRefusal, firstLine, Refusal } from './refusal.ts';
import { priced } from './simulated.ts';

export type CallToBuild = {
  readonly source: string;
  /** The account's present sequence number. */
  readonly sequence: bigint;
  readonly invocation: xdr.InvokeContractArgs;
  /** The inclusion fee for a resource fee; both in stroops. */
  readonly inclusionFee: (resourceFee: bigint) => bigint;
  /** Whether it names the time from which it holds, as the seed's deploys do; the live service names none. */
  readonly hasBegin?: boolean;
};

/**
 * Has the resources and the authorisation from a simulation.
 * @throws Refusal | NetworkTrouble
 */
export async function buildCall(call: Call, asked: CallToBuild): Promise<Transaction> {
  const { source, sequence, invocation, inclusionFee, hasBegin = false } = asked;
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(invocation);
  const life = lifeFrom(call.now());
  const timebounds = hasBegin ? life : { ...life, minTime: 0 };
  const plain = (fee: bigint) =>
    new TransactionBuilder(new Account(source, sequence.toString()), {
      fee: fee.toString(),
      networkPassphrase: call.network.passphrase,
      timebounds,
    })
      .addOperation(Operation.invokeHostFunction({ func, auth: [] }))
      .build();
  const simulation = await simulate(call, plain(inclusionFee(0n)));
  if (Api.isSimulationError(simulation)) {
    const { error } = simulation;
    throw new Refusal(contractRefusal(error) ?? firstLine(error), {}, contractErrorIn(error));
  }
  const { minResourceFee } = priced(simulation);
  return assembleTransaction(plain(inclusionFee(BigInt(minResourceFee))), simulation).build();
}

export const hashOf = (transaction: Transaction): string => Buffer.from(transaction.hash()).toString('hex');

/** Epoch milliseconds. */
export const endOf = ({ timeBounds }: Transaction): number => Number(timeBounds?.maxTime ?? 0) * 1_000;
