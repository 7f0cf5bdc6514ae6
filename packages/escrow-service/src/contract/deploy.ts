/** Builds the transaction that deploys and initialises an escrow. Changes nothing on the ledger. */
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
 * @param another the client's count of escrows with the same terms so far: each has its own address
 * @returns the unsigned transaction in base64 XDR, with resources and authorisation from a simulation
 * @throws Refusal | NetworkTrouble
 */
export async function buildDeploy(on: EscrowNetwork, request: DeployRequest, another = 0): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const { signer } = request;
  const { passphrase } = on.network;
  const escrow = escrowOnChain(request, on.network);
  const salt = saltOfTerms({ passphrase, signer, escrow, another });
  // In parallel; the fee's failure is handled even if the other request fails first.
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

/** Without authorisation, which the simulation adds. */
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

/** Reads the signer's account and the token in one request. */
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

/** Checks the multiplier against the token: with a wrong one every amount on chain would be wrong. */
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
 * @param address the escrow's address
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

/** An archived contract occupies its address too: older networks ask to restore it first, newer ones find it. */
function isOccupied(simulation: Api.SimulateTransactionResponse, address: string): boolean {
  // Only the first line: a log follows, which repeats texts of the request.
  if (Api.isSimulationError(simulation)) return firstLine(simulation.error).endsWith('Error(Storage, ExistingValue)');
  if (!Api.isSimulationRestore(simulation)) return false;
  const instance = instanceKey(address).toXdr('base64');
  const restored = simulation.restorePreamble.transactionData.getReadWrite();
  return restored.some((key) => key.toXdr('base64') === instance);
}
