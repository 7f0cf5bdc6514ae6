/** Builds the transaction that deploys and initialises an escrow. It executes nothing. */
import type { DeployRequest } from '@countersign/core/escrow';
import {
  contractIdFor,
  deployInvocation,
  escrowOnChain,
  type InterfaceEscrow,
  interfaceMulti,
  saltOfTerms,
} from '@countersign/core/kinds';
import { Account, Keypair, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import { beginCall, type Call, simulate } from './call.ts';
import { contractValue, readEntries } from './entries.ts';
import { inclusionFee } from './inclusion-fee.ts';
import { lifeFrom } from './life.ts';
import type { EscrowNetwork } from './network.ts';
import { contractRefusal, firstLine, Refusal } from './refusal.ts';
import { priced } from './simulated.ts';
import { decimalsOfToken, instanceKey } from './token.ts';

/**
 * @param another how many escrows with the same terms stand already, as the client counts them: each has its own address
 * @returns the unsigned transaction in base64 XDR, with the resources and the authorisation that a simulation found
 * @throws Refusal | NetworkTrouble
 */
export async function buildDeploy(on: EscrowNetwork, request: DeployRequest, another = 0): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const { signer } = request;
  const { passphrase } = on.network;
  const escrow = escrowOnChain(request, on.network);
  const salt = saltOfTerms({ passphrase, signer, escrow, another });
  // Both at once, and no question is left behind where one of them ends it.
  const fee = inclusionFee(call);
  const source = await checkParties(call, signer, escrow.trustline).finally(() => fee);
  const transaction = new TransactionBuilder(source, {
    fee: await fee,
    networkPassphrase: passphrase,
    timebounds: lifeFrom(on.now()),
  })
    .addOperation(deployOperation(on, signer, salt, escrow))
    .build();
  const simulation = usable(await simulate(call, transaction), contractIdFor(signer, salt, passphrase));
  return assembleTransaction(transaction, simulation).build().toXdr();
}

/** The authorisation is left to the simulation. */
function deployOperation(
  { network }: EscrowNetwork,
  deployer: string,
  salt: Uint8Array,
  escrow: InterfaceEscrow,
): xdr.Operation {
  const invocation = deployInvocation({
    factory: network.factory,
    deployer,
    wasmHash: Buffer.from(network.wasmHash, 'hex'),
    salt,
    escrow: interfaceMulti.encode(escrow),
  });
  return Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation),
    auth: [],
  });
}

/** The signer's account and the token, in one question. */
async function checkParties(call: Call, signer: string, trustline: InterfaceEscrow['trustline']): Promise<Account> {
  const accountId = Keypair.fromPublicKey(signer).xdrAccountId();
  const accountKey = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId }));
  const tokenKey = instanceKey(trustline.address);
  const entries = await readEntries(call, [accountKey, tokenKey]);
  const account = entries(accountKey);
  if (account?.type !== 'account') {
    throw new Refusal(`Account not found: signer ${signer} does not exist on this network`);
  }
  await checkUnits(call, trustline, contractValue(entries(tokenKey)));
  return new Account(signer, account.account.seqNum.toString());
}

/** Units are not believed: with another multiplier than the token's every amount would stand wrong on chain. */
async function checkUnits(
  call: Call,
  { address, multiplier }: InterfaceEscrow['trustline'],
  instance: xdr.ScVal | undefined,
): Promise<void> {
  const ofToken = await decimalsOfToken(call, address, instance);
  if (ofToken === undefined) {
    throw new Refusal([`trustline.address: ${address} is not a token contract on ${call.network.name}`]);
  }
  if (multiplier !== 10 ** ofToken) {
    throw new Refusal([
      `trustline.decimals is ${multiplier}, but the token has ${ofToken} decimals; write ${10 ** ofToken}`,
    ]);
  }
}

/**
 * @param address where the escrow is to stand
 * @throws Refusal | NetworkTrouble unless the simulation says what the call returns, touches, needs and costs
 */
function usable(simulation: Api.SimulateTransactionResponse, address: string): Api.SimulateTransactionSuccessResponse {
  if (isOccupied(simulation, address)) {
    throw new Refusal(
      `A contract already stands at ${address}, the address of these terms. For one more escrow with the same terms, ` +
        'send the header Countersign-Another: 1, and so on.',
    );
  }
  if (Api.isSimulationError(simulation)) {
    throw new Refusal(
      contractRefusal(simulation.error) ?? `The network refused the deploy: ${firstLine(simulation.error)}`,
    );
  }
  return priced(simulation);
}

/** An archived contract occupies its address as well: older networks want to restore it first, others count it as there. */
function isOccupied(simulation: Api.SimulateTransactionResponse, address: string): boolean {
  // After the first line stands a log, which repeats texts of the request.
  if (Api.isSimulationError(simulation)) return firstLine(simulation.error).endsWith('Error(Storage, ExistingValue)');
  if (!Api.isSimulationRestore(simulation)) return false;
  const instance = instanceKey(address).toXdr('base64');
  const restored = simulation.restorePreamble.transactionData.getReadWrite();
  return restored.some((key) => key.toXdr('base64') === instance);
}
