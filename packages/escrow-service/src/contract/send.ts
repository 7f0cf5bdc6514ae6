/** Sends a signed transaction to the network and waits for what becomes of it. */
import { DEPLOY_FUNCTION, decodeEscrow, type EscrowValue } from '@countersign/core/transaction';
import { Address, FeeBumpTransaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import type { EscrowNetwork } from './network.ts';
import { contractRefusal, NetworkTrouble, Refusal } from './refusal.ts';

/** What a deploy created. */
export type DeployedEscrow = {
  readonly contractId: string;
  readonly signer: string;
  readonly escrow: EscrowValue;
};

const POLL_ATTEMPTS = 15;
const POLL_MS = 1_000;

/**
 * @param signedXdr base64
 * @returns the escrow, where the transaction was a deploy
 * @throws Refusal | NetworkTrouble
 */
export async function sendSigned(network: EscrowNetwork, signedXdr: string): Promise<DeployedEscrow | undefined> {
  const transaction = readSigned(signedXdr, network.passphrase);
  const sent = await network.rpc.sendTransaction(transaction).catch((error: unknown) => {
    const { code, message } = error as { code?: unknown; message?: unknown };
    // -32602: the RPC could not read what it was given, so nothing was sent.
    if (code === -32602) throw new Refusal(`signedXdr was not understood by the network: ${String(message)}`);
    throw new NetworkTrouble('The network could not be reached', { cause: error });
  });
  if (sent.status === 'ERROR') throw new Refusal(refusalText(sent.errorResult));
  if (sent.status === 'TRY_AGAIN_LATER') throw new NetworkTrouble('The network is busy: TRY_AGAIN_LATER');
  const outcome = await network.rpc
    .pollTransaction(sent.hash, { attempts: POLL_ATTEMPTS, sleepStrategy: () => POLL_MS })
    .catch((cause: unknown) => {
      throw new NetworkTrouble('The network took the transaction, and its outcome is not known', { cause });
    });
  switch (outcome.status) {
    case Api.GetTransactionStatus.SUCCESS:
      return deployedBy(transaction.toEnvelope(), transaction.source, outcome.returnValue);
    case Api.GetTransactionStatus.FAILED:
      throw new Refusal(refusalText(outcome.resultXdr, outcome.diagnosticEventsXdr));
    default:
      throw new NetworkTrouble('The network took the transaction, and its outcome is not known yet');
  }
}

function readSigned(signedXdr: string, passphrase: string) {
  let transaction: ReturnType<typeof TransactionBuilder.fromXdr>;
  try {
    transaction = TransactionBuilder.fromXdr(signedXdr, passphrase);
  } catch {
    throw new Refusal('signedXdr is not a transaction in base64 XDR');
  }
  if (transaction instanceof FeeBumpTransaction) throw new Refusal('signedXdr is a fee bump, which is not taken here');
  return transaction;
}

function refusalText(
  result: xdr.TransactionResult | undefined,
  diagnostics: readonly xdr.DiagnosticEvent[] = [],
): string {
  const code = result?.result.type ?? 'unknown result';
  if (result?.result.type !== 'txFailed') return `The network refused the transaction: ${code}${meaning(code)}`;
  const reason = diagnostics.map(({ event }) => diagnosticText(event)).find((text) => text !== undefined);
  const operation = result.result.results[0];
  const inner = operation?.type === 'opInner' ? operation.tr.value.type : operation?.type;
  return (
    contractRefusal(reason ?? '') ??
    `The transaction failed: ${code}, ${inner}${reason === undefined ? '' : `, ${reason.split('\n', 1)[0]}`}`
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  txBadSeq: 'bad sequence number; another transaction of this account came first',
  txTooLate: 'its time bounds are over',
  txTooEarly: 'its time bounds have not begun',
  txBadAuth: 'a signature is missing or wrong',
  txBadAuthExtra: 'a signature is not needed',
  txInsufficientBalance: 'insufficient balance for the fee',
  txInsufficientFee: 'insufficient fee',
  txNoAccount: 'source account not found',
};

function meaning(code: string): string {
  const text = MEANINGS[code];
  return text === undefined ? '' : ` (${text})`;
}

/** The text of an error event; other events say nothing about why. */
function diagnosticText(event: xdr.ContractEvent): string | undefined {
  const { topics, data } = event.body.v0;
  const [kind, error] = topics;
  if (kind?.type !== 'scvSymbol' || kind.sym.toString() !== 'error') return undefined;
  if (error?.type === 'scvError' && error.error.type === 'sceContract') {
    return `Error(Contract, #${error.error.contractCode})`;
  }
  return data.type === 'scvString' ? data.str.toString() : 'an error without words';
}

/** Reads the factory's answer `(Address, Escrow)`, if it was the factory that was called. */
function deployedBy(
  envelope: xdr.TransactionEnvelope,
  signer: string,
  returnValue: xdr.ScVal | undefined,
): DeployedEscrow | undefined {
  const body = envelope.type === 'envelopeTypeTx' ? envelope.v1.tx.operations[0]?.body : undefined;
  if (body?.type !== 'invokeHostFunction') return undefined;
  const { hostFunction } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') return undefined;
  if (hostFunction.invokeContract.functionName.toString() !== DEPLOY_FUNCTION) return undefined;
  const [address, value] = returnValue?.type === 'scvVec' ? (returnValue.vec ?? []) : [];
  if (address?.type !== 'scvAddress' || value === undefined) return undefined;
  const { escrow } = decodeEscrow(value);
  return escrow && { contractId: Address.fromScAddress(address.address).toString(), signer, escrow };
}
