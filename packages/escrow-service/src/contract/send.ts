/** Sends a signed transaction to the network and waits for its outcome. */
import { type InterfaceEscrow, interfaceMulti } from '@countersign/core/kinds';
import { Address, FeeBumpTransaction, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import type { Api } from '@stellar/stellar-sdk/rpc';
import { ask, beginCall, type Call, pause } from './call.ts';
import type { EscrowNetwork } from './network.ts';
import { awaitOutcome, earlierOutcome, type Settled } from './outcome.ts';
import { NetworkTrouble, Refusal, unreadable } from './refusal.ts';
import { refusalOf } from './refusal-text.ts';
import { INVALID_PARAMS } from './rpc-trouble.ts';

/** What a deploy created. */
export type DeployedEscrow = {
  readonly contractId: string;
  readonly signer: string;
  readonly escrow: InterfaceEscrow;
};

/** How often to look for the outcome after txBadSeq: the same transaction may just have used the number. */
const LOOKS_AFTER_BAD_SEQUENCE = 3;

/**
 * @param signedXdr base64
 * @returns the escrow, where the transaction was a deploy
 * @throws Refusal | NetworkTrouble
 */
export async function sendSigned(on: EscrowNetwork, signedXdr: string): Promise<DeployedEscrow | undefined> {
  const transaction = readSigned(signedXdr, on.network.passphrase);
  const { returnValue } = await settleSigned(on, transaction);
  return deployed(on, transaction, returnValue);
}

/**
 * Sends it and waits for its outcome.
 * @throws Refusal | NetworkTrouble
 */
export async function settleSigned(on: EscrowNetwork, transaction: Transaction): Promise<Settled> {
  const call = beginCall(on, on.patience.sendMs);
  const hash = Buffer.from(transaction.hash()).toString('hex');
  const sent = await submit(call, transaction);
  switch (sent.status) {
    case 'PENDING':
    case 'DUPLICATE': {
      const maxTime = Number(transaction.timeBounds?.maxTime ?? 0);
      return await awaitOutcome(call, { hash, maxTime, ledger: sent.latestLedger });
    }
    case 'ERROR': {
      // If the network settled it already, sending it again gives txBadSeq.
      const looks = sent.errorResult?.result.type === 'txBadSeq' ? LOOKS_AFTER_BAD_SEQUENCE : 1;
      const settled = await earlierOutcome(call, hash, looks);
      if (settled !== undefined) return settled;
      throw refusalOf(sent.errorResult, sent.diagnosticEvents);
    }
    case 'TRY_AGAIN_LATER': {
      const settled = await earlierOutcome(call, hash, 1);
      if (settled !== undefined) return settled;
      throw new NetworkTrouble('The network is busy and did not take the transaction; send the same signed XDR again');
    }
    default:
      throw unreadable();
  }
}

/** Sends it, with retries while the network is busy. It has the same hash each time, so it is included only once. */
async function submit(call: Call, transaction: Transaction): Promise<Api.SendTransactionResponse> {
  for (let tries = 0; ; tries++) {
    const sent = await ask(call, (rpc) => rpc.sendTransaction(transaction)).catch((error: Error) => {
      // The RPC could not parse it, so nothing was sent.
      if ((error.cause as { readonly code?: number } | undefined)?.code === INVALID_PARAMS) {
        throw new Refusal('signedXdr is not a transaction that the network can read');
      }
      throw error;
    });
    const ms = call.patience.pausesMs[tries];
    if (sent.status !== 'TRY_AGAIN_LATER' || ms === undefined || !(await pause(call, ms))) return sent;
  }
}

/** @throws Refusal where it is not a transaction that can be sent here */
export function readSigned(signedXdr: string, passphrase: string): Transaction {
  let transaction: ReturnType<typeof TransactionBuilder.fromXdr>;
  try {
    transaction = TransactionBuilder.fromXdr(signedXdr, passphrase);
  } catch {
    throw new Refusal('signedXdr is not a transaction in base64 XDR');
  }
  if (transaction instanceof FeeBumpTransaction) throw new Refusal('signedXdr is a fee bump, which is not taken here');
  return transaction;
}

/** Reads the factory's return value `(Address, Escrow)`, if our factory's deploy was called. */
function deployed(
  { network }: EscrowNetwork,
  transaction: Transaction,
  returnValue: xdr.ScVal | undefined,
): DeployedEscrow | undefined {
  const [operation] = transaction.operations;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') return;
  const { contractAddress, functionName } = operation.func.invokeContract;
  if (Address.fromScAddress(contractAddress).toString() !== network.factory) return;
  if (functionName.toString() !== interfaceMulti.factoryFunction || returnValue?.type !== 'scvVec') return;
  const [address, value] = returnValue.vec ?? [];
  if (address?.type !== 'scvAddress' || value === undefined) return;
  const { escrow } = interfaceMulti.decode(value);
  return (
    escrow && {
      contractId: Address.fromScAddress(address.address).toString(),
      signer: operation.source ?? transaction.source,
      escrow,
    }
  );
}
