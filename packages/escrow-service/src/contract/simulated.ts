/** Checks a simulation before a transaction is built from it. */
import { Api } from '@stellar/stellar-sdk/rpc';
import { Refusal, unreadable } from './refusal.ts';

/**
 * @returns the same, with the resource fee that it requires
 * @throws Refusal | NetworkTrouble unless the simulation says what the call returns, touches, needs and costs
 */
export function priced(simulation: Api.SimulateTransactionSuccessResponse): Api.SimulateTransactionSuccessResponse {
  if (Api.isSimulationRestore(simulation)) throw restoreFirst(simulation.restorePreamble);
  const { result, transactionData, minResourceFee } = simulation;
  if (result === undefined || !/^\d{1,18}$/.test(minResourceFee)) throw unreadable();
  if (BigInt(minResourceFee) > transactionData.build().resourceFee) transactionData.setResourceFee(minResourceFee);
  return simulation;
}

/**
 * The network has put away what the deploy needs (the factory, its code, the escrow's code), and brings it back in a
 * transaction of its own, which is nobody's business who only wants an escrow.
 */
function restoreFirst({ minResourceFee, transactionData }: Api.SimulateTransactionRestoreResponse['restorePreamble']) {
  return new Refusal(
    'The network has archived entries that every deploy needs, and this service restores nothing. Its operator ' +
      'should send one RestoreFootprint transaction with the transactionData of restorePreamble; then ask again.',
    { restorePreamble: { minResourceFee, transactionData: transactionData.build().toXdr('base64') } },
  );
}
