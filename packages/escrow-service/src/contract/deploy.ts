/** Builds the transaction that deploys and initialises an escrow. It executes nothing. */
import { randomBytes } from 'node:crypto';
import type { DeployRequest } from '@countersign/core/escrow';
import { deployInvocation, encodeEscrow, escrowOfRequest } from '@countersign/core/transaction';
import { type Account, BASE_FEE, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import type { EscrowNetwork } from './network.ts';
import { contractRefusal, NetworkTrouble, Refusal } from './refusal.ts';

/** How long the person has to sign: the real service gives "well under two minutes". */
const LIFE_SECONDS = 100;
/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

/**
 * @returns the unsigned transaction in base64 XDR, with the resources and the authorisation that a simulation found
 * @throws Refusal | NetworkTrouble
 */
export async function buildDeploy(network: EscrowNetwork, request: DeployRequest): Promise<string> {
  const source = await signerAccount(network, request.signer);
  const escrow = escrowOfRequest({ ...request, trustline: trustlineOnChain(network, request.trustline) });
  const invocation = deployInvocation({
    factory: network.factory,
    deployer: request.signer,
    wasmHash: network.wasmHash,
    salt: randomBytes(32),
    escrow: encodeEscrow(escrow),
  });
  const now = Math.floor(network.now() / 1000);
  const transaction = new TransactionBuilder(source, {
    fee: BASE_FEE,
    networkPassphrase: network.passphrase,
    timebounds: { minTime: now - BEGUN_SECONDS, maxTime: now + LIFE_SECONDS },
  })
    .addOperation(
      Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation), auth: [] }),
    )
    .build();
  const simulation = await network.rpc.simulateTransaction(transaction);
  if (Api.isSimulationError(simulation)) {
    throw new Refusal(
      contractRefusal(simulation.error) ?? `The network refused the deploy: ${firstLine(simulation.error)}`,
    );
  }
  return assembleTransaction(transaction, simulation).build().toXdr();
}

/** The SDK answers every trouble with "not found"; only an answer without the entry means that. */
async function signerAccount({ rpc }: EscrowNetwork, signer: string): Promise<Account> {
  await rpc.getHealth().catch((cause: unknown) => {
    throw new NetworkTrouble('The network could not be reached', { cause });
  });
  return rpc.getAccount(signer).catch(() => {
    throw new Refusal(`Account not found: signer ${signer} does not exist on this network`);
  });
}

/** A known token may be named by its issuer; on chain stands the contract that moves it. */
function trustlineOnChain(
  { tokens }: EscrowNetwork,
  trustline: DeployRequest['trustline'],
): DeployRequest['trustline'] {
  if (trustline.address.startsWith('C')) return trustline;
  const token = tokens.find(({ issuer }) => issuer === trustline.address);
  if (token === undefined) {
    throw new Refusal('trustline.address is not the issuer of a token known here; give the token contract (C…)');
  }
  return { ...trustline, address: token.address };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string;
}
