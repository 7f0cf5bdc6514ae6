/** Sends a signed transaction to the network and waits for its outcome. */

import { readSendFailure } from '@countersign/core/ledger';
import { type Network, pinsOf, releasesOf } from '@countersign/core/network';
import { Address, FeeBumpTransaction, Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { hashOf } from './build-call.ts';
import { ask, beginCall, type Call, type EscrowNetwork, INVALID_PARAMS, pause, type RpcTrouble } from './call.ts';
import { NetworkTrouble, Refusal, refusalOf, unreadable } from './refusal.ts';

/** How often to look for the outcome after txBadSeq: the same transaction may just have used the number. */
const LOOKS_AFTER_BAD_SEQUENCE = 3;

/** Sends it and waits for its outcome. @throws Refusal | NetworkTrouble */
export async function settleSigned(on: EscrowNetwork, transaction: Transaction): Promise<void> {
  const call = beginCall(on, on.patience.sendMs);
  const hash = hashOf(transaction);
  const { sent, mayBeSent } = await submit(call, transaction);
  const { status, errorResult } = sent;
  if (status === 'PENDING' || status === 'DUPLICATE') {
    const maxTime = Number(transaction.timeBounds?.maxTime ?? 0);
    return await awaitOutcome(call, { hash, maxTime, ledger: sent.latestLedger });
  }
  if (status !== 'ERROR' && status !== 'TRY_AGAIN_LATER') throw unreadable();
  // If the network settled it already, sending it again gives txBadSeq.
  const looks = errorResult?.result.type === 'txBadSeq' ? LOOKS_AFTER_BAD_SEQUENCE : 1;
  if (await earlierOutcome(call, hash, looks)) return;
  if (mayBeSent) throw new NetworkTrouble(NOT_KNOWN);
  if (status === 'ERROR') throw refusalOf(errorResult, sent.diagnosticEvents);
  throw new NetworkTrouble('The network is busy and did not take the transaction; send the same signed XDR again');
}

/**
 * Sends it, with retries while the network is busy. It has the same hash each time, so it is included only once.
 * @returns the last answer, and whether an earlier try may have sent it: then a refusal proves nothing
 */
async function submit(call: Call, transaction: Transaction) {
  let mayBeSent = false;
  const onFailure = (thrown: unknown) => {
    mayBeSent ||= readSendFailure(thrown, call.now()).kind === 'open';
  };
  for (let tries = 0; ; tries++) {
    const sent = await ask(call, (rpc) => rpc.sendTransaction(transaction), onFailure).catch((error: Error) => {
      throw mayBeSent ? error : notSent(error);
    });
    const ms = call.patience.pausesMs[tries];
    if (sent.status !== 'TRY_AGAIN_LATER' || ms === undefined || !(await pause(call, ms))) return { sent, mayBeSent };
  }
}

/** No try has left the RPC anything to pass on. */
function notSent(error: Error): Error {
  const { code } = error.cause as RpcTrouble;
  if (code === INVALID_PARAMS) return new Refusal('signedXdr is not a transaction that the network can read');
  return new NetworkTrouble(`${error.message}. The transaction was not sent; send the same signed XDR again`, {
    cause: error,
  });
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

type Sent = {
  readonly hash: string;
  /** Its time bound in epoch seconds; 0 for none. */
  readonly maxTime: number;
  /** The RPC's latest ledger when it was sent. */
  readonly ledger: number;
};

/**
 * Polls until the network knows the outcome.
 * @throws Refusal where it failed or can no longer be included | NetworkTrouble where the time to wait is over
 */
async function awaitOutcome(call: Call, sent: Sent): Promise<void> {
  let isOver = false;
  do {
    const reply = await lookUp(call, sent.hash).catch(orNothing);
    if (reply?.status === 'NOT_FOUND') {
      // Only if the lookup began after the time bound: the server searches first and reports its latest ledger afterwards.
      if (isOver) throw new Refusal('The network refused the transaction: txTooLate (it was not included in time)');
      isOver = knowsAllUpTo(reply, sent);
    } else if (reply !== undefined) return requireSuccess(reply);
  } while (await pause(call, call.patience.pollMs));
  throw new NetworkTrouble(`The network took the transaction, and ${NOT_KNOWN_YET}`);
}

const NOT_KNOWN_YET = 'its outcome is not known yet; send the same signed XDR again to learn it';
const NOT_KNOWN = `The network may have taken the transaction, and ${NOT_KNOWN_YET}`;

/**
 * Whether it succeeded, if the network already knows it. The RPC may lag behind the network for a moment.
 * @throws Refusal where it failed | NetworkTrouble where the RPC does not say
 */
async function earlierOutcome(call: Call, hash: string, looks: number): Promise<boolean> {
  for (let left = looks; ; left--) {
    const reply = await lookUp(call, hash);
    if (reply.status !== 'NOT_FOUND') {
      requireSuccess(reply);
      return true;
    }
    if (left <= 1 || !(await pause(call, call.patience.pollMs))) return false;
  }
}

/** Without the SDK's parser, which would fail on a later protocol's XDR and hide that the transaction is settled. */
export async function lookUp(call: Call, hash: string): Promise<Api.RawGetTransactionResponse> {
  const reply = await ask(call, (rpc) => rpc._getTransaction(hash));
  if (!Object.hasOwn(Api.GetTransactionStatus, reply?.status)) throw unreadable();
  return reply;
}

/** Failed requests do not end the wait for a transaction that was accepted. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof NetworkTrouble)) throw error;
}

/** Whether the RPC knows all ledgers that could contain it. Times are strings in the JSON. */
function knowsAllUpTo(reply: Api.RawGetTransactionResponse, { maxTime, ledger }: Sent): boolean {
  return maxTime > 0 && Number(reply.latestLedgerCloseTime) > maxTime && reply.oldestLedger <= ledger + 1;
}

/** @throws Refusal where it failed */
function requireSuccess(reply: Api.RawGetTransactionResponse): void {
  if (reply.status === 'SUCCESS') return;
  const result = read(() => xdr.TransactionResult.fromXdr(reply.resultXdr ?? '', 'base64'));
  if (result === undefined) throw new Refusal('The transaction failed: txFailed');
  const diagnostics = (reply.diagnosticEventsXdr ?? []).flatMap(
    (event) => read(() => xdr.DiagnosticEvent.fromXdr(event, 'base64')) ?? [],
  );
  throw refusalOf(result, diagnostics);
}

/** The status counts even if its details cannot be parsed. */
function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

export function isFactory(network: Network, contract: string | undefined): boolean {
  return contract !== undefined && releasesOf(network).some((release) => pinsOf(network, release).factory === contract);
}

/** The call of a transaction, or of the one inside a fee bump. */
export function calledIn(envelopeXdr: string, passphrase: string) {
  const outer = TransactionBuilder.fromXdr(envelopeXdr, passphrase);
  const transaction = outer instanceof Transaction ? outer : outer.innerTransaction;
  const [operation] = transaction.operations;
  const signer = operation?.source ?? transaction.source;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') {
    return { transaction, contract: undefined, name: undefined, signer };
  }
  const { contractAddress, functionName } = operation.func.invokeContract;
  const contract = Address.fromScAddress(contractAddress).toString();
  return { transaction, contract, name: functionName.toString(), signer };
}
