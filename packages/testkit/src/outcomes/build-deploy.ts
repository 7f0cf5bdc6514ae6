/** A deploy as a service builds it, with a salt, a sequence number and terms that a test chooses. */
import type { DeployRequest } from '@countersign/core/escrow';
import { deployInvocation, liveMulti } from '@countersign/core/kinds';
import { Account, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { type Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import { storedEscrow } from '../fixtures/deploy-fixture.ts';
import { NETWORK, type World } from './world.ts';

const LIFE_SECONDS = 100;

/** @returns nothing where the network would refuse it */
export async function buildDeployOf(
  world: World,
  request: DeployRequest,
  salt: Uint8Array,
  offset = 0n,
): Promise<string | undefined> {
  const { signer } = request;
  const invocation = deployInvocation(liveMulti, {
    factory: NETWORK.factory,
    deployer: signer,
    wasmHash: Buffer.from(NETWORK.wasmHash, 'hex'),
    salt,
    escrow: liveMulti.encode(storedEscrow(request)),
  });
  const now = Math.floor(world.clock.now / 1_000);
  const source = new Account(signer, (world.sequenceOf(signer) + offset).toString());
  const transaction = new TransactionBuilder(source, {
    fee: '100',
    networkPassphrase: NETWORK.passphrase,
    timebounds: { minTime: now - 10, maxTime: now + LIFE_SECONDS },
  })
    .addOperation(
      Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation), auth: [] }),
    )
    .build();
  const simulation = await simulate(world, transaction.toXdr());
  return 'error' in simulation ? undefined : assembleTransaction(transaction, simulation).build().toXdr();
}

async function simulate(world: World, transaction: string): Promise<Api.RawSimulateTransactionResponse> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'simulateTransaction', params: { transaction } });
  const headers = { host: '127.0.0.1', 'content-type': 'application/json' };
  const reply = await world.rpc.request('/rpc', { method: 'POST', headers, body });
  const { result } = (await reply.json()) as { readonly result: Api.RawSimulateTransactionResponse };
  return { ...result, id: '1' };
}
