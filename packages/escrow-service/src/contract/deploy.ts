/** Builds the transaction that deploys and initialises an escrow. It executes nothing. */
import { randomBytes } from 'node:crypto';
import type { DeployRequest } from '@countersign/core/escrow';
import { knownToken } from '@countersign/core/network';
import { deployInvocation, encodeEscrow, escrowOfRequest } from '@countersign/core/transaction';
import { Account, BASE_FEE, Keypair, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import { ask, type EscrowNetwork } from './network.ts';
import { contractRefusal, Refusal } from './refusal.ts';

/** How long the person has to sign: the real service gives "well under two minutes". */
const LIFE_SECONDS = 100;
/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

/**
 * @returns the unsigned transaction in base64 XDR, with the resources and the authorisation that a simulation found
 * @throws Refusal | NetworkTrouble
 */
export async function buildDeploy(on: EscrowNetwork, request: DeployRequest): Promise<string> {
  const source = await signerAccount(on, request.signer);
  const now = Math.floor(on.now() / 1000);
  const transaction = new TransactionBuilder(source, {
    fee: BASE_FEE,
    networkPassphrase: on.network.passphrase,
    timebounds: { minTime: now - BEGUN_SECONDS, maxTime: now + LIFE_SECONDS },
  })
    .addOperation(deployOperation(on, request))
    .build();
  const simulation = await ask(on.rpc.simulateTransaction(transaction));
  if (Api.isSimulationError(simulation)) {
    const [firstLine] = simulation.error.split('\n', 1);
    throw new Refusal(contractRefusal(simulation.error) ?? `The network refused the deploy: ${firstLine}`);
  }
  return assembleTransaction(transaction, simulation).build().toXdr();
}

/** The authorisation is left to the simulation. */
function deployOperation({ network }: EscrowNetwork, request: DeployRequest): xdr.Operation {
  // A token may be named by its issuer; on chain stands the contract that moves it.
  const token = knownToken(network, request.trustline.address)?.address ?? request.trustline.address;
  const escrow = escrowOfRequest({ ...request, trustline: { ...request.trustline, address: token } });
  const invocation = deployInvocation({
    factory: network.factory,
    deployer: request.signer,
    wasmHash: Buffer.from(network.wasmHash, 'hex'),
    salt: randomBytes(32),
    escrow: encodeEscrow(escrow),
  });
  return Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation),
    auth: [],
  });
}

/** Not the SDK's getAccount: that one says "not found" of an account whatever the trouble was. */
async function signerAccount({ rpc }: EscrowNetwork, signer: string): Promise<Account> {
  const accountId = Keypair.fromPublicKey(signer).xdrAccountId();
  const { entries } = await ask(rpc.getLedgerEntries(xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId }))));
  const account = entries[0]?.val;
  if (account?.type !== 'account') {
    throw new Refusal(`Account not found: signer ${signer} does not exist on this network`);
  }
  return new Account(signer, account.account.seqNum.toString());
}
