import { demoKeypair } from '@countersign/escrow-service';
import { Address, Operation, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { build, type TestSandbox } from './sandbox-client.ts';

/** What a contract call by the client would give, as a plain value; throws its error. Nothing is executed. */
export async function simulateCall(
  t: TestSandbox,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Promise<unknown> {
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(
    new xdr.InvokeContractArgs({
      contractAddress: Address.fromString(contract).toScAddress(),
      functionName: name,
      args,
    }),
  );
  const transaction = await build(t, demoKeypair('client'), [Operation.invokeHostFunction({ func, auth: [] })]);
  const simulated = await t.rpc.simulateTransaction(transaction);
  if (Api.isSimulationError(simulated)) throw new Error(simulated.error);
  return simulated.result && scValToNative(simulated.result.retval);
}
