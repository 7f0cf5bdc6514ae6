/** Sends a signed transaction to the network and waits for what becomes of it. */
import { DEPLOY_FUNCTION, decodeEscrow, type EscrowValue } from '@countersign/core/transaction';
import { Address, FeeBumpTransaction, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { ask, type EscrowNetwork } from './network.ts';
import { NetworkTrouble, Refusal } from './refusal.ts';
import { refusalText } from './refusal-text.ts';

/** What a deploy created. */
export type DeployedEscrow = {
  readonly contractId: string;
  readonly signer: string;
  readonly escrow: EscrowValue;
};

/** A ledger closes within some seconds; clients give up on a call at 45 to 60. */
const POLL_ATTEMPTS = 20;
const POLL_MS = 1_000;
const JSON_RPC_INVALID_PARAMS = -32602;

/**
 * @param signedXdr base64
 * @returns the escrow, where the transaction was a deploy
 * @throws Refusal | NetworkTrouble
 */
export async function sendSigned(on: EscrowNetwork, signedXdr: string): Promise<DeployedEscrow | undefined> {
  const transaction = readSigned(signedXdr, on.network.passphrase);
  const sent = await ask(on.rpc.sendTransaction(transaction)).catch((error: Error) => {
    // The RPC could not read what it was given, so nothing was sent.
    if ((error.cause as { code?: unknown } | undefined)?.code === JSON_RPC_INVALID_PARAMS) {
      throw new Refusal('signedXdr is not a transaction that the network can read');
    }
    throw error;
  });
  if (sent.status === 'ERROR') throw new Refusal(refusalText(sent.errorResult));
  if (sent.status === 'TRY_AGAIN_LATER') throw new NetworkTrouble('The network is busy and did not take it');
  const outcome = await ask(
    on.rpc.pollTransaction(sent.hash, { attempts: POLL_ATTEMPTS, sleepStrategy: () => POLL_MS }),
  );
  switch (outcome.status) {
    case Api.GetTransactionStatus.SUCCESS:
      return deployed(on, transaction, outcome.returnValue);
    case Api.GetTransactionStatus.FAILED:
      throw new Refusal(refusalText(outcome.resultXdr, outcome.diagnosticEventsXdr));
    default:
      throw new NetworkTrouble('The network took the transaction, and its outcome is not known yet');
  }
}

function readSigned(signedXdr: string, passphrase: string): Transaction {
  let transaction: ReturnType<typeof TransactionBuilder.fromXdr>;
  try {
    transaction = TransactionBuilder.fromXdr(signedXdr, passphrase);
  } catch {
    throw new Refusal('signedXdr is not a transaction in base64 XDR');
  }
  if (transaction instanceof FeeBumpTransaction) throw new Refusal('signedXdr is a fee bump, which is not taken here');
  return transaction;
}

/** Reads the factory's answer `(Address, Escrow)`, if it was our factory's deploy that was called. */
function deployed(
  { network }: EscrowNetwork,
  transaction: Transaction,
  returnValue: xdr.ScVal | undefined,
): DeployedEscrow | undefined {
  const [operation] = transaction.operations;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') return;
  const { contractAddress, functionName } = operation.func.invokeContract;
  if (Address.fromScAddress(contractAddress).toString() !== network.factory) return;
  if (functionName.toString() !== DEPLOY_FUNCTION || returnValue?.type !== 'scvVec') return;
  const [address, value] = returnValue.vec ?? [];
  if (address?.type !== 'scvAddress' || value === undefined) return;
  const { escrow } = decodeEscrow(value);
  return (
    escrow && {
      contractId: Address.fromScAddress(address.address).toString(),
      signer: operation.source ?? transaction.source,
      escrow,
    }
  );
}
